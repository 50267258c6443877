import FeedModel
import FeedStore
import GRDB
import StrictJSON

extension SQLiteReading {
  func photo(_ id: PhotoID) throws -> Photo? {
    try attempt {
      try Row.fetchOne(
        database.cachedStatement(sql: "SELECT * FROM tanada_photos WHERE id = ?"),
        arguments: [id.description]
      ).map { try photo(in: $0) }
    }
  }

  func photos(
    matching words: [String], before number: Int?, limit: Int
  ) throws -> [NumberedPhoto] {
    try attempt {
      let texts = """
        coalesce(alt, '') || char(10) || camera || char(10) || coalesce(
          (SELECT group_concat(address, char(10)) FROM tanada_photo_addresses WHERE photo = id), '')
        """
      let condition = words.map { _ in "AND \(FoldedSearch.name)(\(texts), ?)" }
      let arguments = [number ?? .max] + StatementArguments(words) + [limit]
      return try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT * FROM tanada_photos WHERE number < ? \(condition.joined(separator: " "))
            ORDER BY number DESC LIMIT ?
            """), arguments: arguments
      ).map { NumberedPhoto(number: $0["number"], photo: try photo(in: $0)) }
    }
  }

  func photos(assignedTo addresses: Set<String>) throws -> [String: PhotoID] {
    try attempt {
      let statement = try database.cachedStatement(
        sql: "SELECT photo FROM tanada_photo_addresses WHERE address = ?")
      return try addresses.reduce(into: [:]) { photos, address in
        photos[address] = try String.fetchOne(statement, arguments: [address]).flatMap {
          PhotoID($0)
        }
      }
    }
  }

  func addresses(of id: PhotoID) throws -> [String] {
    try attempt {
      try String.fetchAll(
        database.cachedStatement(
          sql: "SELECT address FROM tanada_photo_addresses WHERE photo = ? ORDER BY address"),
        arguments: [id.description])
    }
  }

  func uses(of id: PhotoID, limit: Int) throws -> [PhotoUse] {
    try attempt {
      var uses: [PhotoUse] = []
      for (table, kind, field) in try fieldsWithPhotos() where uses.count < limit {
        let items = try Int.fetchAll(
          database,
          sql: """
            SELECT DISTINCT items.id FROM \(table) AS items
            WHERE \(shownPhoto(of: field)) = ? ORDER BY items.id LIMIT ?
            """,
          arguments: [id.description, limit - uses.count])
        uses += items.map { PhotoUse(kind: kind.name, id: $0, field: field.name) }
      }
      let first = try firstKeptRevision()
      uses += try formerAssignments(of: id, limit: limit - uses.count, keptFrom: first)
      for table in try formerTables() where uses.count < limit {
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT items.id, max(\(PastTable.number("items._until"))) FROM \(table.name) AS items
            WHERE \(PastTable.number("items._until")) > ? AND \(shownPhoto(of: table.field)) = ?
            GROUP BY items.id ORDER BY items.id LIMIT ?
            """,
          arguments: [first, id.description, limit - uses.count])
        uses += rows.map {
          PhotoUse(kind: table.kind, id: $0[0], field: table.field.name, until: $0[1])
        }
      }
      if uses.count < limit {
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT release, path FROM (\(PreparedPhotos.query) AND \(PreparedPhotos.mayShow))
            WHERE photo = :photo LIMIT :limit
            """,
          arguments: ["photo": id.description, "limit": limit - uses.count])
        uses += rows.map { row in
          // SQLite's path begins with a dollar sign.
          let path: String = row[1]
          return PhotoUse(kind: "releases", id: row[0], field: "operations\(path.dropFirst())")
        }
      }
      return uses
    }
  }

  func unusedPhotos(addedBefore moment: Timestamp) throws -> [PhotoID] {
    try attempt {
      let shown = try fieldsWithPhotos().map { table, _, field in
        "SELECT \(shownPhoto(of: field)) FROM \(table) AS items"
      }
      let formerlyShown = try formerTables().map { table in
        """
        SELECT \(shownPhoto(of: table.field)) FROM \(table.name) AS items
        WHERE \(PastTable.number("items._until")) > \(try firstKeptRevision())
        """
      }
      // Whichever items name the address: a revision that is kept shows the photo for it.
      let assigned = """
        SELECT photo FROM tanada_photo_address_versions
        WHERE until_revision > \(try firstKeptRevision())
        """
      let prepared = "SELECT photo FROM (\(PreparedPhotos.query)) WHERE photo IS NOT NULL"
      let used = (shown + formerlyShown + [assigned, prepared]).map { "EXCEPT \($0)" }
        .joined(separator: " ")
      return try String.fetchAll(
        database,
        sql: "SELECT id FROM tanada_photos WHERE added_at < ? \(used) ORDER BY 1",
        arguments: [moment.rfc3339]
      ).compactMap { PhotoID($0) }
    }
  }

  func unknownPictures(
    of kind: ContentKind, after address: String?, limit: Int
  ) throws -> [String] {
    try attempt {
      guard let field = kind.roles[.image], kind.field(field)?.type is URLField else { return [] }
      let picture = "items.\(SQL.name(field))"
      let tables = try fieldsWithPhotos().filter { $0.kind == kind && $0.field.name == field }
        .map { "SELECT \(SQL.name(field)) FROM \($0.table)" }
      return try String.fetchAll(
        database,
        sql: """
          SELECT DISTINCT \(picture) FROM (\(tables.joined(separator: " UNION ALL "))) AS items
          WHERE \(picture) > :after AND instr(\(picture), :own) = 0
            AND NOT EXISTS (
              SELECT 1 FROM tanada_photo_addresses AS known WHERE known.address = \(picture))
          ORDER BY 1 LIMIT :limit
          """,
        arguments: ["after": address ?? "", "own": PhotoAddress.prefix, "limit": limit])
    }
  }

  /// The fields that can show photos, each with the table that has its values in SQL. A field with translations is
  /// there twice.
  func fieldsWithPhotos() throws -> [(table: String, kind: ContentKind, field: ContentField)] {
    let known = try knownLocales()
    return try kinds().all.flatMap { kind in
      let isTranslated = known.hasAny(of: kind.name)
      return kind.fields.filter { $0.type is PhotoField || $0.type is URLField }.flatMap { field in
        let table = KindTable(kind).name
        let tables =
          isTranslated ? [table, TranslationColumn.values(of: field, in: table)] : [table]
        return tables.map { (table: $0, kind: kind, field: field) }
      }
    }
  }

  /// The items, present and former ones, whose addresses were assigned to the photo `id` at a revision that is
  /// kept.
  private func formerAssignments(
    of id: PhotoID, limit: Int, keptFrom first: Int
  ) throws -> [PhotoUse] {
    let present = try fieldsWithPhotos().map {
      (name: $0.table, kind: $0.kind.name, field: $0.field)
    }
    var uses: [PhotoUse] = []
    for (name, kind, field) in try present + formerTables() where field.type is URLField {
      guard uses.count < limit else { break }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT items.id, max(former.until_revision) FROM tanada_photo_address_versions AS former
          JOIN \(name) AS items ON items.\(SQL.name(field.name)) = former.address
          WHERE former.photo = ? AND former.until_revision > ?
          GROUP BY items.id ORDER BY items.id LIMIT ?
          """, arguments: [id.description, first, limit - uses.count])
      uses += rows.map { PhotoUse(kind: kind, id: $0[0], field: field.name, until: $0[1]) }
    }
    return uses
  }

  /// The fields of former items that can show photos, and the tables they are in, quoted.
  private func formerTables() throws -> [(name: String, kind: String, field: ContentField)] {
    var tables: [(name: String, kind: String, field: ContentField)] = []
    let known = try knownLocales()
    for version in try kindVersions() {
      let (kind, name) = (version.kind, version.pastTable.name)
      let isTranslated = known.hasAny(of: kind.name)
      for field in kind.fields where field.type is PhotoField || field.type is URLField {
        if tables.contains(where: { $0.name == name && $0.field.name == field.name }) { continue }
        tables.append((name, kind.name, field))
        guard isTranslated else { continue }
        let translated = TranslationColumn.values(of: field, in: name, besides: ["\"_until\""])
        tables.append((translated, kind.name, field))
      }
    }
    return tables
  }

  /// The photo that a field of `items` shows, in SQL.
  func shownPhoto(of field: ContentField) -> String {
    // With the table, since a field may be called like a column of another one.
    let column = "items.\(SQL.name(field.name))"
    return field.type is URLField ? ShownPhoto.of(address: column) : column
  }

  private func photo(in row: Row) throws -> Photo {
    let description: String = row["id"]
    let camera: String = row["camera"]
    guard let id = PhotoID(description), let format = PictureFormat(rawValue: row["format"]),
      let addedAt = Timestamp(row["added_at"]),
      let tree = try? JSONTree(parsing: Array(camera.utf8)),
      let camera = try? CameraData(reading: tree)
    else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT, message: "the photo \(description) has invalid fields")
    }
    return Photo(
      id: id, format: format, size: PictureSize(width: row["width"], height: row["height"]),
      orientation: row["orientation"], byteCount: row["byte_count"], camera: camera,
      placeholder: PhotoPlaceholder(
        blurHash: row["blurhash"], thumbHash: row["thumbhash"], color: row["color"]),
      description: PhotoDescription(row), addedAt: addedAt)
  }
}

