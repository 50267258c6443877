extension Keyframes {
  /// Keyframes of `transform` for a page of `page` points, over a range of progress.
  ///
  /// - Parameters:
  ///   - transform: the motion.
  ///   - range: within ``supportedProgress``.
  ///   - page: what the transform refers to, in points.
  ///   - card: what is drawn on the page, whose corners are measured; the page itself if `nil`.
  ///   - tolerance: how far from the motion the drawing may be, in points and levels of 256; see
  ///     ``Keyframes``; within ``supportedTolerances``.
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)`` for a range or a tolerance that is
  ///   not supported, or for more than 400 pieces;
  ///   ``LayoutError/unprovenMotion(_:tolerance:)`` where no proof was found in bounded time.
  /// - Complexity: O(v² + v · reach · channels), v being the ends of cells: some ten for motion that
  ///   is straight between its kinks, some hundred for others.
  public init(
    of transform: PagingTransform, over range: ClosedRange<Double>, page: Size, card: Size? = nil,
    tolerance: Double
  ) throws(LayoutError) {
    let page = MotionInput.page(page)
    let card = MotionInput.page(card ?? page)
    switch transform {
    case .scale(let transform):
      try self.init(
        KeyframedScale(transform: transform, page: page, card: card), over: range,
        tolerance: tolerance)
    case .stack(let transform):
      try self.init(
        KeyframedStack(transform: transform, page: page, card: card), over: range,
        tolerance: tolerance)
    case .snapshot(let transform):
      try self.init(
        try KeyframedSnapshot(transform, page: page), over: range, tolerance: tolerance)
    }
  }
}
