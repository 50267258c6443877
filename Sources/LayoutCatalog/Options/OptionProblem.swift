/// An option as a person reads of it: on the command line, in an address, in a composition.
package struct OptionDescription: Hashable, Sendable {
  /// How an option is given.
  package enum Form: Hashable, Sendable {
    /// With a value, or not at all.
    case value
    /// With a value, always.
    case requiredValue
    /// By its name alone on the command line; elsewhere as `true` or `false`.
    case flag
  }

  /// What its value may be, as far as that can be said in general.
  package enum Values: Hashable, Sendable {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case flag
    /// One of these.
    case names([String])
    /// Text of a form that the help explains.
    case text
  }

  /// The published name, such as `points_per_step`.
  package let name: String
  /// What stands for its value in help, such as `points`.
  package let valueName: String
  /// One sentence: what it is, its range, and its default.
  package let help: String
  package let form: Form
  package let values: Values

  package init(name: String, valueName: String, help: String, form: Form, values: Values = .text) {
    self.name = name
    self.valueName = valueName
    self.help = help
    self.form = form
    self.values = values
  }

  /// The name with hyphens, as the command line writes it: `points-per-step`.
  package var kebabCaseName: String { name.kebabCase }
}

extension String {
  /// The text with hyphens for underscores.
  package var kebabCase: String { String(map { $0 == "_" ? "-" : $0 }) }
}

/// Why an option cannot be used.
package struct OptionProblem: Error, Hashable, Sendable {
  /// The published name of the option.
  package let option: String
  /// What would have been right.
  package let expected: String
  /// What was there instead; `nil` for nothing at all.
  package let found: String?
  /// Whether there is no option of this name at all.
  package let isUnknown: Bool

  package init(option: String, expected: String, found: String?, isUnknown: Bool = false) {
    self.option = option
    self.expected = expected
    self.found = found
    self.isUnknown = isUnknown
  }

  /// What was there, as a person reads it.
  package var finding: String { found?.quotedExcerpt ?? "nothing" }
}

extension OptionProblem: CustomStringConvertible {
  package var description: String { "\(option): expected \(expected), found \(finding)" }
}
