/// The kinds of values that only options of paging effects have: vectors, parts with options of their
/// own, and values for each piece of a snapshot.
extension LayoutOption {
  /// Two numbers for x and y, both in `range`.
  static func pair(
    _ name: String, _ path: OptionPath<Options, SIMD2<Double>>,
    in range: ClosedRange<Double> = OptionCheck.signed
  ) -> Self {
    Self(
      OptionDescription(name, .numbers(2), "numbers", ""), path,
      check: .init { options throws(LayoutError) in
        try OptionCheck.vector(options[keyPath: path], in: range, name)
      },
      read: { value, place throws(OptionMismatch) in try value.pair(place) })
  }

  /// Two numbers for x and y, or none; not checked on its own.
  static func pair(_ name: String, _ path: OptionPath<Options, SIMD2<Double>?>) -> Self {
    Self(
      OptionDescription(name, .numbers(2), "numbers", ""), optional: path,
      read: { value, place throws(OptionMismatch) in try value.pair(place) })
  }

  /// Three numbers for x, y and z.
  static func triple(_ name: String, _ path: OptionPath<Options, SIMD3<Double>>) -> Self {
    Self(
      OptionDescription(name, .numbers(3), "numbers", ""), path,
      check: .init { options throws(LayoutError) in
        try OptionCheck.vector(options[keyPath: path], name)
      },
      read: { value, place throws(OptionMismatch) in try value.triple(place) })
  }

  /// An object with options of its own.
  static func part<Part>(
    _ name: String, _ path: OptionPath<Options, Part>, _ list: OptionList<Part>
  ) -> Self {
    Self(
      OptionDescription(name, .object, "options", ""),
      check: .init { options throws(LayoutError) in try list.check(options[keyPath: path], in: name)
      },
      set: { options, value, place throws(OptionMismatch) in
        try list.apply(value, to: &options[keyPath: path], at: place)
      })
  }

  /// An optional object with options of its own. Where there was none before, options that it
  /// leaves out have their defaults.
  static func part<Part>(
    _ name: String, _ path: OptionPath<Options, Part?>, _ list: OptionList<Part>
  ) -> Self {
    Self(
      OptionDescription(name, .object, "options", ""),
      check: .init { options throws(LayoutError) in
        guard let part = options[keyPath: path] else { return }
        try list.check(part, in: name)
      },
      set: { options, value, place throws(OptionMismatch) in
        guard value != .null else {
          options[keyPath: path] = nil
          return
        }
        var part = options[keyPath: path] ?? list.standard
        try list.apply(value, to: &part, at: place)
        options[keyPath: path] = part
      })
  }

  /// A number for each piece of a snapshot.
  static func pieces(_ name: String, _ path: OptionPath<Options, PieceRatio<Double>>) -> Self {
    Self(
      OptionDescription(name, .pieces, "values", ""), path,
      check: .init { options throws(LayoutError) in try options[keyPath: path].pairs.check(name) },
      read: { value, place throws(OptionMismatch) in try PieceRatio(numbers: value, place) })
  }

  /// Two numbers, for x and y, for each piece of a snapshot.
  static func pieces(
    _ name: String, _ path: OptionPath<Options, PieceRatio<SIMD2<Double>>>
  ) -> Self {
    Self(
      OptionDescription(name, .pieces, "values", ""), path,
      check: .init { options throws(LayoutError) in try options[keyPath: path].check(name) },
      read: { value, place throws(OptionMismatch) in try PieceRatio(pairs: value, place) })
  }

  /// Two numbers, for x and y, for each piece of a snapshot, or none; not checked on its own.
  static func pieces(
    _ name: String, _ path: OptionPath<Options, PieceRatio<SIMD2<Double>>?>
  ) -> Self {
    Self(
      OptionDescription(name, .pieces, "values", ""), optional: path,
      read: { value, place throws(OptionMismatch) in try PieceRatio(pairs: value, place) })
  }
}
