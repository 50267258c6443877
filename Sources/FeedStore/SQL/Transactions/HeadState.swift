import FeedModel

/// The version of the kinds and the newest revision when a transaction locks the head. Most writes need both, so that a
/// store reads them in one query with the lock, which saves two round trips to its database.
package struct HeadState: Sendable {
  /// The newest revision that defines kinds otherwise; 0 for none.
  let definitionsRevision: Int
  /// The newest revision.
  let revision: Revision?

  /// Finds one row.
  package static let query = """
    SELECT (SELECT coalesce(max(revision), 0) FROM revision_kinds) AS definitions_revision,
      latest.number, latest.id, latest.committed_at
    FROM (SELECT 1) AS single LEFT JOIN (
      SELECT \(SQLReader.revisionColumns) FROM revisions ORDER BY number DESC LIMIT 1
    ) AS latest ON true
    """

  /// The state in the row of ``query``.
  package init(_ row: SQLRow) throws {
    definitionsRevision = try row["definitions_revision"]
    revision = try (row["number"] as Int?) == nil ? nil : SQLReader.revision(in: row)
  }
}
