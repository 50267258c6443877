package import FeedLayout
package import FeedModel
package import LayoutCatalog
package import StrictJSON

/// A whole screen: content plus layout, for one viewport, as of one revision.
package struct FeedDocument: Sendable {
  /// The version of the published shape. Keys are only ever added to it.
  package static let schemaVersion = 1

  let head: ScreenHead
  /// The sections from top to bottom.
  package let sections: [FeedSection]

  package var feed: String { head.feed }
  /// The revision that changed the document last; 0 before the first write.
  package var revision: Int { head.revision }
  /// The time of that revision.
  package var generatedAt: Timestamp { head.generatedAt }
  /// When an item or section of the feed next begins or ceases to be shown; `nil` if none is scheduled.
  package var expiresAt: Timestamp? { head.expiresAt }
  package var traits: ScreenTraits { head.traits }
  /// The locale of the texts and labels.
  package var locale: LocaleTag { head.locale }
  package var viewport: Viewport { traits.viewport }

  /// The items that have no place on the screen.
  package var errors: [ItemError] { sections.flatMap(\.errors) }

  /// The viewport's width and the height of all sections, in points.
  package var contentSize: Size {
    Size(width: viewport.width, height: sections.last?.frame.maxY ?? 0)
  }
}

/// One section on a screen: the items that its layout can draw. `items[i]` belongs to `layout.frames[i]`.
package struct FeedSection: Sendable {
  /// The section of the composition, as its editors wrote it.
  let specification: Composition.Section
  /// The revision that changed the section last; 0 before the first write.
  package let revision: Int
  /// The frame of the section on the screen, in points.
  package let frame: Rect
  /// The header above the layout; `nil` for a section without one.
  package let header: HeaderDesign?
  /// The options of the layout, and the cell.
  package let design: SectionDesign
  package let layout: SectionLayout
  /// The members of the layout that are published beside its frames.
  package let presentation: LayoutPresentation
  package let items: [FeedItem]
  /// Why the layout cannot draw the others.
  package let errors: [ItemError]
  /// The cursor of the first page behind the section's items; `nil` at the end, and for a layout that depends on
  /// every item.
  let next: SectionCursor?

  package var id: String { specification.id }
  package var kind: ContentKind { specification.kind }
  package var title: String { specification.title.text }
  /// The text below the title in the header; `nil` for none.
  package var subtitle: String? { specification.header?.subtitle?.text }
  /// The title of the header's action, which leads to all items; `nil` for none.
  package var actionTitle: String? { specification.header?.action?.title.text }
  /// The cell that is drawn inside the frames; `nil` for none.
  package var cell: Cell? { design.cell }
  /// The origin of the layout's coordinates in those of the section.
  package var layoutOrigin: Point { HeaderDesign.layoutOrigin(below: header) }
  /// A broader name for ``kind``, for clients that do not know it.
  package var category: String? { specification.category }
  /// The oldest version of the published shape that clients must know to show the section.
  package var minSchemaVersion: Int { specification.minSchemaVersion }
}

extension FeedDocument {
  /// Writes the whole screen.
  package func write(to writer: inout JSONWriter) {
    head.write(
      sections.map { (SectionFragment($0), top: $0.frame.y) }, height: contentSize.height,
      to: &writer)
  }

  /// The screen with one of its sections only, at its place.
  package func only(_ section: FeedSection) -> FeedDocument {
    FeedDocument(head: head, sections: [section])
  }
}

extension FeedSection {
  /// Writes the section as a part of a screen, without the address of its next page.
  ///
  /// - Returns: the place of the section's top edge in the writer's bytes.
  func write(to writer: inout JSONWriter) -> Range<Int> {
    var place = 0..<0
    writer.object { object in
      place = specification.writeHead(
        revision: revision, frame: frame, header: header, design: design, to: &object)
      object.key("layout")
      layout.write(to: &object, presentation: presentation) { design.options.write(to: &$0) }
      object.items(items, in: pictureBoxes)
    }
    return place
  }

  /// The box in which the picture of each item is drawn.
  package var pictureBoxes: [PictureBox] { design.pictureBoxes(of: layout.frames) }
}

extension JSONWriter {
  /// The items of a section, whose pictures are drawn in `boxes`, one for each.
  mutating func items(_ items: some Collection<FeedItem>, in boxes: some Sequence<PictureBox>) {
    array("items", zip(items, boxes)) { $0.raw($1.0.json(in: $1.1)) }
  }
}

extension Composition.Section {
  /// Writes the members that precede a section's layout.
  ///
  /// - Returns: the place of the top edge in the writer's bytes.
  @discardableResult func writeHead(
    revision: Int, frame: Rect, header: HeaderDesign?, design: SectionDesign,
    to object: inout JSONWriter
  ) -> Range<Int> {
    object.member("id", id)
    object.member("kind", kind.name)
    object.member("title", title.text)
    object.member("revision", revision)
    object.member("version", design.version)
    if let category { object.member("category", category) }
    if let salt = window.when?.share?.salt { object.member("variant_of", salt) }
    if minSchemaVersion > 1 { object.member("min_schema_version", minSchemaVersion) }
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
    object.key("header")
    if let header { write(header, to: &object) } else { object.null() }
    object.member("layout_origin", HeaderDesign.layoutOrigin(below: header))
    object.object("roles") { kind.roles.write(to: &$0) }
    object.member("cell", design.cell)
    return place
  }

  private func write(_ design: HeaderDesign, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("height", design.height)
      object.member("subtitle", optional: header?.subtitle?.text) { $0.value($1) }
      object.member("action", optional: header?.action) { writer, action in
        writer.object { action.write(to: &$0) }
      }
      object.array("slots", design.slots) { $1.write(to: &$0) }
    }
  }
}

extension Rect {
  /// Right edge, in points.
  package var maxX: Double { x + width }
  /// Bottom edge, in points.
  package var maxY: Double { y + height }
}
