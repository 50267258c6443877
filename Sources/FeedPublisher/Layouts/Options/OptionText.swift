package import FeedLayout
import StrictJSON

extension String {
  /// The number this is the JSON text of, in `range`.
  package func number(
    in range: ClosedRange<Double>, as option: String
  ) throws(OptionProblem) -> Double {
    guard let value = jsonNumber, range.contains(value) else {
      throw OptionProblem(option: option, expected: "a number \(range.words)", found: self)
    }
    return value
  }

  /// The whole number this is the text of, in `range`.
  package func integer(in range: ClosedRange<Int>, as option: String) throws(OptionProblem) -> Int {
    guard isDecimal, let value = Int(self), range.contains(value) else {
      throw OptionProblem(
        option: option,
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", found: self)
    }
    return value
  }

  /// The finite number this is the JSON text of; not `nan`, `inf`, `0x10`, nor with white space.
  package var jsonNumber: Double? {
    guard let first = utf8.first, first != UInt8(ascii: "+"), utf8.allSatisfy(\.isPartOfNumber),
      let value = Double(self), value.isFinite
    else { return nil }
    return value
  }

  /// Only the digits 0 to 9.
  package var isDecimal: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Two numbers with `separator` between them.
  package func pair(separatedBy separator: Character) -> (first: Double, second: Double)? {
    let parts = split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 2, let first = String(parts[0]).jsonNumber,
      let second = String(parts[1]).jsonNumber
    else { return nil }
    return (first, second)
  }

  /// The beginning of the text in quotation marks, without control characters.
  package var quotedExcerpt: String {
    let plain = String(prefix(40).map { $0.isASCII && ($0.asciiValue ?? 0) < 0x20 ? "?" : $0 })
    return "\"\(plain)\(count > 40 ? "…" : "")\""
  }
}

extension Size {
  /// The size written `WIDTHxHEIGHT`, both finite and above 0.
  package init?(text: String) {
    guard let pair = text.pair(separatedBy: "x"), pair.first > 0, pair.second > 0 else {
      return nil
    }
    self.init(width: pair.first, height: pair.second)
  }
}

extension Point {
  /// The form that ``init(text:)`` reads, in words.
  package static let optionForm = "x and y in points separated by a comma, such as 120,-30.5"

  /// The place written `X,Y`.
  package init?(text: String) {
    guard let pair = text.pair(separatedBy: ",") else { return nil }
    self.init(x: pair.first, y: pair.second)
  }
}

extension ClosedRange<Double> {
  /// `from 200 to 4096`; open ends are left out.
  package var words: String {
    let limit = Double.greatestFiniteMagnitude
    return switch (lowerBound > -limit, upperBound < limit) {
    case (true, true):
      "from \(NumberText.shortest(lowerBound)) to \(NumberText.shortest(upperBound))"
    case (true, false): "of at least \(NumberText.shortest(lowerBound))"
    case (false, true): "of at most \(NumberText.shortest(upperBound))"
    case (false, false): "that is finite"
    }
  }

  /// Every finite number.
  package static var finite: ClosedRange<Double> {
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  }
}

extension UInt8 {
  fileprivate var isPartOfNumber: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}

extension String {
  /// The text with hyphens for underscores.
  package var kebabCase: String { String(map { $0 == "_" ? "-" : $0 }) }
}

extension OptionDescription {
  /// The name with hyphens, as the command line writes it: `points-per-step`.
  package var kebabCaseName: String { name.kebabCase }
}

/// The kinds of options that only calculations have: sizes, places and drags.
extension LayoutOption {
  /// A size that is always given.
  static func size(_ name: String, _ path: OptionPath<Options, Size>, _ text: String) -> Self {
    .text(
      name, path, "WxH", text,
      expected: "a width and a height above 0 separated by an x, such as 273x320",
      form: .requiredValue
    ) { Size(text: $0) }
  }

  /// A place that may be left out.
  static func point(_ name: String, _ path: OptionPath<Options, Point?>, _ text: String) -> Self {
    .optionalText(name, path, "X,Y", text, expected: Point.optionForm) { Point(text: $0) }
  }

  /// How far a finger moved.
  static func translation(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "translation", path, in: .drag, "points", "How far the finger moved to the right, in points.",
      form: .requiredValue)
  }

  /// How fast a finger moved when it let go.
  static func velocity(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "velocity", path, in: .drag, "velocity",
      "How fast the finger moved to the right when it was lifted, in points per second ({default})."
    )
  }

  /// How fast a drag has to be for its velocity to count.
  static func flickVelocity(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "flick_velocity", path, in: OptionCheck.unsigned, "velocity",
      "The velocity from which a drag always continues in its direction, in points per second "
        + "({default}).")
  }
}

extension ClosedRange<Double> {
  /// Numbers whose sums with any geometry stay finite.
  static var drag: ClosedRange<Double> { -1e300...1e300 }
}
