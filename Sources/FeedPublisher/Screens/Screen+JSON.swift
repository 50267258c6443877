import FeedLayout
import FeedModel
package import StrictJSON

extension Screen {
  /// Writes the whole screen.
  package func write(to writer: inout JSONWriter) {
    write(sections, height: contentSize.height, to: &writer) { (Fragment($0), $0.frame.y) }
  }

  /// Writes the screen with other sections, `height` points high in all, which `make` makes one
  /// after the other with their top edges.
  func write<Source>(
    _ sections: [Source], height: Double, to writer: inout JSONWriter,
    making make: (Source) -> (fragment: Fragment, top: Double)
  ) {
    writer.object { object in
      object.member("schema_version", Self.schemaVersion)
      object.member("feed", feed)
      object.member("revision", revision)
      object.member("generated_at", generatedAt.rfc3339)
      object.member("expires_at", optional: expiresAt) { $0.value($1.rfc3339) }
      object.member("viewport", traits.viewport)
      object.member("content_size", Size(width: traits.viewport.width, height: height))
      object.member("text_size", traits.textSize.share)
      object.member("direction", traits.direction.rawValue)
      object.member("locale", locale.text)
      object.notes(notes)
      var errors: [ItemError] = []
      object.array("sections", sections) { writer, section in
        let (fragment, top) = make(section)
        fragment.write(at: top, of: feed, pages, to: &writer)
        errors += fragment.errors
      }
      object.itemErrors(errors)
    }
  }

  /// Writes the page with all items of `section`, as the only one.
  package func writePage(of section: Section, to writer: inout JSONWriter) {
    section.writePage(of: feed, in: locale, notes, next: nil, to: &writer)
  }

  /// The JSON of a section at one width and text size, wherever it is on the screen.
  struct Fragment: Sendable {
    let height: Double
    /// The JSON up to the top edge, and from there to the address of the next page.
    private let beginning: ArraySlice<UInt8>
    private let rest: ArraySlice<UInt8>
    let id: String
    let errors: [ItemError]
    private let limit: Int
    private let next: SectionCursor?

    init(_ section: Section) {
      height = section.frame.height
      var place = 0..<0
      let json = JSONWriter.encode { place = section.write(to: &$0) }
      beginning = json[..<place.lowerBound]
      rest = json[place.upperBound...].dropLast()
      id = section.id
      errors = section.errors
      limit = section.specification.limit
      next = section.next
    }

    var byteCount: Int {
      errors.reduce(beginning.count + rest.count + 128) { $0 + 64 + $1.detail.utf8.count }
    }

    /// Writes the section, of the feed called `feed`, with its top edge at `top` points.
    func write(
      at top: Double, of feed: String, _ pages: PageAddresses?, to writer: inout JSONWriter
    ) {
      let address = next.flatMap {
        try? pages?.page(at: $0.at(top: top), of: id, in: feed, limit: limit)
      }
      writer.raw(beginning, top, rest)
      writer.continuingObject { $0.member("next", optional: address) { $0.value($1) } }
    }
  }
}

extension Screen.Section {
  /// Writes the page with the section and, unless it is the last one, the address of the next one.
  func writePage(
    of feed: String, in locale: LocaleTag, _ notes: [DocumentNote], next: String?,
    to writer: inout JSONWriter
  ) {
    writer.object { object in
      object.member("feed", feed)
      object.member("revision", revision)
      object.key("section")
      _ = write(to: &object)
      object.member("locale", locale.text)
      object.notes(notes)
      object.member("next", optional: next) { $0.value($1) }
      object.itemErrors(errors)
    }
  }

  /// Writes the section without the address of its next page, and returns the place of its top
  /// edge.
  fileprivate func write(to writer: inout JSONWriter) -> Range<Int> {
    var place = 0..<0
    writer.object { object in
      place = writeHead(revision: revision, frame: frame, to: &object)
      object.key("layout")
      layout.write(to: &object, presentation: presentation, range: range) {
        design.options.write(to: &$0)
      }
      object.array("items", zip(items, pictureBoxes)) { $0.raw($1.0.json(in: $1.1)) }
    }
    return place
  }

  /// Writes the members that precede the layout, and returns the place of the top edge.
  @discardableResult func writeHead(
    revision: Int, frame: Rect, to object: inout JSONWriter
  ) -> Range<Int> {
    object.member("id", id)
    object.member("kind", kind.name)
    object.member("title", title)
    object.member("revision", revision)
    object.member("version", design.version)
    if let category = specification.category { object.member("category", category) }
    if let salt = specification.window.when?.share?.salt { object.member("variant_of", salt) }
    if specification.minSchemaVersion > 1 {
      object.member("min_schema_version", specification.minSchemaVersion)
    }
    var place = 0..<0
    object.object("frame") { rect in
      rect.member("x", frame.x)
      rect.key("y")
      let start = rect.bytes.count
      rect.value(frame.y)
      place = start..<rect.bytes.count
      rect.member("width", frame.width)
      rect.member("height", frame.height)
    }
    object.member("header", optional: header) { write($1, to: &$0) }
    object.member("layout_origin", layoutOrigin)
    object.object("roles") { kind.roles.write(to: &$0) }
    object.member("cell", design.cell)
    return place
  }

  private func write(_ design: HeaderDesign, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("height", design.height)
      object.member("subtitle", optional: subtitle) { $0.value($1) }
      object.member("action", optional: specification.header?.action) { writer, action in
        writer.object { action.write(to: &$0) }
      }
      object.array("slots", design.slots) { $1.write(to: &$0) }
    }
  }
}
