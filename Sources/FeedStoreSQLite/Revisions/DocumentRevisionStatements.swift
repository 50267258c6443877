import FeedModel
import FeedStore
import Foundation
import GRDB

extension SQLiteReading {
  func documentRevision(
    of document: DocumentKey, through number: Int
  ) throws -> DocumentRevision? {
    try attempt {
      let sql = """
        SELECT revision, digest FROM tanada_document_revisions
        WHERE feed = ? AND section = ? AND revision <= ? ORDER BY revision DESC LIMIT 1
        """
      return try Row.fetchOne(
        database.cachedStatement(sql: sql),
        arguments: [document.feed, document.section ?? "", number]
      ).map { row in
        let digest: Data = row["digest"]
        return DocumentRevision(number: row["revision"], digest: Array(digest))
      }
    }
  }

  func nextChange(of document: DocumentKey, after number: Int) throws -> Int? {
    try attempt {
      let sql = """
        SELECT min(revision) FROM tanada_document_revisions
        WHERE feed = ? AND section = ? AND revision > ?
        """
      return try Int.fetchOne(
        database.cachedStatement(sql: sql),
        arguments: [document.feed, document.section ?? "", number])
    }
  }

  /// The documents that `revision` is known to have changed.
  func changedDocuments(in revision: Revision) throws -> [DocumentKey] {
    let sql = """
      SELECT feed, section FROM tanada_document_revisions WHERE revision = ? ORDER BY feed, section
      """
    return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [revision.number])
      .map { DocumentKey($0) }
  }
}

extension DocumentKey {
  fileprivate init(_ row: Row) {
    let section: String = row["section"]
    self.init(feed: row["feed"], section: section.isEmpty ? nil : section)
  }
}

extension SQLiteTransaction {
  func note(_ revision: DocumentRevision, of document: DocumentKey) throws {
    try attempt {
      try database.cachedStatement(
        sql: """
          INSERT INTO tanada_document_revisions (feed, section, revision, digest)
          VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET digest = excluded.digest
          """
      ).execute(arguments: [
        document.feed, document.section ?? "", revision.number, Data(revision.digest),
      ])
    }
  }
}
