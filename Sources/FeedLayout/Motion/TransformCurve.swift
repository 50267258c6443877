import RealModule

/// How fast a transform follows progress. All curves lead from 0 to 1.
///
/// After the `TransformCurve` of CollectionViewPagingLayout (amirdew, 2022, MIT). There the input is
/// taken as it is. Here an input below 0 counts as 0, and ``easeOut``, whose logarithm does not exist
/// from 10/9 on, takes none above 1. The other two go on past 1, as the presets rely on.
public enum TransformCurve: String, CaseIterable, Hashable, Sendable {
  /// In step with progress: t.
  case linear
  /// Fast at first, then ever slower: log₁₀(1 + 9t).
  case easeIn = "ease_in"
  /// Slow at first, then ever faster: 1 − log₁₀(10 − 9t).
  case easeOut = "ease_out"

  /// The curve's value at `input`.
  public func value(at input: Double) -> Double {
    switch self {
    case .linear: max(input, 0)
    case .easeIn: .log10(1 + 9 * max(input, 0))
    case .easeOut: 1 - .log10(10 - 9 * min(max(input, 0), 1))
    }
  }
}
