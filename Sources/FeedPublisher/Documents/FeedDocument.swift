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
  package let viewport: Viewport
  /// The sections from top to bottom, each directly below the last.
  package let sections: [FeedSection]

  package init(
    feed: String, revision: Int, generatedAt: Timestamp, expiresAt: Timestamp?,
    viewport: Viewport, sections: [FeedSection]
  ) {
    self.feed = feed
    self.revision = revision
    self.generatedAt = generatedAt
    self.expiresAt = expiresAt
    self.viewport = viewport
    self.sections = sections
  }

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
  package let layout: SectionLayout
  /// What is published of the layout beside its frames.
  package let presentation: LayoutPresentation
  package let items: [FeedItem]

  package var id: String { specification.id }
  package var kind: ContentKind { specification.kind }
  package var title: String { specification.title }
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
      object.array("sections", sections) { $1.write(to: &$0) }
    }
  }
}

extension FeedSection {
  /// Writes the section as a part of a screen.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      specification.writeHead(frame: frame, to: &object)
      object.key("layout")
      layout.write(to: &object, presentation: presentation)
      object.items(items, drawnAt: layout.pictureSizes)
    }
  }
}

extension JSONWriter {
  /// The items of a section, whose pictures are drawn at `sizes`, one for each.
  mutating func items(_ items: some Collection<FeedItem>, drawnAt sizes: some Sequence<Size>) {
    array("items", zip(items, sizes)) { $0.raw($1.0.json(drawnAt: $1.1)) }
  }
}

extension Composition.Section {
  /// Writes the members that precede a section's layout.
  func writeHead(frame: Rect, to object: inout JSONWriter) {
    object.member("id", id)
    object.member("kind", kind.name)
    object.member("title", title)
    if let category { object.member("category", category) }
    if minSchemaVersion > 1 { object.member("min_schema_version", minSchemaVersion) }
    object.object("frame") {
      $0.member("x", frame.x)
      $0.member("y", frame.y)
      $0.member("width", frame.width)
      $0.member("height", frame.height)
    }
    object.object("roles") { kind.roles.write(to: &$0) }
  }
}

extension Rect {
  /// Right edge, in points.
  package var maxX: Double { x + width }
  /// Bottom edge, in points.
  package var maxY: Double { y + height }
}
