import FeedLayout

/// The kinds of values options have. Each row's range is checked here, so that an error names the
/// option as its reader wrote it; help states it where it is not any number.
extension OptionTable.Row {
  /// A number in `range`.
  package static func number(
    _ name: String, _ path: OptionPath<Root, Double>, in range: ClosedRange<Double>,
    _ valueName: String, _ help: String, form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(
        name: name, valueName: valueName, help: help, form: form, values: .number(range))
    ) {
      root, text throws(OptionProblem) in
      root[keyPath: path] = try text.number(in: range, as: name)
    }
  }

  /// A number in `range`, or none when the option is not given.
  package static func number(
    _ name: String, _ path: OptionPath<Root, Double?>,
    in range: ClosedRange<Double>, _ valueName: String, _ help: String,
    form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(
        name: name, valueName: valueName, help: help, form: form, values: .number(range))
    ) {
      root, text throws(OptionProblem) in
      root[keyPath: path] = try text.number(in: range, as: name)
    }
  }

  /// A whole number in `range`.
  package static func integer(
    _ name: String, _ path: OptionPath<Root, Int>, in range: ClosedRange<Int>,
    _ valueName: String, _ help: String, form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(
        name: name, valueName: valueName, help: help, form: form, values: .integer(range))
    ) {
      root, text throws(OptionProblem) in
      root[keyPath: path] = try text.integer(in: range, as: name)
    }
  }

  /// A whole number in `range`, or none when the option is not given.
  package static func integer(
    _ name: String, _ path: OptionPath<Root, Int?>, in range: ClosedRange<Int>,
    _ valueName: String, _ help: String, form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(
        name: name, valueName: valueName, help: help, form: form, values: .integer(range))
    ) {
      root, text throws(OptionProblem) in
      root[keyPath: path] = try text.integer(in: range, as: name)
    }
  }

  /// Yes or no.
  package static func flag(
    _ name: String, _ path: OptionPath<Root, Bool>, _ help: String
  ) -> Self {
    Self(OptionDescription(name: name, valueName: "flag", help: help, form: .flag, values: .flag)) {
      root, text throws(OptionProblem) in
      switch text {
      case "true", "": root[keyPath: path] = true
      case "false": root[keyPath: path] = false
      default: throw OptionProblem(option: name, expected: "true or false", found: text)
      }
    }
  }

  /// One of the published names of `Choice`, which the help lists.
  package static func choice<Choice>(
    _ name: String, _ path: OptionPath<Root, Choice>, _ valueName: String,
    _ help: String, form: OptionDescription.Form = .value
  ) -> Self
  where Choice: RawRepresentable<String> & CaseIterable & Sendable, Choice.AllCases: Sendable {
    let names = Choice.allCases.map(\.rawValue)
    let list = names.joined(separator: ", ")
    return Self(
      OptionDescription(
        name: name, valueName: valueName, help: "\(help) One of \(list).", form: form,
        values: .names(names))
    ) { root, text throws(OptionProblem) in
      guard let choice = Choice(rawValue: text) else {
        throw OptionProblem(option: name, expected: "one of \(list)", found: text)
      }
      root[keyPath: path] = choice
    }
  }

  /// What `read` makes of the text; `expected` says what it can read.
  package static func text<Value: Sendable>(
    _ name: String, _ path: OptionPath<Root, Value>, _ valueName: String,
    _ help: String, expected: String, form: OptionDescription.Form = .value,
    _ read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(OptionDescription(name: name, valueName: valueName, help: help, form: form)) {
      root, text throws(OptionProblem) in
      guard let value = read(text) else {
        throw OptionProblem(option: name, expected: expected, found: text)
      }
      root[keyPath: path] = value
    }
  }

  /// What `read` makes of the text, or nothing when the option is not given.
  package static func optionalText<Value: Sendable>(
    _ name: String, _ path: OptionPath<Root, Value?>, _ valueName: String,
    _ help: String, expected: String, _ read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(OptionDescription(name: name, valueName: valueName, help: help, form: .value)) {
      root, text throws(OptionProblem) in
      guard let value = read(text) else {
        throw OptionProblem(option: name, expected: expected, found: text)
      }
      root[keyPath: path] = value
    }
  }
}