/// The photos that addresses stand for, in SQL.
private enum ShownPhoto {
  /// The photo that the address in `column` is assigned to, or the one whose own address it is.
  static func of(address column: String) -> String {
    let (prefix, length) = (PhotoAddress.prefix, PhotoID.length)
    return """
      coalesce(
        (SELECT known.photo FROM tanada_photo_addresses AS known WHERE known.address = \(column)),
        CASE instr(\(column), '\(prefix)') WHEN 0 THEN NULL
        ELSE substr(\(column), instr(\(column), '\(prefix)') + \(prefix.utf8.count), \(length)) END)
      """
  }
}

/// The photos that prepared releases show.
private enum PreparedPhotos {
  /// Whether a release may show `:photo`, found without reading its operations as JSON: it names the photo or
  /// one of its addresses, or has texts that are written in another way.
  static let mayShow = """
    (instr(releases.operations, :photo) > 0 OR instr(releases.operations, char(92)) > 0
      OR EXISTS (
        SELECT 1 FROM tanada_photo_addresses AS known
        WHERE known.photo = :photo AND instr(releases.operations, known.address) > 0))
    """

  /// The releases that are not published, with every photo that a text in their operations may stand for, and
  /// where that is.
  static let query = """
    SELECT releases.id AS release, texts.fullkey AS path,
      coalesce(
        (SELECT id FROM tanada_photos WHERE id = texts.atom), \(ShownPhoto.of(address: "texts.atom"))
      ) AS photo
    FROM tanada_releases AS releases, json_tree(
      CASE WHEN json_valid(releases.operations) THEN releases.operations ELSE '[]' END) AS texts
    WHERE releases.published_revision IS NULL AND texts.type = 'text'
    """
}

