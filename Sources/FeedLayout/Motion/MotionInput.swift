/// Brings what a transform is sampled at into the range its formulas can be evaluated in.
enum MotionInput {
  /// A progress or an extent further from zero counts as this far: the products of a sample then
  /// stay finite, and no screen comes near it.
  static let limit = 1e100

  /// `progress`, limited.
  static func progress(_ progress: Double) -> Double {
    progress.limited(from: -limit, to: limit)
  }

  /// `page`, limited; an extent below zero counts as none.
  static func page(_ page: Size) -> Size {
    Size(
      width: page.width.limited(from: 0, to: limit), height: page.height.limited(from: 0, to: limit)
    )
  }
}

extension Double {
  /// At least `lower` and at most `upper`, each only if there is one.
  func limited(from lower: Double?, to upper: Double?) -> Double {
    let raised = lower.map { Swift.max(self, $0) } ?? self
    return upper.map { Swift.min(raised, $0) } ?? raised
  }

  /// How far this is from `start` to `end`, limited to 0…1; the two must differ.
  func fraction(from start: Double, to end: Double) -> Double {
    (limited(from: start, to: end) - start) / (end - start)
  }
}
