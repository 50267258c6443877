public import FeedLayout

/// Pages that come to rest in the middle. Offsets are those of the published pages, in points: the first page has the
/// largest.
public struct SnapCarouselMotion: SectionMotion {
  public let initialOffset: Double
  public let limits: ClosedRange<Double>?
  public var offsetPerPoint: Double { place.side }
  public var period: Double? { nil }
  public let settling: SettleAnimation?
  public let dragMinimum: Double?

  private let pages: [Double]
  private let viewport: Viewport
  private let options: SnapCarouselLayout.Options
  private let place: MotionPlace

  /// `nil` for pages of which nothing can be computed.
  init?(_ carousel: PublishedLayout.SnapCarousel, _ place: MotionPlace) {
    guard let last = carousel.pages.last?.snapOffset, last <= carousel.initialOffset,
      let viewport = try? Viewport(width: place.width)
    else { return nil }
    self.place = place
    self.viewport = viewport
    initialOffset = carousel.initialOffset
    limits = last...carousel.initialOffset
    settling = carousel.settling
    dragMinimum = carousel.dragMinimum
    pages = carousel.pages.map(\.snapOffset)
    var options = SnapCarouselLayout.Options()
    options.flickVelocity = carousel.flickVelocity
    self.options = options
  }

  public func poses(at offset: Double) -> [ItemPose?] {
    place.moved(by: (offset - initialOffset) * place.side)
  }

  public func offset(ofIndex index: Int) -> Double? {
    pages.indices.contains(index) ? pages[index] : nil
  }

  public func box(ofItem index: Int) -> Rect { place.boxes[index] }

  public func settle(from offset: Double, translation: Double, velocity: Double) -> MotionRest {
    let side = place.side
    guard
      let end = try? SnapCarouselLayout.settle(
        pageCount: pages.count, offset: offset, translation: translation * side,
        velocity: velocity * side, viewport: viewport, options: options)
    else { return MotionRest(target: initialOffset, offset: initialOffset, index: 0) }
    return MotionRest(target: end.offset, offset: end.offset, index: end.page)
  }
}
