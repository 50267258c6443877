/// A table that every store has, but for those of kinds, as it is copied from one store to another.
package struct ContentTable: Sendable {
  /// The type of a column's values.
  package enum ColumnType: Sendable {
    case integer, number, text, bytes, boolean
  }

  package let name: String
  package let columns: [(name: String, type: ColumnType)]

  private init(
    _ name: String, integers: [String] = [], numbers: [String] = [], texts: [String] = [],
    bytes: [String] = [], booleans: [String] = []
  ) {
    self.name = name
    columns = [
      (integers, ColumnType.integer), (numbers, .number), (texts, .text), (bytes, .bytes),
      (booleans, .boolean),
    ].flatMap { names, type in names.map { ($0, type) } }
  }

  /// All of them; a table stands behind those that its rows refer to.
  package static let all = [
    ContentTable("revisions", integers: ["number"], texts: ["committed_at", "id", "actor"]),
    ContentTable(
      "revision_changes", integers: ["revision", "id"], texts: ["kind", "change"],
      booleans: ["is_public"]),
    ContentTable(
      "tanada_revision_conditions", integers: ["revision"], texts: ["kind", "targeting"]),
    ContentTable("revision_feeds", integers: ["revision"], texts: ["feed"]),
    ContentTable("revision_kinds", integers: ["revision"], texts: ["kind"]),
    ContentTable("tanada_revision_designs", integers: ["revision"], texts: ["design"]),
    ContentTable("tanada_forgotten_changes", integers: ["revision"], texts: ["kind"]),
    ContentTable("tanada_history", integers: ["first_revision"]),
    ContentTable(
      "kinds", integers: ["position", "revision", "era"], texts: ["name", "definition"]),
    ContentTable(
      "tanada_kind_versions", integers: ["from_revision", "until_revision", "position", "era"],
      texts: ["name", "definition"]),
    ContentTable(
      "tanada_field_renames", integers: ["revision"], texts: ["kind", "former_name", "name"]),
    ContentTable(
      "item_windows", integers: ["id", "publish_at", "unpublish_at"], texts: ["kind", "targeting"],
      booleans: ["is_draft", "was_shown"]),
    ContentTable("retired_ids", integers: ["id"], texts: ["kind"]),
    ContentTable("tanada_locales", integers: ["revision"], texts: ["locale", "kind"]),
    ContentTable(
      "tanada_seen_locales", integers: ["revision"], texts: ["locale", "kind", "targeting"]),
    ContentTable("compositions", integers: ["revision"], texts: ["feed", "document"]),
    ContentTable(
      "tanada_composition_versions", integers: ["from_revision", "until_revision"],
      texts: ["feed", "document"]),
    ContentTable("tanada_designs", integers: ["revision"], texts: ["design", "document"]),
    ContentTable(
      "tanada_design_versions", integers: ["from_revision", "until_revision"],
      texts: ["design", "document"]),
    ContentTable(
      "tanada_document_revisions", integers: ["revision"], texts: ["feed", "section"],
      booleans: ["is_moved"]),
    ContentTable("tanada_known_documents", integers: ["first_revision", "last_revision"]),
    ContentTable(
      "tokens", integers: ["id", "created_at", "expires_at", "last_used_at", "revoked_at"],
      texts: ["type", "name", "role"], bytes: ["hash"]),
    ContentTable("audit_batches", integers: ["id", "revision"]),
    ContentTable(
      "audit_entries", integers: ["number", "revision", "at", "batch", "versions"],
      texts: ["actor", "action", "subject", "before", "after"]),
    ContentTable(
      "idempotency_records", integers: ["token", "created_at"], texts: ["key"],
      bytes: ["fingerprint", "answer"]),
    ContentTable("secrets", texts: ["name"], bytes: ["value"]),
    ContentTable(
      "tanada_releases",
      integers: [
        "id", "created_at", "publish_at", "failed_at", "published_revision", "published_at",
      ], texts: ["name", "note", "actor", "operations", "bases", "failure"]),
    ContentTable(
      "tanada_photos",
      integers: ["number", "width", "height", "orientation", "byte_count", "revision"],
      numbers: ["focus_x", "focus_y"],
      texts: ["id", "format", "camera", "blurhash", "thumbhash", "color", "alt", "added_at"]),
    ContentTable(
      "tanada_photo_versions", integers: ["from_revision", "until_revision"],
      numbers: ["focus_x", "focus_y"], texts: ["photo", "alt"]),
    ContentTable("tanada_photo_addresses", integers: ["revision"], texts: ["address", "photo"]),
    ContentTable(
      "tanada_photo_address_versions", integers: ["from_revision", "until_revision"],
      texts: ["address", "photo"]),
    ContentTable(
      "tanada_revision_photos", integers: ["revision"], texts: ["photo"], booleans: ["is_public"]),
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
