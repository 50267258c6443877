/// Everything a card can do while it is paged, by name: `stack.vortex`.
public enum PagingEffect: Hashable, Sendable, CaseIterable {
  /// Cards shrink, move and turn to the sides.
  case scale(ScaleTransform.Preset)
  /// Cards lie in a pile and are swiped away.
  case stack(StackTransform.Preset)
  /// Cards fall to pieces.
  case snapshot(SnapshotTransform.Preset)

  /// What an effect makes of a card at one progress.
  public enum Sample: Hashable, Sendable {
    /// Of a scale effect.
    case scale(ScaleTransform.Sample)
    /// Of a stack effect.
    case stack(StackTransform.Sample)
    /// Of a snapshot effect.
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

  /// What the effect makes of a page of `page` points at `progress`; see
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

  /// What it makes of a page of `page` points at `progress`.
  ///
  /// Total: infinities count as very large, what is not a number as 0.
  public func sample(at progress: Double, page: Size) -> PagingEffect.Sample {
    switch self {
    case .scale(let transform): .scale(transform.sample(at: progress, page: page))
    case .stack(let transform): .stack(transform.sample(at: progress, page: page))
    case .snapshot(let transform): .snapshot(transform.sample(at: progress, page: page))
    }
  }
}
