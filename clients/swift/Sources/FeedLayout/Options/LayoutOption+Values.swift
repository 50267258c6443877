/// The kinds of values that options have.
///
/// Of each, `valueName` stands for the value in help, and `text` is the help as ``OptionDescription``
/// takes it.
extension LayoutOption {
  /// A number in `range`.
  public static func number(
    _ name: String, _ path: OptionPath<Options, Double>,
    in range: ClosedRange<Double> = OptionCheck.signed, _ valueName: String = "number",
    _ text: String = "", form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(name, .number(range), valueName, text, form: form), path,
      check: .init { options throws(LayoutError) in
        try OptionCheck.number(options[keyPath: path], in: range, name)
      },
      stored: StoredNumber(path, in: range),
      read: { value, place throws(OptionMismatch) in try value.number(place) },
      write: { .number($0) })
  }

  /// A number in `range`, or none.
  public static func number(
    _ name: String, _ path: OptionPath<Options, Double?>,
    in range: ClosedRange<Double> = OptionCheck.signed, _ valueName: String = "number",
    _ text: String = "", form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(name, .number(range), valueName, text, form: form), optional: path,
      check: .init { options throws(LayoutError) in
        guard let value = options[keyPath: path] else { return }
        try OptionCheck.number(value, in: range, name)
      },
      stored: StoredNumber(path, in: range),
      read: { value, place throws(OptionMismatch) in try value.number(place) },
      write: { .number($0) })
  }

  /// One of `names`, which stand for numbers, or a number in `range`.
  static func number(
    _ name: String, _ path: OptionPath<Options, Double>, in range: ClosedRange<Double>,
    named names: KeyValuePairs<String, Double>, _ valueName: String, _ text: String
  ) -> Self {
    let values = OptionDescription.Values.namesOrNumber(names.map(\.key), range)
    return Self(
      OptionDescription(name, values, valueName, text), path,
      check: .init { options throws(LayoutError) in
        try OptionCheck.number(options[keyPath: path], in: range, name)
      },
      stored: StoredNumber(path, in: range),
      read: { value, place throws(OptionMismatch) in
        guard case .text(let text) = value else { return try value.number(place) }
        guard let named = names.first(where: { $0.key == text }) else {
          throw value.mismatch(values.expected, place)
        }
        return named.value
      },
      write: { .number($0) })
  }

  /// A whole number in `range`, called `name` and stored at `path`. An error names `quantity` instead of the option.
  public static func integer(
    _ name: String, _ path: OptionPath<Options, Int>, in range: ClosedRange<Int>,
    as quantity: LayoutError.Quantity? = nil, _ valueName: String = "number", _ text: String = "",
    form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(name, .integer(range), valueName, text, form: form), path,
      check: .init { options throws(LayoutError) in
        try OptionCheck.integer(options[keyPath: path], in: range, name, as: quantity)
      },
      stored: StoredNumber(path, in: range),
      read: { value, place throws(OptionMismatch) in try value.integer(place) },
      write: { .integer($0) })
  }

  /// A whole number in `range`, or none.
  public static func integer(
    _ name: String, _ path: OptionPath<Options, Int?>, in range: ClosedRange<Int>,
    _ valueName: String = "number", _ text: String = "", form: OptionDescription.Form = .value
  ) -> Self {
    Self(
      OptionDescription(name, .integer(range), valueName, text, form: form), optional: path,
      check: .init { options throws(LayoutError) in
        guard let value = options[keyPath: path] else { return }
        try OptionCheck.integer(value, in: range, name)
      },
      stored: StoredNumber(path, in: range),
      read: { value, place throws(OptionMismatch) in try value.integer(place) },
      write: { .integer($0) })
  }

  /// Yes or no.
  public static func flag(
    _ name: String, _ path: OptionPath<Options, Bool>, _ text: String = ""
  ) -> Self {
    Self(
      OptionDescription(name, .flag, "flag", text, form: .flag), path,
      read: { value, place throws(OptionMismatch) in try value.flag(place) },
      write: { .flag($0) })
  }

  /// One of the published names of `Choice`, which the help lists.
  public static func choice<Choice>(
    _ name: String, _ path: OptionPath<Options, Choice>, _ valueName: String = "name",
    _ text: String = "", form: OptionDescription.Form = .value
  ) -> Self where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let values = OptionDescription.Values.names(Choice.allCases.map(\.rawValue))
    return Self(
      OptionDescription(name, values, valueName, text, form: form), path,
      read: { value, place throws(OptionMismatch) in
        try value.read(expected: values.expected, place) { Choice(rawValue: $0) }
      },
      write: { .text($0.rawValue) })
  }

  /// The result of `read` for a text; `expected` says what it can read.
  public static func text<Value>(
    _ name: String, _ path: OptionPath<Options, Value>, _ valueName: String, _ text: String,
    expected: String, form: OptionDescription.Form = .value,
    write: @escaping @Sendable (Value) -> OptionValue = { _ in .null },
    _ read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(
      OptionDescription(name, .text(expected: expected), valueName, text, form: form), path,
      read: { value, place throws(OptionMismatch) in
        try value.read(expected: expected, place, read)
      },
      write: write)
  }

  /// The result of `read` for a text, or none.
  public static func optionalText<Value>(
    _ name: String, _ path: OptionPath<Options, Value?>, _ valueName: String, _ text: String,
    expected: String, _ read: @escaping @Sendable (String) -> Value?
  ) -> Self {
    Self(
      OptionDescription(name, .text(expected: expected), valueName, text), optional: path,
      read: { value, place throws(OptionMismatch) in
        try value.read(expected: expected, place, read)
      })
  }
}

extension OptionValue {
  /// The result of `read` for a text.
  fileprivate func read<Value>(
    expected: String, _ place: OptionPlace, _ read: (String) -> Value?
  ) throws(OptionMismatch) -> Value {
    guard case .text(let text) = self, let value = read(text) else {
      throw mismatch(expected, place)
    }
    return value
  }
}
