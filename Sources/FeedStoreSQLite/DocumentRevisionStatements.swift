import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteReading {
  func documentRevisions(
    of feed: String?, through number: Int
  ) throws -> [DocumentKey: DocumentRevision] {
    try attempt {
      // With max(), the other columns are those of its row (SQLite, "Bare columns in an aggregate query").
      let sql = """
        SELECT feed, section, max(revision) AS revision, digest FROM tanada_document_revisions
        WHERE revision <= :revision \(feed == nil ? "" : "AND feed = :feed")
        GROUP BY feed, section
        """
      var arguments: StatementArguments = ["revision": number]
      if let feed { arguments += ["feed": feed] }
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: sql), arguments: arguments)
      return rows.reduce(into: [:]) { known, row in
        let section: String = row["section"]
        let key = DocumentKey(feed: row["feed"], section: section.isEmpty ? nil : section)
        let digest: Data = row["digest"]
        known[key] = DocumentRevision(number: row["revision"], digest: Array(digest))
      }
    }
  }
}

extension SQLiteTransaction {
  func note(_ revision: DocumentRevision, of document: DocumentKey) throws {
    try attempt {
      try database.cachedStatement(
        sql: """
          INSERT INTO tanada_document_revisions (feed, section, revision, digest)
          VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
          """
      ).execute(arguments: [
        document.feed, document.section ?? "", revision.number, Data(revision.digest),
      ])
    }
  }
}
