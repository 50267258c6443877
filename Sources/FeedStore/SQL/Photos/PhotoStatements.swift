import FeedModel
import StrictJSON

extension SQLReading {
  func photo(_ id: PhotoID) throws -> Photo? {
    try attempt {
      try database.row("SELECT * FROM tanada_photos WHERE id = ?", [id.description]).map {
        try photo(in: $0)
      }
    }
  }

  func photos(
    matching words: [String], before number: Int?, limit: Int
  ) throws -> [(number: Int, photo: Photo)] {
    try attempt {
      let texts = """
        coalesce(alt, '') || \(dialect.lineFeed) || camera || \(dialect.lineFeed) || coalesce(
          (SELECT \(dialect.joined("address")) FROM tanada_photo_addresses
            WHERE photo = tanada_photos.id), '')
        """
      let condition = words.map { _ in "AND \(dialect.containsArgument(texts))" }
      let arguments = [(number ?? .max).sqlValue] + words.map(\.sqlValue) + [limit.sqlValue]
      return try database.rows(
        """
        SELECT * FROM tanada_photos WHERE number < ? \(condition.joined(separator: " "))
        ORDER BY number DESC LIMIT ?
        """, SQLArguments(arguments)
      ).map { (number: try $0["number"], photo: try photo(in: $0)) }
    }
  }

  func photos(assignedTo addresses: Set<ExactText>) throws -> [ExactText: PhotoID] {
    try attempt {
      try photos(
        "SELECT address, photo FROM tanada_photo_addresses WHERE address IN (:addresses)", addresses
      )
    }
  }

  /// The photos by their addresses, which `sql` finds as `address` and `photo`.
  ///
  /// - Parameter sql: with `:addresses` for a query of the addresses.
  func photos(
    _ sql: String, _ addresses: Set<ExactText>, _ arguments: SQLArguments = [:]
  ) throws -> [ExactText: PhotoID] {
    guard !addresses.isEmpty else { return [:] }
    let list = JSONWriter.encode { $0.array(addresses.map(\.text).sorted()) { $0.value($1) } }
    let rows = try database.rows(
      sql.replacing(":addresses", with: dialect.texts(ofArray: ":list")),
      ["list": String(decoding: list, as: UTF8.self)] + arguments)
    return try rows.reduce(into: [:]) { photos, row in
      photos[try (row["address"] as String).exact] = PhotoID(try row["photo"] as String)
    }
  }

  func addresses(of id: PhotoID) throws -> [String] {
    try attempt {
      try database.all(
        String.self, "SELECT address FROM tanada_photo_addresses WHERE photo = ? ORDER BY address",
        [id.description])
    }
  }

