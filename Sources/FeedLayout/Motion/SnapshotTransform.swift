/// How a picture of a card falls to pieces at the sides, as a pure function of progress.
///
/// The formulas are those of the snapshot transform of CollectionViewPagingLayout (amirdew, 2022, MIT),
/// evaluated in doubles. Lengths refer to the card and its pieces as they are before any transform;
/// the library measures them as the previous frame left them, so that its pieces depend on the way
/// they came.
public struct SnapshotTransform: Hashable, Sendable {
  /// A card's place and look at one progress: the container of the pieces, and the pieces inside it.
  public struct Sample: Hashable, Sendable {
    /// What is done to all pieces together, about the card's centre.
    public let container: Container
    /// The pieces in reading order; none at progress 0, where the card itself is shown.
    public let pieces: [Piece]
  }

  /// What is done to all pieces together.
  public struct Container: Hashable, Sendable {
    /// Size relative to the untransformed card.
    public let scale: Double
    /// Displacement to the right, in points.
    public let tx: Double
    /// Displacement down, in points.
    public let ty: Double
  }

  /// One piece, moved and then scaled about its own centre.
  public struct Piece: Hashable, Sendable {
    /// 0-based, from the top.
    public let row: Int
    /// 0-based, from the left.
    public let column: Int
    /// Its extents before any transform, in points.
    public let size: Size
    /// Displacement to the right, in points.
    public let tx: Double
    /// Displacement down, in points.
    public let ty: Double
    /// Width relative to the piece's own; 0 and up.
    public let scaleX: Double
    /// Height relative to the piece's own; 0 and up.
    public let scaleY: Double
    /// 0 (invisible) to 1.
    public let alpha: Double
    /// In points; 0 and up.
    public let cornerRadius: Double
  }

  /// What the transform was made from.
  public let options: Options

  /// A transform of `options`.
  ///
  /// - Throws: ``LayoutError`` for the first option that no sample can be computed with.
  public init(_ options: Options) throws(LayoutError) {
    try options.check()
    self.options = options
  }

  /// The transform published as `preset`.
  public init(_ preset: Preset) {
    options = Options(preset)
  }

  /// The transform of a page of `page` points at `progress`.
  ///
  /// Total: infinities count as very large, what is not a number as 0.
  /// - Complexity: O(pieces), at most 10,000.
  public func sample(at progress: Double, page: Size) -> Sample {
    let page = MotionInput.page(page)
    let progress = MotionInput.progress(progress)
    let container = container(at: progress, page: page)
    let motion = PieceMotion(options, distance: progress.unsigned, page: page)
    return Sample(
      container: Container(scale: container.scale, tx: container.tx, ty: container.ty),
      pieces: progress == 0 ? [] : motion.grid.places.map(motion.piece))
  }

  /// The library's lower bound of the vertical displacement looks at the horizontal one; this one
  /// does not.
  func container<Number: MotionNumber>(
    at progress: Number, page: Size
  ) -> (scale: Number, tx: Number, ty: Number) {
    let lower = options.containerMinTranslationRatio
    let upper = options.containerMaxTranslationRatio
    let ratio = options.containerTranslationRatio
    return (
      scale: (Number(1) - progress.unsigned * Number(options.containerScaleRatio))
        .limited(from: 0, to: nil),
      tx: (progress * Number(page.width) * Number(ratio.x))
        .limited(from: lower.map { page.width * $0.x }, to: upper.map { page.width * $0.x }),
      ty: (progress * Number(page.height) * Number(ratio.y))
        .limited(from: lower.map { page.height * $0.y }, to: upper.map { page.height * $0.y })
    )
  }
}
