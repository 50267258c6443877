extension Double {
  /// The number itself, or the finite number nearest to an infinity: what a product of large finite
  /// numbers becomes before it goes on into a difference, which would else be no number.
  var saturated: Double {
    limited(to: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }

  /// The number itself, or the end of `range` it lies beyond.
  func limited(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
