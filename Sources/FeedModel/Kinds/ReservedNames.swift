/// The names that kinds and fields cannot have.
package enum ReservedNames {
  /// The longest name, in characters.
  private static let maximumLength = 63

  /// The form of a name, in words.
  package static let form =
    "a lower-case letter, then up to \(maximumLength - 1) lower-case letters, digits and _"

  /// Whether `name` has the ``form`` of a name.
  package static func isWellFormed(_ name: String) -> Bool {
    (1...maximumLength).contains(name.utf8.count) && name.utf8.first?.isLowerCaseLetter == true
      && name.utf8.allSatisfy { $0.isLowerCaseLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  static func isReserved(kind name: String) -> Bool {
    sql.contains(name) || kinds.contains(name) || hasReservedPrefix(name)
  }

  static func isReserved(field name: String) -> Bool {
    sql.contains(name) || fields.contains(name) || parameters.contains(name)
      || hasReservedPrefix(name) || name.hasSuffix("_moment")
  }

  /// The words that no kind can be called.
  package static var kindWords: Set<String> { kinds.union(sql) }

  /// The words that no new field can be called.
  package static var fieldWords: Set<String> { fields.union(parameters).union(sql) }

  private static func hasReservedPrefix(_ name: String) -> Bool {
    ["sqlite_", "tanada_", "grdb_"].contains(where: name.hasPrefix)
  }

  /// The words that commands and addresses use in the place of a kind, and the names of the tables
  /// beside the content.
  private static let kinds: Set = [
    "all", "audit", "audit_batches", "audit_entries", "compositions", "feeds",
    "idempotency_records",
    "item_windows", "kinds", "releases", "retired_ids", "revision_changes", "revision_feeds",
    "revision_kinds", "revisions", "search_backlog", "secrets", "tokens",
  ]

  /// The members of published and exported items beside their fields.
  private static let fields: Set = [
    "id", "kind", "rowid", "oid",
    "draft", "publish_at", "unpublish_at", "when",
    "accessibility_label", "action", "date_label", "image", "impression_id", "sources", "stars",
  ]

  /// The parameters of lists beside the fields.
  private static let parameters: Set = [
    "at", "count", "cursor", "drafts", "fields", "format", "limit", "locale", "q",
    "release", "revision", "sort", "untranslated", "visibility",
  ]

  /// The words that SQLite does not take as a name, so that people can query the tables by hand
  /// (https://www.sqlite.org/lang_keywords.html).
  private static let sql: Set = [
    "add", "all", "alter", "and", "as", "autoincrement", "between", "case", "check", "collate",
    "commit", "constraint", "create", "default", "deferrable", "delete", "distinct", "drop", "else",
    "escape", "except", "exists", "foreign", "from", "group", "having", "if", "in", "index",
    "insert", "intersect", "into", "is", "isnull", "join", "limit", "not", "nothing", "notnull",
    "null", "on", "or", "order", "primary", "references", "returning", "select", "set", "table",
    "then", "to", "transaction", "union", "unique", "update", "using", "values", "when", "where",
  ]
}
