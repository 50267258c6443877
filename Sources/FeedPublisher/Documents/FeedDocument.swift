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
  /// When something begins or ceases to be shown; `nil` if nothing is going to.
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

  /// The height of all sections at the viewport's width, in points.
  package var contentSize: Size {
    Size(width: viewport.width, height: sections.last?.frame.maxY ?? 0)
  }
}

/// One section on a screen. `items[i]` belongs to `layout.frames[i]`.
package struct FeedSection: Sendable {
  /// Where a section is on the screen, in points.
  package struct Box: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double
    package var maxY: Double { y + height }
  }

  /// What its editors wrote.
  let specification: Composition.Section
  package let frame: Box
  package let layout: SectionLayout
  /// What the layout is published with beside its frames.
  package let presentation: LayoutPresentation
  package let items: [FeedItem]

  package var id: String { specification.id }
  package var kind: ContentKind { specification.kind }
  package var title: String { specification.title }
  /// What a client that does not know ``kind`` takes it for.
  package var category: String? { specification.category }
  /// The oldest version of the published shape whose clients can show it.
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
  /// Writes the section as it stands in a screen.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      specification.writeHead(frame: frame, to: &object)
      object.key("layout")
      layout.write(to: &object, presentation: presentation)
      object.array("items", items) { $0.raw($1.json) }
    }
  }
}

extension Composition.Section {
  /// Writes what stands before a section's layout: what it is, and where.
  func writeHead(frame: FeedSection.Box, to object: inout JSONWriter) {
    object.member("id", id)
    object.member("kind", kind.rawValue)
    object.member("title", title)
    if let category { object.member("category", category) }
    if minSchemaVersion > 1 { object.member("min_schema_version", minSchemaVersion) }
    object.object("frame") {
      $0.member("x", frame.x)
      $0.member("y", frame.y)
      $0.member("width", frame.width)
      $0.member("height", frame.height)
    }
  }
}
