package import FeedLayout
import StrictJSON

/// How options are read from texts: those of the command line, of addresses and of compositions.
extension OptionList {
  /// Sets `options` to the values that `texts` have, by published name.
  ///
  /// - Throws: the first of: an unknown option, a text that is no value of its option, a required
  ///   option that is missing.
  package func apply(
    _ texts: [String: String], to options: inout Options
  ) throws(OptionProblem) {
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
