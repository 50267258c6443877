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