  func uses(of id: PhotoID, limit: Int) throws -> [PhotoUse] {
    try attempt {
      var uses: [PhotoUse] = []
      for (table, kind, field) in try fieldsWithPhotos() where uses.count < limit {
        let items = try database.all(
          Int.self,
          """
          SELECT DISTINCT items.id FROM \(table) AS items
          WHERE \(shownPhoto(of: field)) = ? ORDER BY items.id LIMIT ?
          """, [id.description, limit - uses.count], isCached: false)
        uses += items.map { PhotoUse(kind: kind.name, id: $0, field: field.name, until: nil) }
      }
      let first = try firstKeptRevision()
      uses += try formerAssignments(of: id, limit: limit - uses.count, keptFrom: first)
      for table in try formerTables() where uses.count < limit {
        let rows = try database.rows(
          """
          SELECT items.id, max(\(PastTable.number("items._until"))) FROM \(table.name) AS items
          WHERE \(PastTable.number("items._until")) > ? AND \(shownPhoto(of: table.field)) = ?
          GROUP BY items.id ORDER BY items.id LIMIT ?
          """, [first, id.description, limit - uses.count], isCached: false)
        uses += try rows.map {
          try PhotoUse(kind: table.kind, id: $0[0], field: table.field.name, until: $0[1])
        }
      }
      if uses.count < limit {
        uses += try preparedPhotos(mayShow: id).filter { $0.photo == id }
          .prefix(limit - uses.count).map {
            PhotoUse(kind: "releases", id: $0.release, field: "operations\($0.path)", until: nil)
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
      let used = (shown + formerlyShown + [assigned]).map { "EXCEPT \($0)" }.joined(separator: " ")
      let prepared = try Set(preparedPhotos().map(\.photo))
      return try database.all(
        String.self, "SELECT id FROM tanada_photos WHERE added_at < ? \(used) ORDER BY 1",
        [moment.rfc3339], isCached: false
      )
      .compactMap { PhotoID($0) }.filter { !prepared.contains($0) }
    }
  }

  func unknownPictures(
    of kind: ContentKind, after address: String?, limit: Int
  ) throws -> [String] {
    try attempt {
      guard let field = kind.roles[.image], kind.field(field)?.type is URLField else { return [] }
      let picture = "items.\(SQL.name(field))"
      let tables = try fieldsWithPhotos().filter { $0.kind == kind && $0.field.name == field }
        .map { "SELECT \(SQL.name(field)) FROM \($0.table) AS items" }
      return try database.all(
        String.self,
        """
        SELECT DISTINCT \(picture) FROM (\(tables.joined(separator: " UNION ALL "))) AS items
        WHERE \(picture) > :after AND \(dialect.place(of: ":own", in: picture)) = 0
          AND NOT EXISTS (
            SELECT 1 FROM tanada_photo_addresses AS known WHERE known.address = \(picture))
        ORDER BY 1 LIMIT :limit
        """, ["after": address ?? "", "own": PhotoAddress.prefix, "limit": limit], isCached: false)
    }
  }

  /// The fields that can show photos, each with the table that has its values in SQL. A field with translations is
  /// there twice.
  func fieldsWithPhotos() throws -> [(table: String, kind: ContentKind, field: ContentField)] {
    let known = try knownLocales()
    return try kinds().all.flatMap { kind in
      let isTranslated = known.hasAny(of: kind.name)
      return kind.fields.filter { $0.type is PhotoField || $0.type is URLField }.flatMap { field in
        let table = KindTable(kind, dialect).name
        let tables =
          isTranslated ? [table, TranslationColumn.values(of: field, in: table, dialect)] : [table]
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
      let rows = try database.rows(
        """
        SELECT items.id, max(former.until_revision) FROM tanada_photo_address_versions AS former
        JOIN \(name) AS items ON items.\(SQL.name(field.name)) = former.address
        WHERE former.photo = ? AND former.until_revision > ?
        GROUP BY items.id ORDER BY items.id LIMIT ?
        """, [id.description, first, limit - uses.count], isCached: false)
      uses += try rows.map { try PhotoUse(kind: kind, id: $0[0], field: field.name, until: $0[1]) }
    }
    return uses
  }

  /// The fields of former items that can show photos, and the tables they are in, quoted.
  private func formerTables() throws -> [(name: String, kind: String, field: ContentField)] {
    var tables: [(name: String, kind: String, field: ContentField)] = []
    let known = try knownLocales()
    for version in try kindVersions() {
      let (kind, name) = (version.kind, version.pastTable(dialect).name)
      let isTranslated = known.hasAny(of: kind.name)
      for field in kind.fields where field.type is PhotoField || field.type is URLField {
        if tables.contains(where: { $0.name == name && $0.field.name == field.name }) { continue }
        tables.append((name, kind.name, field))
        guard isTranslated else { continue }
        let translated = TranslationColumn.values(
          of: field, in: name, besides: ["\"_until\""], dialect)
        tables.append((translated, kind.name, field))
      }
    }
    return tables
  }

  /// The photo that a field of `items` shows, in SQL.
  func shownPhoto(of field: ContentField) -> String {
    // With the table, since a field may be called like a column of another one.
    let column = "items.\(SQL.name(field.name))"
    guard field.type is URLField else { return column }
    // The photo that the address is assigned to, or the one whose own address it is.
    let (prefix, length) = (PhotoAddress.prefix, PhotoID.length)
    let place = dialect.place(of: "'\(prefix)'", in: column)
    return """
      coalesce(
        (SELECT known.photo FROM tanada_photo_addresses AS known WHERE known.address = \(column)),
        CASE \(place) WHEN 0 THEN NULL
        ELSE substr(\(column), \(place) + \(prefix.utf8.count), \(length)) END)
      """
  }

  private func photo(in row: SQLRow) throws -> Photo {
    let description: String = try row["id"]
    let camera: String = try row["camera"]
    guard let id = PhotoID(description), let format = try PictureFormat(rawValue: row["format"]),
      let addedAt = try Timestamp(row["added_at"] as String),
      let tree = try? JSONTree(parsing: Array(camera.utf8)),
      let camera = try? CameraData(reading: tree)
    else {
      throw SQLError.corrupt("the photo \(description) has invalid fields")
    }
    return try Photo(
      id: id, format: format, size: PictureSize(width: row["width"], height: row["height"]),
      orientation: row["orientation"], byteCount: row["byte_count"], camera: camera,
      placeholder: PhotoPlaceholder(
        blurHash: row["blurhash"], thumbHash: row["thumbhash"], color: row["color"]),
      description: PhotoDescription(row), addedAt: addedAt)
  }
}

extension PhotoDescription {
  /// The description in a row with `alt`, `focus_x` and `focus_y`.
  init(_ row: SQLRow) throws {
    let (x, y): (Double?, Double?) = try (row["focus_x"], row["focus_y"])
    self.init(
      alt: try row["alt"], focus: x.flatMap { x in y.flatMap { PhotoFocus(x: x, y: $0) } })
  }
}

extension SQLTransaction {
  func add(_ photo: Photo) throws -> Change {
    try attempt {
      let isKnown = try self.photo(photo.id) != nil
      let (description, placeholder) = (photo.description, photo.placeholder)
      let arguments: SQLArguments = [
        "id": photo.id.description, "format": photo.format.rawValue, "width": photo.size.width,
        "height": photo.size.height, "orientation": photo.orientation,
        "byte_count": photo.byteCount,
        "camera": String(decoding: JSONWriter.encode(photo.camera.write), as: UTF8.self),
        "blurhash": placeholder.blurHash, "thumbhash": placeholder.thumbHash,
        "color": placeholder.color, "alt": description.alt, "focus_x": description.focus?.x,
        "focus_y": description.focus?.y, "added_at": photo.addedAt.rfc3339,
      ]
      try database.perform(
        """
        INSERT INTO tanada_photos (number, id, format, width, height, orientation, byte_count, camera,
          blurhash, thumbhash, color, alt, focus_x, focus_y, added_at)
        VALUES ((SELECT coalesce(max(number), 0) + 1 FROM tanada_photos), :id, :format, :width,
          :height, :orientation, :byte_count, :camera,
          :blurhash, :thumbhash, :color, :alt, :focus_x, :focus_y, :added_at)
        ON CONFLICT (id) DO UPDATE SET added_at = excluded.added_at
        """, arguments)
      return isKnown ? .unchanged : .inserted
    }
  }

  func describe(_ id: PhotoID, as description: PhotoDescription) throws -> Change {
    try attempt {
      guard let photo = try photo(id), photo.description != description else { return .unchanged }
      try record(photo: id)
      try keepDescription(of: id)
      try database.perform(
        """
        UPDATE tanada_photos SET alt = :alt, focus_x = :x, focus_y = :y, revision = :revision
        WHERE id = :id
        """,
        [
          "id": id.description, "alt": description.alt, "x": description.focus?.x,
          "y": description.focus?.y, "revision": try currentRevision().number,
        ])
      return .updated
    }
  }

  func removePhoto(_ id: PhotoID) throws -> Change {
    try attempt {
      let count = try database.execute(
        "DELETE FROM tanada_photos WHERE id = ?", [id.description])
      return count > 0 ? .deleted : .unchanged
    }
  }

  func setPhoto(_ id: PhotoID, assignedTo address: String) throws -> Change {
    try attempt {
      let before = try photos(assignedTo: [address.exact])[address.exact]
      guard before != id else { return .unchanged }
      try record(photo: id)
      try keepAssignment(of: address)
      try database.perform(
        """
        INSERT INTO tanada_photo_addresses (address, photo, revision) VALUES (?, ?, ?)
        ON CONFLICT (address) DO UPDATE SET photo = excluded.photo, revision = excluded.revision
        """, [address, id.description, try currentRevision().number])
      return before == nil ? .inserted : .updated
    }
  }
}
