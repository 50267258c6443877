import FeedLayout
import StrictJSON

extension PagingTransform {
  /// `effect` with the options that `text` changes: a JSON object such as
  /// `{"scale_factor": 0.2, "pop_offset_ratio": [-1.3, 0.3]}`.
  init(_ effect: PagingEffect, options text: String) throws(OptionProblem) {
    guard let value = EffectOptionValue(json: text) else {
      throw OptionProblem(
        option: EffectOptionPlace.root.path,
        expected: "a JSON object of at most \(EffectOptionValue.longestText) bytes", found: text)
    }
    switch effect {
    case .scale(let preset):
      var options = ScaleTransform.Options(preset)
      try EffectOptionTable.scale.apply(value, to: &options, at: .root)
      self = .scale(try Self.made { () throws(LayoutError) in try ScaleTransform(options) })
    case .stack(let preset):
      var options = StackTransform.Options(preset)
      try EffectOptionTable.stack.apply(value, to: &options, at: .root)
      self = .stack(try Self.made { () throws(LayoutError) in try StackTransform(options) })
    case .snapshot(let preset):
      var options = SnapshotTransform.Options(preset)
      try EffectOptionTable.snapshot.apply(value, to: &options, at: .root)
      self = .snapshot(try Self.made { () throws(LayoutError) in try SnapshotTransform(options) })
    }
  }

  /// What `make` makes, or what is wrong with its options.
  private static func made<Transform>(
    _ make: () throws(LayoutError) -> Transform
  ) throws(OptionProblem) -> Transform {
    do throws(LayoutError) {
      return try make()
    } catch {
      throw error.effectProblem
    }
  }
}

extension LayoutError {
  /// The same as a problem of an effect's option.
  fileprivate var effectProblem: OptionProblem {
    func problem(_ name: String, _ expected: String, _ found: String?) -> OptionProblem {
      OptionProblem(
        option: EffectOptionPlace.root.member(String(name.map { $0 == "." ? "/" : $0 })).path,
        expected: expected, found: found)
    }
    return switch self {
    case .optionOutOfRange(let name, let value, let allowed):
      problem(name, "a number \(allowed.words)", NumberText.shortest(value))
    case .reversedBounds(let name, let lower, let upper):
      problem(
        name, "a lower bound of at most \(NumberText.shortest(upper))", NumberText.shortest(lower))
    case .emptyOption(let name): problem(name, "at least one value", nil)
    case .noDirection(let name): problem(name, "an axis with a direction", nil)
    default:
      OptionProblem(
        option: EffectOptionPlace.root.path, expected: "options that can be computed with",
        found: description)
    }
  }
}

extension OptionTable.Row {
  /// Options of the effect at `effect`, which is read first.
  static func effectOptions(
    _ effect: OptionPath<Root, PagingEffect>, _ transform: OptionPath<Root, PagingTransform?>
  ) -> Self {
    Self(
      OptionDescription(
        name: EffectOptionPlace.root.path, valueName: "json",
        help: "What changes about the effect, as a JSON object such as "
          + #"{"scale_factor": 0.2, "pop_offset_ratio": [-1.3, 0.3]}. "#
          + "A scale effect has \(Self.names(.scale)). A stack effect has \(Self.names(.stack)). "
          + "A snapshot effect has \(Self.names(.snapshot)).",
        form: .value)
    ) { root, text throws(OptionProblem) in
      root[keyPath: transform] = try PagingTransform(root[keyPath: effect], options: text)
    }
  }

  private static func names<Options>(_ table: EffectOptionTable<Options>) -> String {
    table.rows.map(\.name).joined(separator: ", ")
  }

  /// How far from the motion a client may draw.
  static func keyframes(_ path: OptionPath<Root, Double?>) -> Self {
    .number(
      "keyframes", path, in: Keyframes.supportedTolerances, "points",
      "Adds keyframes of the motion, the fewest with which a client that interpolates linearly is "
        + "nowhere further off than this: in points, and of opacity in levels of 255; "
        + "0.01 to 256, none if left out.")
  }
}
