import FeedModel
import FeedStore
import GRDB

extension SQLiteReader {
  func changes(after number: Int, limit: Int) throws -> [RevisionChanges] {
    try attempt {
      let sql = """
        SELECT number, committed_at FROM revisions WHERE number > ? ORDER BY number LIMIT ?
        """
      return try Row.fetchAll(database.cachedStatement(sql: sql), arguments: [number, limit])
        .map { try changes(of: try Self.revision(in: $0)) }
    }
  }

  /// The revision of a row of `revisions`.
  static func revision(in row: Row) throws -> Revision {
    guard let committedAt = Timestamp(row["committed_at"]) else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "revision \(row["number"] as Int) has no valid time")
    }
    return Revision(number: row["number"], committedAt: committedAt)
  }

  private func changes(of revision: Revision) throws -> RevisionChanges {
    let limit = RevisionChanges.maximumItemCount
    let items = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT kind, id FROM revision_changes WHERE revision = ? ORDER BY kind, id LIMIT ?"),
      arguments: [revision.number, limit + 1]
    ).compactMap { row in
      ContentKind(rawValue: row["kind"]).map { RevisionChanges.Item(kind: $0, id: row["id"]) }
    }
    let kinds = try String.fetchAll(
      database.cachedStatement(
        sql: "SELECT DISTINCT kind FROM revision_changes WHERE revision = ? ORDER BY kind"),
      arguments: [revision.number])
    let feeds = try String.fetchAll(
      database.cachedStatement(
        sql: "SELECT feed FROM revision_feeds WHERE revision = ? ORDER BY feed"),
      arguments: [revision.number])
    return RevisionChanges(
      revision: revision, items: Array(items.prefix(limit)),
      kinds: kinds.compactMap(ContentKind.init), isAbridged: items.count > limit, feeds: feeds)
  }
}
