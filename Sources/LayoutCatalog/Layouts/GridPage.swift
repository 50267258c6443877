package import FeedLayout
package import StrictJSON

/// The details that the pages of a layout have beside their frames.
protocol GridPageDetails: Sendable {
  static var type: LayoutType { get }
  /// How many of the last frames are hidden.
  var hiddenCount: Int { get }
  /// The details of the page in a list that begins at 0.
  var inList: Self { get }

  /// Writes the members that a whole layout has too; `frames` are those of the page.
  func write(_ frames: [Frame], to object: inout JSONWriter)
}

extension GridPageDetails {
  var hiddenCount: Int { 0 }
  var inList: Self { self }

  fileprivate var type: LayoutType { Self.type }
}

/// The page of a layout that follows a state.
package struct GridPage: Sendable {
  /// The size of everything placed so far, before this page and on it, or of everything to be
  /// placed.
  private var contentSize: Size
  private var details: any GridPageDetails
  /// The frames of this page, hidden ones last.
  package private(set) var frames: [Frame]

  init(width: Double, height: Double, details: any GridPageDetails, frames: [Frame]) {
    // Two edges at the ends of all numbers are further apart than any number.
    contentSize = Size(width: width, height: min(height, .greatestFiniteMagnitude))
    self.details = details
    self.frames = frames
  }

  /// The height of everything placed so far, or of everything to be placed, in points.
  package var height: Double { contentSize.height }

  /// The mirror image in a viewport of `width` points.
  package func mirrored(in width: Double) -> GridPage {
    var page = self
    page.frames.mirror(in: width)
    return page
  }

  /// The page as a part of a list that takes `height` points in all, and begins at 0.
  package func part(ofContentOfHeight height: Double) -> GridPage {
    var page = self
    page.contentSize = Size(width: contentSize.width, height: height)
    page.details = details.inList
    return page
  }

  /// Writes the members that a whole layout has too.
  package func write(
    to object: inout JSONWriter, viewport: Viewport, presentation: LayoutPresentation
  ) {
    object.member("type", details.type.rawValue)
    object.object("viewport") { viewport.write(to: &$0) }
    object.member("content_size", contentSize)
    details.write(frames, to: &object)
    object.array("frames", frames) { $1.write(to: &$0) }
    presentation.write(frames, hiddenCount: details.hiddenCount, to: &object)
  }
}
