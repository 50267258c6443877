import FeedStore
import Foundation
import GRDB

extension SQLiteReader {
  func tokens() throws -> [Token] {
    try attempt {
      try Row.fetchAll(
        database.cachedStatement(sql: "SELECT \(TokenRow.selection) FROM tokens ORDER BY id")
      ).map(TokenRow.token)
    }
  }

  func token(_ id: Int) throws -> Token? {
    try attempt {
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT \(TokenRow.selection) FROM tokens WHERE id = ?"),
        arguments: [id]
      ).map(TokenRow.token)
    }
  }

  func token(presenting secret: TokenSecret) throws -> Token? {
    try attempt {
      // The index narrows the search to one token or none; what it compares says nothing about the
      // secret. The whole hash is compared in constant time.
      let sql = """
        SELECT \(TokenRow.selection), hash FROM tokens WHERE substr(hash, 1, 4) = ?
        """
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: sql), arguments: [Data(secret.hash.prefix(4))])
      var found: Row?
      for row in rows where secret.hasHash(Array(row["hash"] as Data)) { found = row }
      return try found.map(TokenRow.token)
    }
  }
}
