import FeedLayout
import StrictJSON

/// Why an option cannot be used.
package struct OptionProblem: Error, Hashable, Sendable {
  /// The published name of the option.
  package let option: String
  /// The allowed values, in words.
  package let expected: String
  /// The value that was found; `nil` for none.
  package let found: String?
  /// Whether there is no option of this name at all.
  package let isUnknown: Bool

  package init(option: String, expected: String, found: String?, isUnknown: Bool = false) {
    self.option = option
    self.expected = expected
    self.found = found
    self.isUnknown = isUnknown
  }

  /// The value that was found, as a message quotes it.
  package var finding: String { found?.quotedExcerpt ?? "nothing" }
}

extension OptionProblem: CustomStringConvertible {
  package var description: String { "\(option): expected \(expected), found \(finding)" }
}

extension OptionProblem {
  /// Creates the problem of `mismatch`, in words that name the value that was found and the ranges
  /// of numbers.
  init(_ mismatch: OptionMismatch) {
    switch mismatch {
    case .unexpected(let value, let place, let expected):
      self.init(option: place.path, expected: expected, found: value.words)
    case .refused(let error, let place):
      self.init(error, at: place)
    }
  }

  /// Creates the problem of options at `place` that nothing can be computed with.
  private init(_ error: LayoutError, at place: OptionPlace) {
    func path(of name: String) -> String {
      place.member(String(name.map { $0 == "." ? "/" : $0 })).path
    }
    switch error {
    case .optionOutOfRange(let name, let value, let allowed):
      self.init(
        option: path(of: name), expected: "a number \(allowed.words)",
        found: NumberText.shortest(value))
    case .reversedBounds(let name, let lower, let upper):
      self.init(
        option: path(of: name),
        expected: "a lower bound of at most \(NumberText.shortest(upper))",
        found: NumberText.shortest(lower))
    case .emptyOption(let name):
      self.init(option: path(of: name), expected: "at least one value", found: nil)
    case .noDirection(let name):
      self.init(option: path(of: name), expected: "an axis of a length above 0", found: nil)
    default:
      self.init(
        option: place.path, expected: "options for which the effect can be computed",
        found: error.description)
    }
  }
}

extension OptionValue {
  /// The value in words, for a message that another one was expected.
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): NumberText.shortest(number)
    case .integer(let integer): "\(integer)"
    case .text(let text): text
    case .list(let list): "a list of \(list.count)"
    case .object: "an object"
    }
  }
}
