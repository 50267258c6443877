import FeedLayout

/// How a paging effect moves a card as a whole: all that a still picture shows of it.
struct MovedCard: Hashable {
  let scale: Double
  let tx: Double
  let ty: Double
  /// Clockwise, in radians.
  let rotation: Double
  /// 0 (invisible) to 1.
  let alpha: Double
}

extension PagingEffect.Sample {
  /// The card without its third dimension and its pieces.
  var card: MovedCard {
    switch self {
    case .scale(let sample):
      MovedCard(
        scale: sample.scale, tx: sample.tx, ty: sample.ty, rotation: 0,
        alpha: sample.isHidden ? 0 : 1)
    case .stack(let sample):
      MovedCard(
        scale: sample.scale, tx: sample.tx, ty: sample.ty, rotation: sample.rotation,
        alpha: sample.alpha)
    case .snapshot(let sample):
      MovedCard(
        scale: sample.container.scale, tx: sample.container.tx, ty: sample.container.ty,
        rotation: 0, alpha: 1)
    }
  }
}
