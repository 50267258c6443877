package import FeedLayout
package import FeedModel
package import LayoutCatalog

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
