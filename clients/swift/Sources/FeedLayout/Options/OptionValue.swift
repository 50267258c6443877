/// A value for an option, whatever it was read from: one of the values that JSON has.
public indirect enum OptionValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(Double)
  case integer(Int)
  case text(String)
  case list([OptionValue])
  case object([String: OptionValue])
}

/// The path of a value in its source: `effect_options/rotation_3d/axis`.
public struct OptionPlace: Hashable, Sendable {
  /// The names that lead to the value, with slashes between them.
  public let path: String

  /// The value of the option `name`.
  public init(_ name: String) {
    path = name
  }

  /// A member of an object there, or an element of a list.
  public func member(_ name: String) -> OptionPlace { OptionPlace("\(path)/\(name)") }
}

/// The reason why an option refuses a value.
public enum OptionMismatch: Error, Hashable, Sendable {
  /// The value at `place` is of another kind.
  case unexpected(OptionValue, at: OptionPlace, expected: String)
  /// The values at `place` are of the right kinds, and cannot be computed with.
  case refused(LayoutError, at: OptionPlace)
}

extension OptionValue {
  /// The error that names this value.
  func mismatch(_ expected: String, _ place: OptionPlace) -> OptionMismatch {
    .unexpected(self, at: place, expected: expected)
  }

  func number(_ place: OptionPlace) throws(OptionMismatch) -> Double {
    switch self {
    case .number(let number): return number
    case .integer(let integer): return Double(integer)
    default: throw mismatch("a number", place)
    }
  }

  func integer(_ place: OptionPlace) throws(OptionMismatch) -> Int {
    if case .integer(let integer) = self { return integer }
    guard let integer = Int(exactly: try number(place)) else {
      throw mismatch("a whole number", place)
    }
    return integer
  }

  func flag(_ place: OptionPlace) throws(OptionMismatch) -> Bool {
    guard case .flag(let flag) = self else { throw mismatch("true or false", place) }
    return flag
  }

  func pair(_ place: OptionPlace) throws(OptionMismatch) -> SIMD2<Double> {
    SIMD2(try numbers(2, place))
  }

  func triple(_ place: OptionPlace) throws(OptionMismatch) -> SIMD3<Double> {
    SIMD3(try numbers(3, place))
  }

  func list(_ place: OptionPlace) throws(OptionMismatch) -> [OptionValue] {
    guard case .list(let list) = self else { throw mismatch("a list", place) }
    return list
  }

  func members(_ place: OptionPlace) throws(OptionMismatch) -> [String: OptionValue] {
    guard case .object(let members) = self else { throw mismatch("an object", place) }
    return members
  }

  private func numbers(_ count: Int, _ place: OptionPlace) throws(OptionMismatch) -> [Double] {
    guard case .list(let list) = self, list.count == count else {
      throw mismatch("a list of \(count) numbers", place)
    }
    var numbers: [Double] = []
    for (index, value) in list.enumerated() {
      numbers.append(try value.number(place.member("\(index)")))
    }
    return numbers
  }
}