extension PhotoDescription {
  /// The description in a row with `alt`, `focus_x` and `focus_y`.
  init(_ row: Row) {
    let (x, y): (Double?, Double?) = (row["focus_x"], row["focus_y"])
    self.init(
      alt: row["alt"], focus: x.flatMap { x in y.flatMap { PhotoFocus(x: x, y: $0) } })
  }
}

extension SQLiteTransaction {
  func add(_ photo: Photo) throws -> Change {
    try attempt {
      let isKnown = try self.photo(photo.id) != nil
      let (description, placeholder) = (photo.description, photo.placeholder)
      let arguments: StatementArguments = [
        "id": photo.id.description, "format": photo.format.rawValue, "width": photo.size.width,
        "height": photo.size.height, "orientation": photo.orientation,
        "byte_count": photo.byteCount,
        "camera": String(decoding: JSONWriter.encode(photo.camera.write), as: UTF8.self),
        "blurhash": placeholder.blurHash, "thumbhash": placeholder.thumbHash,
        "color": placeholder.color, "alt": description.alt, "focus_x": description.focus?.x,
        "focus_y": description.focus?.y, "added_at": photo.addedAt.rfc3339,
      ]
      try database.cachedStatement(
        sql: """
          INSERT INTO tanada_photos (id, format, width, height, orientation, byte_count, camera,
            blurhash, thumbhash, color, alt, focus_x, focus_y, added_at)
          VALUES (:id, :format, :width, :height, :orientation, :byte_count, :camera,
            :blurhash, :thumbhash, :color, :alt, :focus_x, :focus_y, :added_at)
          ON CONFLICT (id) DO UPDATE SET added_at = excluded.added_at
          """
      ).execute(arguments: arguments)
      return isKnown ? .unchanged : .inserted
    }
  }

  func describe(_ id: PhotoID, as description: PhotoDescription) throws -> Change {
    try attempt {
      guard let photo = try photo(id), photo.description != description else { return .unchanged }
      try record(photo: id)
      try keepDescription(of: id)
      try database.cachedStatement(
        sql: """
          UPDATE tanada_photos SET alt = :alt, focus_x = :x, focus_y = :y, revision = :revision
          WHERE id = :id
          """
      ).execute(arguments: [
        "id": id.description, "alt": description.alt, "x": description.focus?.x,
        "y": description.focus?.y, "revision": try currentRevision().number,
      ])
      return .updated
    }
  }

  func removePhoto(_ id: PhotoID) throws -> Change {
    try attempt {
      try database.cachedStatement(sql: "DELETE FROM tanada_photos WHERE id = ?")
        .execute(arguments: [id.description])
      return database.changesCount > 0 ? .deleted : .unchanged
    }
  }

  func setPhoto(_ id: PhotoID, assignedTo address: String) throws -> Change {
    try attempt {
      let before = try photos(assignedTo: [address])[address]
      guard before != id else { return .unchanged }
      try record(photo: id)
      try keepAssignment(of: address)
      try database.cachedStatement(
        sql: """
          INSERT INTO tanada_photo_addresses (address, photo, revision) VALUES (?, ?, ?)
          ON CONFLICT (address) DO UPDATE SET photo = excluded.photo, revision = excluded.revision
          """
      ).execute(arguments: [address, id.description, try currentRevision().number])
      return before == nil ? .inserted : .updated
    }
  }

  /// Notes that the transaction changed the description or an assigned address of photo `id`.
  private func record(photo id: PhotoID) throws {
    let number = try currentRevision().number
    try database.cachedStatement(
      sql: """
        INSERT INTO tanada_revision_photos (revision, photo) VALUES (?, ?) ON CONFLICT DO NOTHING
        """
    ).execute(arguments: [number, id.description])
  }
}
