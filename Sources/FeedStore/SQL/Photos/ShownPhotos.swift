import FeedModel
import StrictJSON

/// The photos that the public sees, in SQL: those that an item shows whose window is open. A photo of an item that
/// only clients with a condition see counts too, since nobody else learns its address; events do not name it.
extension SQLReading {
  /// Selects the photos that items of `kind` show publicly in `field`, as a column called `photo`.
  ///
  /// - Parameters:
  ///   - table: the table that has the values of the field.
  ///   - photos: the only photos that are looked for: the query of their ids.
  ///   - isAtMoment: whether the windows decide at `:moment`, and not at the newest revision.
  ///   - isForEverybody: whether items with a condition do not count.
  private func publicPhotos(
    in table: String, of kind: ContentKind, in field: ContentField, among photos: String,
    isAtMoment: Bool = false, isForEverybody: Bool = false
  ) -> String {
    let isOpen =
      isAtMoment ? WindowColumns.present(dialect).isShown(at: ":moment") : "windows.was_shown"
    let isShown = """
      NOT EXISTS (
        SELECT 1 FROM item_windows AS windows
        WHERE windows.kind = \(SQL.literal(.text(kind.name))) AND windows.id = items.id
          AND (NOT \(isOpen)\(isForEverybody ? " OR windows.targeting IS NOT NULL" : "")))
      """
    return """
      SELECT \(shownPhoto(of: field)) AS photo FROM \(table) AS items
      WHERE \(shows(photos, in: field)) AND \(isShown)
      """
  }

  /// A condition: whether `items` shows in `field` one of the photos whose ids the query `photos` finds.
  fileprivate func shows(_ photos: String, in field: ContentField) -> String {
    let column = "items.\(SQL.name(field.name))"
    guard field.type is URLField else { return "\(column) IN (\(photos))" }
    // Most items name other addresses, which are told by a set of a few. A photo's own address is rare.
    return """
      (\(column) IN (SELECT address FROM tanada_photo_addresses WHERE photo IN (\(photos)))
          OR \(dialect.place(of: "'\(PhotoAddress.prefix)'", in: column)) > 0)
        AND \(shownPhoto(of: field)) IN (\(photos))
      """
  }

  func isShownPublicly(_ id: PhotoID, at moment: Timestamp?) throws -> Bool {
    var arguments: SQLArguments = ["photo": id.description]
    if let moment { arguments += ["moment": moment.millisecondsSince1970] }
    return try attempt {
      try fieldsWithPhotos().contains { table, kind, field in
        let photos = publicPhotos(
          in: table, of: kind, in: field, among: "SELECT :photo", isAtMoment: moment != nil)
        return try database.exists(photos, arguments)
      }
    }
  }

  /// Selects those of the photos that the query `photos` finds that the public sees.
  ///
  /// - Parameter isForEverybody: whether those do not count that only clients with a condition see.
  func publicPhotos(among photos: String, isForEverybody: Bool = false) throws -> String {
    let queries = try fieldsWithPhotos().map {
      publicPhotos(in: $0, of: $1, in: $2, among: photos, isForEverybody: isForEverybody)
    }
    return queries.isEmpty
      ? "SELECT NULL AS photo WHERE false" : queries.joined(separator: " UNION ALL ")
  }
}

extension SQLTransaction {
  /// Keeps the photos that the public sees among those that `revision` shows otherwise, and notes those that not
  /// everybody sees, and the conditions of those who see them: events do not name others.
  func keepPublicPhotos(of revision: Revision) throws {
    let changed = "SELECT photo FROM tanada_revision_photos WHERE revision = :revision"
    let arguments: SQLArguments = ["revision": revision.number]
    guard try database.exists(changed, arguments) else { return }
    try database.perform(
      """
      DELETE FROM tanada_revision_photos
      WHERE revision = :revision AND photo NOT IN (\(try publicPhotos(among: changed)))
      """, arguments, isCached: false)
    for (table, kind, field) in try fieldsWithPhotos() {
      let items = "SELECT items.id FROM \(table) AS items WHERE \(shows(changed, in: field))"
      let noting = WindowColumns.notingConditions(items, of: SQL.literal(.text(kind.name)))
      try database.perform(noting, arguments, isCached: false)
    }
    let everybodys = try publicPhotos(among: changed, isForEverybody: true)
    try database.perform(
      """
      UPDATE tanada_revision_photos SET is_public = false
      WHERE revision = :revision AND photo NOT IN (\(everybodys))
      """, arguments, isCached: false)
  }
}

extension SQLReading {
  /// The photos that prepared releases show: those that a text in their operations may stand for, and where it is in
  /// them, such as `[0].body.photo`.
  ///
  /// - Parameter id: only releases that may show this photo are read.
  func preparedPhotos(
    mayShow id: PhotoID? = nil
  ) throws -> [(release: Int, path: String, photo: PhotoID)] {
    // A release may show a photo if it names it or one of its addresses, or has texts that are written in another way.
    let naming = """
      AND (\(dialect.place(of: ":photo", in: "operations")) > 0
        OR \(dialect.place(of: "'\\'", in: "operations")) > 0
        OR EXISTS (
          SELECT 1 FROM tanada_photo_addresses AS known
          WHERE known.photo = :photo AND \(dialect.place(of: "known.address", in: "operations")) > 0))
      """
    let rows = try database.rows(
      """
      SELECT id, operations FROM tanada_releases
      WHERE published_revision IS NULL \(id == nil ? "" : naming) ORDER BY id
      """, id.map { ["photo": $0.description] } ?? [:])
    var prepared: [(release: Int, path: String, photo: PhotoID)] = []
    for row in rows {
      let (release, operations): (Int, String) = try (row[0], row[1])
      // A damaged release shows nothing.
      guard let tree = try? JSONTree(parsing: Array(operations.utf8)) else { continue }
      let texts = tree.texts(at: "")
      let assigned = try photos(assignedTo: Set(texts.map(\.text.exact)))
      for (path, text) in texts {
        guard let photo = try shownPhoto(of: text, assigned: assigned) else { continue }
        prepared.append((release, path, photo))
      }
    }
    return prepared
  }

  /// The photo that `text` names, that is assigned to it, or whose own address it is.
  private func shownPhoto(of text: String, assigned: [ExactText: PhotoID]) throws -> PhotoID? {
    if let id = PhotoID(text), try photo(id) != nil { return id }
    return assigned[text.exact] ?? PhotoAddress.photo(in: text)
  }
}

extension JSONTree {
  /// Every text with its place below `path`: members as `.name`, elements as `[0]`.
  fileprivate func texts(at path: String) -> [(path: String, text: String)] {
    if let string { return [(path, string)] }
    if let members { return members.flatMap { $0.value.texts(at: "\(path).\($0.name)") } }
    return (elements ?? []).enumerated().flatMap { $1.texts(at: "\(path)[\($0)]") }
  }
}
