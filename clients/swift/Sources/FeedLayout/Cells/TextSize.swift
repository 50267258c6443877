/// How large a person reads text, as a share of the designed size.
public struct TextSize: Hashable, Sendable {
  /// The supported shares: those of the text sizes of iOS, from the smallest to the largest of
  /// accessibility (14 to 53 pt for a body of 17 pt).
  public static let supported = 0.8...3.1
  /// The standard size, at which fonts keep the sizes they were designed with.
  public static let standard = TextSize(unchecked: 1)

  /// The share that font sizes are multiplied by; inside ``supported``.
  public let share: Double

  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  public init(_ share: Double) throws(LayoutError) {
    try LayoutError.check(share, in: Self.supported, as: .textSize)
    self.share = share
  }

  init(unchecked share: Double) {
    self.share = share
  }

  /// How many lines a text gets that is designed for `count`.
  ///
  /// A line of twice the size holds half as much text. A text of the smallest size keeps its lines.
  func lines(_ count: Int) -> Int {
    // A share such as 1.1 has an error in its last bit, which must not add a line.
    max(count, Int((Double(count) * share - 1e-9).rounded(.up)))
  }

  /// The most lines of a text that cannot change.
  private static let mostLines = 20.0

  /// How many lines a text gets that cannot change, which is `width` points wide as designed and has
  /// `room` points; no more than have a meaning where there is hardly any room.
  func lines(ofWidth width: Double, in room: Double) -> Int {
    guard room > 0 else { return 1 }
    return max(1, Int(min(width * share / room, Self.mostLines).rounded(.up)))
  }
}
