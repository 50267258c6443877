import FeedLayout
import Foundation

/// The visible state of a card: places in points, and opacities in levels of 256. It is computed from
/// samples, or by a client from interpolated channels, independent of how keyframes are found.
struct DrawnCard {
  private(set) var points: [SIMD2<Double>] = []
  private(set) var numbers: [Double] = []

  /// How far the two are apart where they are furthest.
  func distance(to other: DrawnCard) -> Double {
    let places = zip(points, other.points).map { (($0 - $1) * ($0 - $1)).sum().squareRoot() }
    return (places + zip(numbers, other.numbers).map { abs($0 - $1) }).max() ?? 0
  }

  private mutating func fade(_ fraction: Double?) { numbers.append((fraction ?? 0) * 255) }

  private mutating func place(
    _ size: Size, at centre: SIMD2<Double>, scale: SIMD2<Double>, rotation: Double = 0
  ) {
    for corner in [SIMD2(-1.0, -1), SIMD2(1, -1), SIMD2(1, 1), SIMD2(-1, 1)] {
      let point = corner * SIMD2(size.width, size.height) / 2 * scale
      points.append(
        centre
          + SIMD2(
            point.x * cos(rotation) - point.y * sin(rotation),
            point.x * sin(rotation) + point.y * cos(rotation)))
    }
  }

  init(_ sample: StackTransform.Sample, card: Size) {
    place(
      card, at: [sample.tx, sample.ty], scale: [sample.scale, sample.scale],
      rotation: sample.rotation)
    fade(sample.alpha)
    fade(sample.blur)
  }

  init(stack channels: [String: Double], card: Size) {
    let scale = channels["scale", default: .nan]
    place(
      card, at: [channels["tx", default: .nan], channels["ty", default: .nan]],
      scale: [scale, scale], rotation: channels["rotation", default: .nan])
    fade(channels["alpha"])
    fade(channels["blur"])
  }

  init(_ sample: ScaleTransform.Sample, card: Size) {
    place(card, at: [sample.tx, sample.ty], scale: [sample.scale, sample.scale])
    fade(sample.blur)
    if let shadow = sample.shadow {
      points.append([shadow.offset.width, shadow.offset.height])
      numbers.append(shadow.radius)
      fade(shadow.opacity)
    }
    points += sample.quad?.corners ?? []
  }

  init(scale channels: [String: Double], card: Size) {
    func point(_ x: String, _ y: String) -> SIMD2<Double> {
      [channels[x, default: .nan], channels[y, default: .nan]]
    }
    let scale = channels["scale", default: .nan]
    place(card, at: point("tx", "ty"), scale: [scale, scale])
    fade(channels["blur"])
    if let radius = channels["shadow.radius"] {
      points.append(point("shadow.offset.width", "shadow.offset.height"))
      numbers.append(radius)
      fade(channels["shadow.opacity"])
    }
    guard channels["quad.top_left.x"] != nil else { return }
    for corner in ["top_left", "top_right", "bottom_right", "bottom_left"] {
      points.append(point("quad.\(corner).x", "quad.\(corner).y"))
    }
  }

  /// Pieces lie where the rows and columns of the card put them.
  private mutating func place(
    pieces: [(piece: SnapshotTransform.Piece, values: [Double])], container: [Double], card: Size
  ) {
    var origin = SIMD2(0.0, 0)
    for (piece, values) in pieces {
      if piece.column == 0 { origin.x = 0 }
      let size = SIMD2(piece.size.width, piece.size.height)
      let centre = origin + size / 2 - SIMD2(card.width, card.height) / 2
      for corner in [SIMD2(-0.5, -0.5), SIMD2(0.5, -0.5), SIMD2(0.5, 0.5), SIMD2(-0.5, 0.5)] {
        let moved =
          centre + SIMD2(values[0], values[1]) + corner * size * SIMD2(values[2], values[3])
        points.append(SIMD2(container[1], container[2]) + container[0] * moved)
      }
      fade(values[4])
      numbers.append(values[5])
      origin.x += piece.size.width
      if origin.x >= card.width * (1 - 1e-9) { origin.y += piece.size.height }
    }
  }

  init(_ sample: SnapshotTransform.Sample, card: Size) {
    place(
      pieces: sample.pieces.map {
        ($0, [$0.tx, $0.ty, $0.scaleX, $0.scaleY, $0.alpha, $0.cornerRadius])
      }, container: [sample.container.scale, sample.container.tx, sample.container.ty], card: card)
  }

  init(snapshot values: [Double], pieces: [SnapshotTransform.Piece], card: Size) {
    place(
      pieces: pieces.enumerated().map { ($1, Array(values[(3 + 6 * $0)..<(9 + 6 * $0)])) },
      container: Array(values[0..<3]), card: card)
  }
}

extension Keyframes {
  /// The card that a client draws of `transform` at `progress` with linear interpolation, and the exact one.
  func drawn(
    _ transform: PagingTransform, at progress: Double, page: Size, card: Size
  ) -> (drawn: DrawnCard, wanted: DrawnCard) {
    let values = values(at: progress)
    return Self.drawn(
      transform, values: values, names: channels.map(\.name), at: progress, page: page, card: card)
  }

  static func drawn(
    _ transform: PagingTransform, values: [Double], names: [String], at progress: Double,
    page: Size, card: Size
  ) -> (drawn: DrawnCard, wanted: DrawnCard) {
    func named() -> [String: Double] { Dictionary(uniqueKeysWithValues: zip(names, values)) }
    switch transform.sample(at: progress, page: page) {
    case .scale(let sample):
      return (DrawnCard(scale: named(), card: card), DrawnCard(sample, card: card))
    case .stack(let sample):
      return (DrawnCard(stack: named(), card: card), DrawnCard(sample, card: card))
    case .snapshot(let sample):
      return (
        DrawnCard(snapshot: values, pieces: sample.pieces, card: page),
        DrawnCard(sample, card: page)
      )
    }
  }

  /// How far a client's drawing is from the motion.
  func error(_ transform: PagingTransform, at progress: Double, page: Size, card: Size) -> Double {
    let (drawn, wanted) = drawn(transform, at: progress, page: page, card: card)
    return drawn.distance(to: wanted)
  }

  /// Places to look: all over the range, and close to every frame and every whole progress.
  func probes(_ count: Int, using random: inout some RandomNumberGenerator) -> [Double] {
    var probes = (0..<count).map { _ in Double.random(in: range, using: &random) }
    for (before, after) in zip(frames, frames.dropFirst()) where before.progress < after.progress {
      for share in [1e-9, 1e-3, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999, 1 - 1e-9] {
        probes.append(before.progress + (after.progress - before.progress) * share)
      }
    }
    return probes
  }
}
