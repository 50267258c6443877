/// The tables of kinds get the revision from which each item is valid, and a table each of former items.
///
/// Like ``SearchMigration`` this names tables and columns itself.
enum HistoryMigration {
  static func sql(of table: Migrations.Table) -> String {
    func name(_ text: String) -> String { "\"\(text)\"" }
    let past = "\(table.name):past:0"
    let columns = table.columns.map { "\(name($0.name)) \($0.type)" }
    return """
      ALTER TABLE \(name(table.name)) ADD COLUMN "_revision" INTEGER NOT NULL DEFAULT 0;
      CREATE TABLE \(name(past)) (
        \((columns + [
          "\"_is_draft\" INTEGER NOT NULL", "\"_publish_at\" INTEGER", "\"_unpublish_at\" INTEGER",
          "\"_from\" INTEGER NOT NULL", "\"_until\" INTEGER NOT NULL",
        ]).joined(separator: ",\n  "))
      ) STRICT;
      CREATE INDEX \(name("\(past):item")) ON \(name(past)) ("id", "_until");
      CREATE INDEX \(name("\(past):until")) ON \(name(past)) ("_until");
      """
  }
}
