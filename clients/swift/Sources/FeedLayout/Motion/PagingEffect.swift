/// Everything a card can do while it is paged, by name: `stack.vortex`.
public enum PagingEffect: Hashable, Sendable, CaseIterable {
  /// Cards shrink, move and turn to the sides.
  case scale(ScaleTransform.Preset)
  /// Cards lie in a pile and are swiped away.
  case stack(StackTransform.Preset)
  /// Cards fall to pieces.
  case snapshot(SnapshotTransform.Preset)

  /// A card under an effect at one progress.
  public enum Sample: Hashable, Sendable {
    /// The sample of a scale effect.
    case scale(ScaleTransform.Sample)
    /// The sample of a stack effect.
    case stack(StackTransform.Sample)
    /// The sample of a snapshot effect.
    case snapshot(SnapshotTransform.Sample)
  }

  /// All effects: scale, stack, snapshot.
  public static let allCases: [PagingEffect] =
    ScaleTransform.Preset.allCases.map(PagingEffect.scale)
    + StackTransform.Preset.allCases.map(PagingEffect.stack)
    + SnapshotTransform.Preset.allCases.map(PagingEffect.snapshot)

  /// The effect published as `name`.
  public init?(name: String) {
    guard let effect = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = effect
  }

  /// The published name: its kind, a dot, and its preset.
  public var name: String {
    switch self {
    case .scale(let preset): "scale.\(preset.rawValue)"
    case .stack(let preset): "stack.\(preset.rawValue)"
    case .snapshot(let preset): "snapshot.\(preset.rawValue)"
    }
  }

  /// A page of `page` points under the effect at `progress`; see
  /// ``PagingTransform/sample(at:page:)``.
  public func sample(at progress: Double, page: Size) -> Sample {
    PagingTransform(self).sample(at: progress, page: page)
  }
}

/// A paging effect with all of its options.
public enum PagingTransform: Hashable, Sendable {
  /// Cards shrink, move and turn to the sides.
  case scale(ScaleTransform)
  /// Cards lie in a pile and are swiped away.
  case stack(StackTransform)
  /// Cards fall to pieces.
  case snapshot(SnapshotTransform)

  /// `effect` as it is published.
  public init(_ effect: PagingEffect) {
    switch effect {
    case .scale(let preset): self = .scale(ScaleTransform(preset))
    case .stack(let preset): self = .stack(StackTransform(preset))
    case .snapshot(let preset): self = .snapshot(SnapshotTransform(preset))
    }
  }

  /// A page of `page` points under the transform at `progress`.
  ///
  /// Total: infinities count as very large, what is not a number as 0.
  public func sample(at progress: Double, page: Size) -> PagingEffect.Sample {
    switch self {
    case .scale(let transform): .scale(transform.sample(at: progress, page: page))
    case .stack(let transform): .stack(transform.sample(at: progress, page: page))
    case .snapshot(let transform): .snapshot(transform.sample(at: progress, page: page))
    }
  }

  /// The shadow of the card in the middle; `nil` where cards cast none. Every card of a pile has it, at any progress; the
  /// samples of a scale effect say how it changes.
  public var shadow: CardShadow? {
    switch self {
    case .scale(let transform): transform.sample(at: 0, page: .zero).shadow
    case .stack(let transform): transform.options.shadow
    case .snapshot: nil
    }
  }
}

extension PagingTransform {
  /// `effect` with the options that the members of `value` change.
  ///
  /// - Throws: ``OptionMismatch`` for what is no option or no value of one, and for options that no
  ///   sample can be computed with.
  init(
    _ effect: PagingEffect, changedBy value: OptionValue, at place: OptionPlace
  ) throws(OptionMismatch) {
    func changed<Options: DeclaredOptions>(_ options: Options) throws(OptionMismatch) -> Options {
      var options = options
      try Options.declarations.apply(value, to: &options, at: place)
      do throws(LayoutError) {
        try Options.declarations.check(options)
      } catch {
        throw .refused(error, at: place)
      }
      return options
    }
    switch effect {
    case .scale(let preset): self = .scale(.init(checked: try changed(.init(preset))))
    case .stack(let preset): self = .stack(.init(checked: try changed(.init(preset))))
    case .snapshot(let preset): self = .snapshot(.init(checked: try changed(.init(preset))))
    }
  }
}

extension LayoutOption {
  /// A paging effect by name.
  public static func effect(
    _ path: OptionPath<Options, PagingEffect>, form: OptionDescription.Form = .value
  ) -> Self {
    let names = PagingEffect.allCases.map(\.name).joined(separator: ", ")
    let standard = form == .value ? " ({default})" : ""
    return .text(
      "effect", path, "effect", "How a card moves while it is paged\(standard). One of \(names).",
      expected: "one of \(names)", form: form, write: { .text($0.name) },
      { PagingEffect(name: $0) })
  }

  /// The options of the effect at `effect`, an option declared before this one, as an object.
  public static func effectOptions(
    _ transform: OptionPath<Options, PagingTransform?>, of effect: OptionPath<Options, PagingEffect>
  ) -> Self {
    func names<Effect: DeclaredOptions>(_: Effect.Type) -> String {
      Effect.declarations.names.joined(separator: ", ")
    }
    let text =
      "Options of the effect, as a JSON object such as "
      + #"{"scale_factor": 0.2, "pop_offset_ratio": [-1.3, 0.3]}. "#
      + "A scale effect has \(names(ScaleTransform.Options.self)). "
      + "A stack effect has \(names(StackTransform.Options.self)). "
      + "A snapshot effect has \(names(SnapshotTransform.Options.self))."
    return Self(OptionDescription("effect_options", .object, "json", text)) {
      options, value, place throws(OptionMismatch) in
      options[keyPath: transform] = try PagingTransform(
        options[keyPath: effect], changedBy: value, at: place)
    }
  }
}
