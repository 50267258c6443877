/// The key path of an option in `Options`.
public typealias OptionPath<Options, Value> = any WritableKeyPath<Options, Value> & Sendable

/// One option: its published name, its key path, its allowed values and its help.
///
/// It is declared once, in the ``OptionList`` next to the type of the options. All else follows
/// from the declaration: the check of its range, how it is read and written, and its help. Its
/// default is the initial value of the stored property.
public struct LayoutOption<Options: Sendable>: Sendable {
  public internal(set) var description: OptionDescription
  let get: @Sendable (Options) -> OptionValue
  /// Sets the option of an options value.
  public let set: Setter
  /// `nil` where every value can be computed with.
  private(set) var check: Check?
  /// The number that ``check`` looks at, if it looks at nothing else.
  private(set) var stored: StoredNumber?

  /// An option that is written by `set` and read by `get`.
  public init(
    _ description: OptionDescription, check: Check? = nil,
    get: @escaping @Sendable (Options) -> OptionValue = { _ in .null },
    set:
      @escaping @Sendable (inout Options, OptionValue, OptionPlace) throws(OptionMismatch) -> Void
  ) {
    self.description = description
    self.check = check
    self.get = get
    self.set = Setter(set)
  }

  /// An option that is stored at `path`.
  ///
  /// - Parameters:
  ///   - read: decodes the value of the option.
  ///   - write: encodes the value of the option; null if it cannot be written.
  init<Value>(
    _ description: OptionDescription, _ path: OptionPath<Options, Value>, check: Check? = nil,
    stored: StoredNumber? = nil,
    read: @escaping @Sendable (OptionValue, OptionPlace) throws(OptionMismatch) -> Value,
    write: @escaping @Sendable (Value) -> OptionValue = { _ in .null }
  ) {
    self.init(
      description, check: check, get: { write($0[keyPath: path]) },
      set: { options, value, place throws(OptionMismatch) in
        options[keyPath: path] = try read(value, place)
      })
    self.stored = stored
  }

  /// An option that is stored at `path`, or none there; null is none.
  init<Value>(
    _ description: OptionDescription, optional path: OptionPath<Options, Value?>,
    check: Check? = nil, stored: StoredNumber? = nil,
    read: @escaping @Sendable (OptionValue, OptionPlace) throws(OptionMismatch) -> Value,
    write: @escaping @Sendable (Value) -> OptionValue = { _ in .null }
  ) {
    self.init(
      description, check: check, get: { $0[keyPath: path].map(write) ?? .null },
      set: { options, value, place throws(OptionMismatch) in
        options[keyPath: path] = value == .null ? nil : try read(value, place)
      })
    self.stored = stored
  }

  /// Returns this option checked by `check` instead of on its own, as its allowed values depend on
  /// options declared before it.
  func checked(by check: @escaping @Sendable (Options) throws(LayoutError) -> Void) -> Self {
    var option = self
    option.check = Check(check)
    option.stored = nil
    return option
  }

  /// This option without a check of its own: it is checked together with others, by one of these or
  /// by the code that takes the options.
  var checkedWithOthers: Self {
    var option = self
    option.check = nil
    option.stored = nil
    return option
  }

  /// This option of a layout that publishes it as a member of its own.
  var publishedAsMember: Self {
    var option = self
    option.description.isMember = true
    return option
  }

  /// Returns this option for a type that stores these options at `path`.
  func lifted<Root: Sendable>(to path: OptionPath<Root, Options>) -> LayoutOption<Root> {
    var option = LayoutOption<Root>(
      description, get: { [get] in get($0[keyPath: path]) },
      set: { [set] root, value, place throws(OptionMismatch) in
        try set(&root[keyPath: path], value, place)
      })
    if let check {
      option.check = .init { root throws(LayoutError) in try check(root[keyPath: path]) }
    }
    return option
  }
}
