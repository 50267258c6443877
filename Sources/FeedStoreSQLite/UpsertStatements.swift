import FeedModel
import GRDB

/// The two statements that put an item of one kind in place.
struct UpsertStatements {
  let exists: Statement
  let upsert: Statement

  init(kind: ContentKind, columns: [String], in database: Database) throws {
    let table = kind.rawValue
    let others = columns.filter { $0 != "id" }
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let old = others.map { "\(table).\($0)" }.joined(separator: ", ")
    let new = others.map { "excluded.\($0)" }.joined(separator: ", ")

    exists = try database.makeStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)")
    // The row is left alone, and nothing counts as changed, when every column is the same.
    upsert = try database.makeStatement(
      sql: """
        INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))
        ON CONFLICT (id) DO UPDATE SET \(assignments) WHERE (\(old)) IS NOT (\(new))
        """)
  }
}
