/// The traits of a screen that layouts depend on: its size, its text size, its reading direction, and what its client
/// draws.
public struct ScreenTraits: Hashable, Sendable {
  /// The size of the screen's part.
  public let viewport: Viewport
  /// How large text is.
  public let textSize: TextSize
  /// Which way the screen reads.
  public let direction: LayoutDirection
  /// The newest version of documents that the client draws; inside ``DocumentVersion/all``.
  public let version: Int

  /// The traits of a screen that shows `viewport`; as a default with text as designed, read from the left, for a client
  /// that draws everything. A `version` beyond ``DocumentVersion/all`` is the nearest of them.
  public init(
    _ viewport: Viewport, textSize: TextSize = .standard,
    direction: LayoutDirection = .leftToRight, version: Int = DocumentVersion.newest
  ) {
    self.viewport = viewport
    self.textSize = textSize
    self.direction = direction
    self.version = min(max(version, DocumentVersion.first), DocumentVersion.newest)
  }

  /// These traits for a client that draws documents up to `version`.
  public func drawing(version: Int) -> ScreenTraits {
    ScreenTraits(viewport, textSize: textSize, direction: direction, version: version)
  }
}
