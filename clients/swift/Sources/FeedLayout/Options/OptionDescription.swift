/// The published description of an option, for the command line, addresses, compositions and the
/// description of the API.
public struct OptionDescription: Hashable, Sendable {
  /// How an option is given.
  public enum Form: Hashable, Sendable {
    /// With a value, or not at all.
    case value
    /// With a value, always.
    case requiredValue
    /// By its name alone on the command line; elsewhere as `true` or `false`.
    case flag
  }

  /// The values that an option allows.
  public enum Values: Hashable, Sendable {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case flag
    /// One of these names.
    case names([String])
    /// One of the names, or a number in the range.
    case namesOrNumber([String], ClosedRange<Double>)
    /// One of the names, or a whole number in the range.
    case namesOrInteger([String], ClosedRange<Int>)
    /// Text of a form of its own, which `expected` describes.
    case text(expected: String)
    /// A list of this many numbers.
    case numbers(Int)
    /// Options of its own, by name.
    case object
    /// A value for each piece of a snapshot, see ``PieceRatio``.
    case pieces
  }

  /// The published name, such as `points_per_step`.
  public let name: String
  /// The placeholder of its value in help, such as `points`.
  public let valueName: String
  /// How the option is written.
  public let form: Form
  /// The values that it takes.
  public let values: Values
  /// The default value; null for none.
  public internal(set) var standard = OptionValue.null
  /// Whether the layout publishes it as a member of its own, and not among its options.
  public internal(set) var isMember = false
  /// The help as it is declared.
  private let text: String

  /// An option called `name`. In its `text`, one sentence about its meaning, its range and its default, `{range}` stands
  /// for the range, such as `0 to 1024`, and `{default}` for ``standard``.
  public init(
    _ name: String, _ values: Values, _ valueName: String, _ text: String, form: Form = .value
  ) {
    self.name = name
    self.values = values
    self.valueName = valueName
    self.text = text
    self.form = form
  }

  /// One sentence for a person: the meaning of the option, its range and its default.
  public var help: String {
    let sentence = text.replacing("{range}", with: values.range)
      .replacing("{default}", with: standard.plainText)
    guard case .names(let names) = values else { return sentence }
    return "\(sentence) One of \(names.joined(separator: ", "))."
  }
}

extension OptionDescription.Values {
  /// The allowed values in words, for the message about another value; a range is named where it is
  /// the rest of a choice.
  public var expected: String {
    switch self {
    case .number: "a number"
    case .integer: "a whole number"
    case .flag: "true or false"
    case .names(let names): "one of \(names.joined(separator: ", "))"
    case .namesOrNumber(let names, _):
      "\(names.joined(separator: ", ")), or a number from \(range)"
    case .namesOrInteger(let names, _):
      "\(names.joined(separator: ", ")), or a whole number from \(range)"
    case .text(let expected): expected
    case .numbers(let count): "a list of \(count) numbers"
    case .object: "an object"
    case .pieces: "a value for each piece"
    }
  }

  /// Such as `0 to 1024`; empty where there is no range.
  fileprivate var range: String {
    switch self {
    case .number(let range), .namesOrNumber(_, let range):
      "\(range.lowerBound.plainText) to \(range.upperBound.plainText)"
    case .integer(let range), .namesOrInteger(_, let range):
      "\(range.lowerBound) to \(range.upperBound)"
    case .flag, .names, .text, .numbers, .object, .pieces: ""
    }
  }
}

extension OptionValue {
  /// The value in a sentence.
  fileprivate var plainText: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .number(let number): number.plainText
    case .integer(let integer): "\(integer)"
    case .text(let text): text
    case .null, .list, .object: ""
    }
  }
}

extension Double {
  /// The number as a person writes it, without an exponent: `0.000001`.
  fileprivate var plainText: String {
    let text = description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    // The digits, of which the first one is before the mark.
    let sign = self < 0 ? "-" : ""
    let mantissa = text[..<mark]
    let digits = (mantissa.hasSuffix(".0") ? mantissa.dropLast(2) : mantissa)
      .filter { $0 != "-" && $0 != "." }
    let zeros = String(
      repeating: "0", count: exponent < 0 ? -exponent - 1 : exponent - (digits.count - 1))
    return exponent < 0 ? "\(sign)0.\(zeros)\(digits)" : "\(sign)\(digits)\(zeros)"
  }
}
