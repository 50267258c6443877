package import FeedLayout
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

/// How options are read from texts: those of the command line, of addresses and of compositions.
extension OptionList {
  /// Sets `options` to the values that `texts` have, by published name.
  ///
  /// - Throws: the first of: an unknown option, a text that is no value of its option, a required
  ///   option that is missing.
  package func apply(_ texts: [String: String], to options: inout Options) throws(OptionProblem) {
    let known = Set(names)
    if let unknown = texts.keys.filter({ !known.contains($0) }).min() {
      throw OptionProblem(
        option: unknown,
        expected: names.isEmpty
          ? "no options" : "one of the options \(names.joined(separator: ", "))",
        found: unknown, isUnknown: true)
    }
    for option in self.options {
      let description = option.description
      if let text = texts[description.name] {
        let value = try description.value(of: text)
        do throws(OptionMismatch) {
          try option.set(&options, value, OptionPlace(description.name))
        } catch {
          throw OptionProblem(error)
        }
      } else if description.form == .requiredValue {
        throw OptionProblem(
          option: description.name, expected: description.valueName, found: nil)
      }
    }
  }
}

extension OptionDescription {
  /// Reads the value of the option from `text`.
  fileprivate func value(of text: String) throws(OptionProblem) -> OptionValue {
    let value: OptionValue? =
      switch values {
      case .number(let range): .number(try text.number(in: range, as: name))
      case .integer(let range): .integer(try text.integer(in: range, as: name))
      case .flag: ["true": .flag(true), "": .flag(true), "false": .flag(false)][text]
      case .names(let names): names.contains(text) ? .text(text) : nil
      case .namesOrNumber(let names, let range):
        names.contains(text)
          ? .text(text) : (try? text.number(in: range, as: name)).map(OptionValue.number)
      case .namesOrInteger(let names, let range):
        names.contains(text)
          ? .text(text) : (try? text.integer(in: range, as: name)).map(OptionValue.integer)
      case .text: .text(text)
      case .numbers, .object, .pieces: OptionValue(json: text)
      }
    guard let value else { throw OptionProblem(option: name, expected: expected, found: text) }
    return value
  }

  /// The allowed values, in words.
  private var expected: String {
    switch values {
    case .object: "a JSON object of at most \(OptionValue.longestText) bytes"
    case .numbers, .pieces: "JSON of at most \(OptionValue.longestText) bytes"
    case .number, .integer, .flag, .names, .namesOrNumber, .namesOrInteger, .text: values.expected
    }
  }
}

extension OptionValue {
  /// The longest text of an option with a JSON value, in bytes.
  fileprivate static let longestText = 65_536

  /// Creates the value that `text` is the JSON of; `nil` if it is no JSON or too long.
  fileprivate init?(json text: String) {
    guard text.utf8.count <= Self.longestText, let tree = try? JSONTree(parsing: text.utf8) else {
      return nil
    }
    self.init(tree)
  }

  private init?(_ tree: JSONTree) {
    if let members = tree.members {
      var values: [String: OptionValue] = [:]
      for member in members { values[member.name] = OptionValue(member.value) }
      guard values.count == members.count else { return nil }
      self = .object(values)
    } else if let elements = tree.elements {
      let values = elements.compactMap { OptionValue($0) }
      guard values.count == elements.count else { return nil }
      self = .list(values)
    } else if let text = tree.string {
      self = .text(text)
    } else if let number = tree.number {
      self = .number(number)
    } else if let flag = tree.flag {
      self = .flag(flag)
    } else if tree.isNull {
      self = .null
    } else {
      return nil
    }
  }
}
