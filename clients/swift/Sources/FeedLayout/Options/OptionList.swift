/// Options that are declared by a list.
public protocol DeclaredOptions: Hashable, Sendable {
  /// All of the options, each declared once.
  static var declarations: OptionList<Self> { get }

  /// Creates the options with their default values.
  init()
}

/// The declarations of `Options`: the one list that checks, command line, addresses, compositions,
/// saved states and conformance cases go by.
///
/// An option has the same name and the same limits in all of them.
public struct OptionList<Options: Sendable>: Sendable {
  /// In the order in which they are published, checked and set.
  public let options: [LayoutOption<Options>]
  /// The options with their default values.
  let standard: Options
  /// The checks that look at one number only, and those that do not.
  private let numbers: [StoredNumber]
  private let checks: [LayoutOption<Options>.Check]

  /// Creates a list of `options`, whose defaults are their values in `standard`.
  public init(_ standard: Options, _ options: [LayoutOption<Options>] = []) {
    self.standard = standard
    self.options = options.map { option in
      var option = option
      option.description.standard = option.get(standard)
      return option
    }
    numbers = options.compactMap(\.stored)
    checks = options.compactMap { $0.stored == nil ? $0.check : nil }
  }

  /// These options before those of `other`.
  public static func + (list: OptionList, other: OptionList) -> OptionList {
    OptionList(list.standard, list.options + other.options)
  }

  /// Returns this list for a type that stores these options at `path`, with the defaults in
  /// `standard`.
  public func lifted<Root>(
    to path: OptionPath<Root, Options>, of standard: Root
  ) -> OptionList<Root> {
    OptionList<Root>(standard, options.map { $0.lifted(to: path) })
  }

  /// The descriptions of the options, in their order.
  public var descriptions: [OptionDescription] { options.map(\.description) }

  /// The published names, in their order.
  public var names: [String] { options.map(\.description.name) }

  /// Refuses `options` that nothing can be computed with.
  ///
  /// - Throws: ``LayoutError`` for the first that is out of its range, or does not go together with
  ///   others.
  func check(_ options: Options) throws(LayoutError) {
    let areInRange = withUnsafeBytes(of: options) { bytes in
      numbers.allSatisfy { $0.isInRange(bytes) }
    }
    // Only if a number is out of its range does it matter which option is the first.
    if areInRange {
      for check in checks { try check(options) }
    } else {
      for option in self.options { try option.check?(options) }
    }
  }

  /// Refuses `options` of the option `name`.
  func check(_ options: Options, in name: String) throws(LayoutError) {
    do throws(LayoutError) {
      try check(options)
    } catch {
      throw error.inside(name)
    }
  }

  /// Returns the options whose values differ from their defaults, by their published names; those
  /// that cannot be written are left out.
  func changed(_ options: Options) -> [(name: String, value: OptionValue)] {
    self.options.compactMap { option in
      let value = option.get(options)
      return value == option.description.standard || value == .null
        ? nil : (option.description.name, value)
    }
  }

  /// Changes `options` as the members of `value` say; what it leaves out stays.
  ///
  /// - Throws: the first of: no object, an unknown name, a value that is none of its option's.
  public func apply(
    _ value: OptionValue, to options: inout Options, at place: OptionPlace
  ) throws(OptionMismatch) {
    let members = try value.members(place)
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw OptionValue.text(unknown)
        .mismatch("one of the options \(names.joined(separator: ", "))", place)
    }
    for option in self.options {
      if let value = members[option.description.name] {
        try option.set(&options, value, place.member(option.description.name))
      }
    }
  }
}

extension LayoutError {
  /// Returns this error for an option that is part of the option `name`.
  fileprivate func inside(_ name: String) -> LayoutError {
    switch self {
    case .optionOutOfRange(let option, let value, let allowed):
      .optionOutOfRange("\(name).\(option)", value: value, allowed: allowed)
    case .reversedBounds(let option, let lower, let upper):
      .reversedBounds("\(name).\(option)", lower: lower, upper: upper)
    case .emptyOption(let option): .emptyOption("\(name).\(option)")
    case .noDirection(let option): .noDirection("\(name).\(option)")
    case .outOfRange, .notFinite, .notPositive, .missingMediaSize, .unusableMediaSize,
      .spanOverColumns, .placementNotResumable, .unprovenMotion:
      self
    }
  }
}
