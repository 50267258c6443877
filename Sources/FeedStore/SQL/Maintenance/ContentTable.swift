/// A table that every store has, but for those of kinds, as it is copied from one store to another.
package struct ContentTable: Sendable {
  package let name: String
  package let columns: [Column]

  /// A column of a table.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let type: ColumnType
  }

  /// The type of a column's values.
  package enum ColumnType: Hashable, Sendable {
    case integer
    case number
    case text
    case bytes
    case boolean
  }

  private init(_ name: String, _ columns: [(String, ColumnType)]) {
    self.name = name
    self.columns = columns.map { Column(name: $0, type: $1) }
  }

  /// All of them; a table stands behind those that its rows refer to.
  package static let all = [
    ContentTable(
      "revisions",
      [("number", .integer), ("committed_at", .text), ("id", .text), ("actor", .text)]),
    ContentTable(
      "revision_changes",
      [
        ("revision", .integer), ("kind", .text), ("id", .integer), ("change", .text),
        ("is_public", .boolean),
      ]),
    ContentTable(
      "tanada_revision_conditions",
      [("kind", .text), ("targeting", .text), ("revision", .integer)]),
    ContentTable("revision_feeds", [("revision", .integer), ("feed", .text)]),
    ContentTable("revision_kinds", [("revision", .integer), ("kind", .text)]),
    ContentTable(
      "tanada_forgotten_changes", [("kind", .text), ("revision", .integer)]),
    ContentTable("tanada_history", [("first_revision", .integer)]),
    ContentTable(
      "kinds",
      [
        ("name", .text), ("position", .integer), ("definition", .text), ("revision", .integer),
        ("era", .integer),
      ]),
    ContentTable(
      "tanada_kind_versions",
      [
        ("name", .text), ("from_revision", .integer), ("until_revision", .integer),
        ("position", .integer), ("definition", .text), ("era", .integer),
      ]),
    ContentTable(
      "tanada_field_renames",
      [("kind", .text), ("revision", .integer), ("former_name", .text), ("name", .text)]),
    ContentTable(
      "item_windows",
      [
        ("kind", .text), ("id", .integer), ("is_draft", .boolean), ("publish_at", .integer),
        ("unpublish_at", .integer), ("was_shown", .boolean), ("targeting", .text),
      ]),
    ContentTable("retired_ids", [("kind", .text), ("id", .integer)]),
    ContentTable("tanada_locales", [("locale", .text), ("kind", .text), ("revision", .integer)]),
    ContentTable(
      "tanada_seen_locales",
      [("locale", .text), ("kind", .text), ("targeting", .text), ("revision", .integer)]),
    ContentTable(
      "compositions", [("feed", .text), ("document", .text), ("revision", .integer)]),
    ContentTable(
      "tanada_composition_versions",
      [
        ("feed", .text), ("from_revision", .integer), ("until_revision", .integer),
        ("document", .text),
      ]),
    ContentTable(
      "tanada_document_revisions",
      [("feed", .text), ("section", .text), ("revision", .integer), ("is_moved", .boolean)]),
    ContentTable(
      "tanada_known_documents", [("first_revision", .integer), ("last_revision", .integer)]),
    ContentTable(
      "tokens",
      [
        ("id", .integer), ("type", .text), ("name", .text), ("role", .text), ("hash", .bytes),
        ("created_at", .integer), ("expires_at", .integer), ("last_used_at", .integer),
        ("revoked_at", .integer),
      ]),
    ContentTable("audit_batches", [("id", .integer), ("revision", .integer)]),
    ContentTable(
      "audit_entries",
      [
        ("number", .integer), ("revision", .integer), ("at", .integer), ("actor", .text),
        ("action", .text), ("subject", .text), ("before", .text), ("after", .text),
        ("batch", .integer), ("versions", .integer),
      ]),
    ContentTable(
      "idempotency_records",
      [
        ("token", .integer), ("key", .text), ("fingerprint", .bytes), ("answer", .bytes),
        ("created_at", .integer),
      ]),
    ContentTable("secrets", [("name", .text), ("value", .bytes)]),
    ContentTable(
      "tanada_releases",
      [
        ("id", .integer), ("name", .text), ("note", .text), ("created_at", .integer),
        ("actor", .text), ("publish_at", .integer), ("operations", .text), ("bases", .text),
        ("failure", .text), ("failed_at", .integer), ("published_revision", .integer),
        ("published_at", .integer),
      ]),
    ContentTable(
      "tanada_photos",
      [
        ("number", .integer), ("id", .text), ("format", .text), ("width", .integer),
        ("height", .integer), ("orientation", .integer), ("byte_count", .integer),
        ("camera", .text), ("blurhash", .text), ("thumbhash", .text), ("color", .text),
        ("alt", .text), ("focus_x", .number), ("focus_y", .number), ("added_at", .text),
        ("revision", .integer),
      ]),
    ContentTable(
      "tanada_photo_versions",
      [
        ("photo", .text), ("from_revision", .integer), ("until_revision", .integer),
        ("alt", .text), ("focus_x", .number), ("focus_y", .number),
      ]),
    ContentTable(
      "tanada_photo_addresses",
      [("address", .text), ("photo", .text), ("revision", .integer)]),
    ContentTable(
      "tanada_photo_address_versions",
      [
        ("address", .text), ("from_revision", .integer), ("until_revision", .integer),
        ("photo", .text),
      ]),
    ContentTable(
      "tanada_revision_photos",
      [("revision", .integer), ("photo", .text), ("is_public", .boolean)]),
  ]
}

extension SQLValue {
  /// The value as a column of `type` has it.
  func converted(to type: ContentTable.ColumnType) -> SQLValue {
    switch (self, type) {
    case (.integer(let number), .boolean): .boolean(number != 0)
    case (.integer(let number), .number): .number(Double(number))
    case (.boolean(let isTrue), .integer): .integer(isTrue ? 1 : 0)
    default: self
    }
  }
}
