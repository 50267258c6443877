/// What changes continuously about a card that shrinks and moves to the sides.
struct ScaleMotion<Number: MotionNumber> {
  /// The shadow's part of it.
  struct Shadow {
    let offset: PlanePoint<Number>
    let radius, opacity: Number
  }

  let scale: Number
  let translation: PlanePoint<Number>
  let shadow: Shadow?
  let blur: Number?
  let projection: Projection<Number>?
}

extension ScaleTransform {
  /// The motion of a page of `page` points at `progress`, both within ``MotionInput``'s limits.
  func motion<Number: MotionNumber>(at progress: Number, page: Size) -> ScaleMotion<Number> {
    let distance = progress.unsigned
    // 1. Cards shrink with distance.
    let scale = (Number(1) - options.scaleCurve.value(of: distance) * Number(options.scaleRatio))
      .limited(from: options.minScale, to: options.maxScale)
    // 2. They move out, and further by half of what they lost.
    let translation = translation(at: progress, scale: scale, page: page)
    // 3. Where there is a third dimension they leave their plane.
    return ScaleMotion(
      scale: scale, translation: translation,
      shadow: options.shadowEnabled ? shadow(at: distance) : nil,
      blur: options.blursCards
        ? (distance * Number(options.blurEffectRadiusRatio)).limited(from: nil, to: 1) : nil,
      projection: projection(at: progress, scale: scale, translation: translation, page: page))
  }

  private func translation<Number: MotionNumber>(
    at progress: Number, scale: Number, page: Size
  ) -> PlanePoint<Number> {
    // 1. Half of what the card lost.
    let shrunk = Number(1) - scale
    let lostX = shrunk * Number(options.keepHorizontalSpacingEqual ? page.width / 2 : 0)
    let lostY = shrunk * Number(options.keepVerticalSpacingEqual ? page.height / 2 : 0)
    // 2. Out to the side, and down at either side.
    let moved = options.translationCurve.value(of: progress.unsigned)
    let side = progress.decisive < 0 ? -1.0 : 1
    let x = Number(page.width * options.translationRatio.x) * moved * Number(side)
    let y = Number(page.height * options.translationRatio.y) * moved
    // 3. Not beyond the bounds.
    let lower = options.minTranslationRatio
    let upper = options.maxTranslationRatio
    return PlanePoint(
      x: (progress.decisive > 0 ? x + lostX : x - lostX)
        .limited(from: lower.map { page.width * $0.x }, to: upper.map { page.width * $0.x }),
      y: (y - lostY)
        .limited(from: lower.map { page.height * $0.y }, to: upper.map { page.height * $0.y }))
  }

  /// Largest in the middle, at its minimum from one page away on.
  private func shadow<Number: MotionNumber>(at distance: Number) -> ScaleMotion<Number>.Shadow {
    let nearness = Number(1) - distance
    func part(_ least: Double, _ most: Double) -> Number {
      (nearness * Number(most)).limited(from: least, to: nil)
    }
    return ScaleMotion.Shadow(
      offset: PlanePoint(
        x: part(options.shadowOffsetMin.width, options.shadowOffsetMax.width),
        y: part(options.shadowOffsetMin.height, options.shadowOffsetMax.height)),
      radius: part(options.shadowRadiusMin, options.shadowRadiusMax),
      opacity: part(options.shadowOpacityMin, options.shadowOpacityMax))
  }

  private func projection<Number: MotionNumber>(
    at progress: Number, scale: Number, translation: PlanePoint<Number>, page: Size
  ) -> Projection<Number>? {
    guard options.rotation3D != nil || options.translation3D != nil else { return nil }
    return Projection(
      shift: options.translation3D?.shift(at: progress, page: page) ?? SpacePoint(.zero),
      angle: options.rotation3D?.angle(at: progress) ?? Number(0),
      axis: options.rotation3D?.axis ?? [0, 0, 1],
      perspective: options.rotation3D?.m34 ?? 0,
      isDoubleSided: options.rotation3D?.isDoubleSided ?? true,
      scale: scale, translation: translation)
  }
}
