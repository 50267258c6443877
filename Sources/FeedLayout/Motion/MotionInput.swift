/// Brings what a transform is sampled at into the range its formulas can be evaluated in.
enum MotionInput {
  /// A progress or an extent further from zero counts as this far: the products of a sample then
  /// stay finite, and no screen comes near it.
  static let limit = 1e100

  /// `progress`, limited; what is not a number counts as 0, the place a card rests at.
  static func progress(_ progress: Double) -> Double {
    progress.isNaN ? 0 : progress.limited(from: -limit, to: limit)
  }

  /// `page`, limited; an extent below zero, or one that is not a number, counts as none.
  static func page(_ page: Size) -> Size {
    Size(width: extent(page.width), height: extent(page.height))
  }

  private static func extent(_ extent: Double) -> Double {
    extent.isNaN ? 0 : extent.limited(from: 0, to: limit)
  }
}

extension Double {
  /// At least `lower` and at most `upper`, each only if there is one.
  func limited(from lower: Double?, to upper: Double?) -> Double {
    let raised = lower.map { Swift.max(self, $0) } ?? self
    return upper.map { Swift.min(raised, $0) } ?? raised
  }
}
