import FeedLayout

/// The options of a kind of paging effect by their published names.
struct EffectOptionTable<Options: Sendable>: Sendable {
  /// One option.
  struct Row: Sendable {
    let name: String
    let set:
      @Sendable (inout Options, EffectOptionValue, EffectOptionPlace) throws(OptionProblem) -> Void
  }

  let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  /// Changes `options` as `value` says, an object; what it leaves out stays.
  ///
  /// - Throws: the first of: no object, an unknown name, a value of the wrong kind.
  func apply(
    _ value: EffectOptionValue, to options: inout Options, at place: EffectOptionPlace
  ) throws(OptionProblem) {
    let members = try value.members(place)
    let names = rows.map(\.name)
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw OptionProblem(
        option: place.path, expected: "one of the options \(names.joined(separator: ", "))",
        found: unknown)
    }
    for row in rows {
      if let value = members[row.name] {
        try row.set(&options, value, place.member(row.name))
      }
    }
  }
}

extension EffectOptionTable.Row {
  /// An option that `read` understands.
  static func value<Value>(
    _ name: String, _ path: OptionPath<Options, Value>,
    _ read:
      @escaping @Sendable (EffectOptionValue, EffectOptionPlace) throws(OptionProblem) -> Value
  ) -> Self {
    Self(name: name) { options, value, place throws(OptionProblem) in
      options[keyPath: path] = try read(value, place)
    }
  }

  /// An option that `read` understands, or null for none.
  static func optional<Value>(
    _ name: String, _ path: OptionPath<Options, Value?>,
    _ read:
      @escaping @Sendable (EffectOptionValue, EffectOptionPlace) throws(OptionProblem) -> Value
  ) -> Self {
    Self(name: name) { options, value, place throws(OptionProblem) in
      options[keyPath: path] = value == .null ? nil : try read(value, place)
    }
  }

  static func number(_ name: String, _ path: OptionPath<Options, Double>) -> Self {
    value(name, path) { value, place throws(OptionProblem) in try value.number(place) }
  }

  static func number(_ name: String, _ path: OptionPath<Options, Double?>) -> Self {
    optional(name, path) { value, place throws(OptionProblem) in try value.number(place) }
  }

  static func integer(_ name: String, _ path: OptionPath<Options, Int>) -> Self {
    value(name, path) { value, place throws(OptionProblem) in
      guard let integer = Int(exactly: try value.number(place)) else {
        throw place.problem("a whole number", value)
      }
      return integer
    }
  }

  static func pair(_ name: String, _ path: OptionPath<Options, SIMD2<Double>>) -> Self {
    value(name, path) { value, place throws(OptionProblem) in try value.pair(place) }
  }

  static func pair(_ name: String, _ path: OptionPath<Options, SIMD2<Double>?>) -> Self {
    optional(name, path) { value, place throws(OptionProblem) in try value.pair(place) }
  }

  static func triple(_ name: String, _ path: OptionPath<Options, SIMD3<Double>>) -> Self {
    value(name, path) { value, place throws(OptionProblem) in try value.triple(place) }
  }

  static func flag(_ name: String, _ path: OptionPath<Options, Bool>) -> Self {
    value(name, path) { value, place throws(OptionProblem) in try value.flag(place) }
  }

  /// One of the published names of `Choice`.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: OptionPath<Options, Choice>
  ) -> Self {
    value(name, path) { value, place throws(OptionProblem) in
      guard case .text(let text) = value, let choice = Choice(rawValue: text) else {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw place.problem("one of \(names)", value)
      }
      return choice
    }
  }

  /// An object with options of its own.
  static func part<Part: Sendable>(
    _ name: String, _ path: OptionPath<Options, Part>, _ table: EffectOptionTable<Part>
  ) -> Self {
    Self(name: name) { options, value, place throws(OptionProblem) in
      try table.apply(value, to: &options[keyPath: path], at: place)
    }
  }

  /// An object with options of its own, or null for none; what it leaves out is as in `standard`
  /// where there was none before.
  static func part<Part: Sendable>(
    _ name: String, _ path: OptionPath<Options, Part?>, _ table: EffectOptionTable<Part>,
    standard: Part
  ) -> Self {
    Self(name: name) { options, value, place throws(OptionProblem) in
      guard value != .null else {
        options[keyPath: path] = nil
        return
      }
      var part = options[keyPath: path] ?? standard
      try table.apply(value, to: &part, at: place)
      options[keyPath: path] = part
    }
  }

  /// A value for each piece of a snapshot.
  static func pieces(
    _ name: String, _ path: OptionPath<Options, PieceRatio<Double>>
  ) -> Self {
    value(name, path) { value, place throws(OptionProblem) in
      try PieceRatio(value, place, "a number") { value, place throws(OptionProblem) in
        try value.number(place)
      }
    }
  }

  static func pieces(
    _ name: String, _ path: OptionPath<Options, PieceRatio<SIMD2<Double>>>
  ) -> Self {
    value(name, path) { value, place throws(OptionProblem) in try PieceRatio(pairs: value, place) }
  }

  static func pieces(
    _ name: String, _ path: OptionPath<Options, PieceRatio<SIMD2<Double>>?>
  ) -> Self {
    optional(name, path) { value, place throws(OptionProblem) in
      try PieceRatio(pairs: value, place)
    }
  }
}
