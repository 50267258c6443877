import FeedLayout

/// Where the next page of a section begins, and all that placing it takes beside the section's items.
///
/// It is written into addresses, so servers sign it and believe none that they have not signed.
package struct SectionCursor: Codable, Hashable, Sendable {
  /// The revision that all pages are of.
  package let revision: Int
  /// When that was written, in milliseconds since 1970: a database that is restored from a copy may
  /// come to the same number again.
  let committedAt: Int
  /// The 0-based position of the page's first item.
  package let position: Int
  /// The width of the viewport, in points.
  package let width: Double
  /// Where the section is on the whole screen, in points.
  let top: Double
  let height: Double
  /// How the layout goes on; `nil` for one that is placed as a whole.
  let continuation: SectionContinuation?

  private enum CodingKeys: String, CodingKey {
    case revision = "r"
    case committedAt = "t"
    case position = "p"
    case width = "w"
    case top = "y"
    case height = "h"
    case continuation = "l"
  }

  /// The section's box on the whole screen.
  var frame: FeedSection.Box { FeedSection.Box(x: 0, y: top, width: width, height: height) }
}

extension SectionCursor {
  /// The cursor of the item at `position` in the same section.
  init(_ cursor: SectionCursor, movedTo position: Int, continuation: SectionContinuation?) {
    self.init(
      revision: cursor.revision, committedAt: cursor.committedAt, position: position,
      width: cursor.width, top: cursor.top, height: cursor.height, continuation: continuation)
  }
}
