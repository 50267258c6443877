import FeedModel

/// Statements that copy present rows to the tables of former versions, before a transaction changes
/// them: its revision ends the version. Rows written by the transaction itself were in no revision
/// and are not kept.
extension SQLTransaction {
  /// Keeps item `id` of `kind`.
  func keepVersion(of kind: ContentKind, id: Int) throws {
    let revision = try currentRevision().number
    let past = try definitions().pastTable(of: kind, dialect)
    try database.perform(
      past.keeping(where: "items.id = :id AND items._revision < :until"),
      ["id": id, "until": revision])
  }

  /// Keeps all items of `kind` in `past`.
  func keepVersions(of kind: ContentKind, in past: PastTable) throws {
    try database.perform(
      past.keeping(where: "items._revision < :until"), ["until": try currentRevision().number],
      isCached: false)
  }

  /// Keeps the composition of `feed`.
  func keepComposition(of feed: String) throws {
    try database.perform(
      """
      INSERT INTO tanada_composition_versions (feed, from_revision, until_revision, document)
      SELECT feed, revision, :until, document FROM compositions
      WHERE feed = :feed AND revision < :until
      """, ["feed": feed, "until": try currentRevision().number])
  }

  /// Keeps the definition of the kind called `name`.
  func keepDefinition(of name: String) throws {
    try database.perform(
      """
      INSERT INTO tanada_kind_versions
        (name, from_revision, until_revision, position, definition, era)
      SELECT name, revision, :until, position, definition, era FROM kinds
      WHERE name = :name AND revision < :until
      """, ["name": name, "until": try currentRevision().number])
  }

  /// Keeps the description of photo `id`.
  func keepDescription(of id: PhotoID) throws {
    try database.perform(
      """
      INSERT INTO tanada_photo_versions
        (photo, from_revision, until_revision, alt, focus_x, focus_y)
      SELECT id, revision, :until, alt, focus_x, focus_y FROM tanada_photos
      WHERE id = :id AND revision < :until
      """, ["id": id.description, "until": try currentRevision().number])
  }

  /// Keeps the photo that `address` is assigned to.
  func keepAssignment(of address: String) throws {
    try database.perform(
      """
      INSERT INTO tanada_photo_address_versions (address, from_revision, until_revision, photo)
      SELECT address, revision, :until, photo FROM tanada_photo_addresses
      WHERE address = :address AND revision < :until
      """, ["address": address, "until": try currentRevision().number])
  }
}
