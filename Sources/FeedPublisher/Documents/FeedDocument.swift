package import FeedLayout
package import FeedModel
package import LayoutCatalog
package import StrictJSON

/// A whole screen: content plus layout, for one viewport, as of one revision.
package struct FeedDocument: Sendable {
  /// The version of the published shape. Keys are only ever added to it.
  package static let schemaVersion = 1

  package let feed: String
  /// The revision of the content; 0 before the first write.
  package let revision: Int
  package let generatedAt: Timestamp
  /// When the next item or section appears or disappears; `nil` if none will.
  package let expiresAt: Timestamp?
  package let traits: ScreenTraits
  /// The sections from top to bottom.
  package let sections: [FeedSection]

  package init(
    feed: String, revision: Int, generatedAt: Timestamp, expiresAt: Timestamp?,
    traits: ScreenTraits, sections: [FeedSection]
  ) {
    self.feed = feed
    self.revision = revision
    self.generatedAt = generatedAt
    self.expiresAt = expiresAt
    self.traits = traits
    self.sections = sections
  }

  package var viewport: Viewport { traits.viewport }

  /// The viewport's width and the height of all sections, in points.
  package var contentSize: Size {
    Size(width: viewport.width, height: sections.last?.frame.maxY ?? 0)
  }
}

/// One section on a screen. `items[i]` belongs to `layout.frames[i]`.
package struct FeedSection: Sendable {
  /// What its editors wrote.
  let specification: Composition.Section
  /// Where the section is on the screen, in points.
  package let frame: Rect
  /// What is above the layout.
  package let header: HeaderDesign?
  /// What the layout was made with, and the cell.
  package let design: SectionDesign
  package let layout: SectionLayout
  /// What is published of the layout beside its frames.
  package let presentation: LayoutPresentation
  package let items: [FeedItem]

  package var id: String { specification.id }
  package var kind: ContentKind { specification.kind }
  package var title: String { specification.title }
  /// What is below the title in the header.
  package var subtitle: String? { specification.header?.subtitle }
  /// What leads to all items, in the header.
  package var actionTitle: String? { specification.header?.action?.title }
  /// What is drawn inside the frames.
  package var cell: Cell? { design.cell }
  /// Where the coordinates of the layout begin, in those of the section.
  package var layoutOrigin: Point { HeaderDesign.layoutOrigin(below: header) }
  /// A broader name for ``kind``, for clients that do not know it.
  package var category: String? { specification.category }
  /// The oldest version of the published shape that clients must know to show the section.
  package var minSchemaVersion: Int { specification.minSchemaVersion }
}

extension FeedDocument {
  /// Writes the whole screen.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("schema_version", Self.schemaVersion)
      object.member("feed", feed)
      object.member("revision", revision)
      object.member("generated_at", generatedAt.rfc3339)
      object.key("expires_at")
      if let expiresAt { object.value(expiresAt.rfc3339) } else { object.null() }
      object.object("viewport") { viewport.write(to: &$0) }
      object.member("content_size", contentSize)
      object.member("text_size", traits.textSize.share)
      object.member("direction", traits.direction.rawValue)
      object.array("sections", sections) { $1.write(to: &$0) }
    }
  }
}

extension FeedSection {
  /// Writes the section as a part of a screen.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      specification.writeHead(frame: frame, header: header, cell: cell, to: &object)
      object.key("layout")
      layout.write(to: &object, presentation: presentation) { design.options.write(to: &$0) }
      object.items(items, in: pictureBoxes)
      object.key("next")
      object.null()
    }
  }

  /// Where the picture of each item is drawn.
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
  func writeHead(
    frame: Rect, header: HeaderDesign?, cell: Cell?, to object: inout JSONWriter
  ) {
    object.member("id", id)
    object.member("kind", kind.name)
    object.member("title", title)
    if let category { object.member("category", category) }
    if minSchemaVersion > 1 { object.member("min_schema_version", minSchemaVersion) }
    object.member("frame", frame)
    object.key("header")
    if let header { write(header, to: &object) } else { object.null() }
    object.member("layout_origin", HeaderDesign.layoutOrigin(below: header))
    object.object("roles") { kind.roles.write(to: &$0) }
    object.member("cell", cell)
  }

  private func write(_ design: HeaderDesign, to writer: inout JSONWriter) {
    writer.object { object in
      object.member("height", design.height)
      object.member("subtitle", optional: header?.subtitle) { $0.value($1) }
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
