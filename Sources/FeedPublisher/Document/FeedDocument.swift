package import FeedLayout
package import FeedModel

/// A whole screen: content plus layout, for one viewport, as of one revision.
package struct FeedDocument: Sendable {
  /// The version of the published shape. Keys are only ever added to it.
  package static let schemaVersion = 1

  package let feed: String
  /// The revision of the content; 0 before the first write.
  package let revision: Int
  package let generatedAt: Timestamp
  package let viewport: Viewport
  /// The sections from top to bottom, each directly below the last.
  package let sections: [FeedSection]

  package init(
    feed: String, revision: Int, generatedAt: Timestamp, viewport: Viewport,
    sections: [FeedSection]
  ) {
    self.feed = feed
    self.revision = revision
    self.generatedAt = generatedAt
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

  package let id: String
  package let kind: ContentKind
  package let title: String
  package let frame: Box
  package let layout: SectionLayout
  /// What the layout is published with beside its frames.
  package let presentation: LayoutPresentation
  package let items: [FeedItem]
}

/// One item with what clients would otherwise have to work out.
package struct FeedItem: Sendable {
  package let entity: any ContentEntity
  /// The day it was published, `yyyy.MM.dd` in the feed's time zone.
  package let dateLabel: String?
  /// How far each star is filled, for kinds with a rating.
  package let stars: [Double]?
  /// The item as it is published. It is the same at every width, so it is written once.
  package let json: [UInt8]
}
