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
  public func value(at input: Double) -> Double { value(of: input) }

  func value<Number: MotionNumber>(of input: Number) -> Number {
    switch self {
    case .linear: input.limited(from: 0, to: nil)
    case .easeIn: .log10(Number(1) + Number(9) * input.limited(from: 0, to: nil))
    case .easeOut: Number(1) - .log10(Number(10) - Number(9) * input.limited(from: 0, to: 1))
    }
  }
}

extension Size {
  /// A size among the options of an effect.
  static let declarations = OptionList(
    Self.zero, [.number("width", \.width), .number("height", \.height)])
}
