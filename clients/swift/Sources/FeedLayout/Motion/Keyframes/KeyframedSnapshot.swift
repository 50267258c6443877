/// A snapshot effect's motion for a page, as keyframes see it: the container's channels, then those of
/// each piece in reading order. At progress 0 the pieces lie where they start from, though the card
/// itself is shown there.
struct KeyframedSnapshot: KeyframedMotion {
  /// The channels of the container, and of each piece.
  private static let containerCount = 3
  private static let pieceCount = 6
  /// More pieces than these are not tracked.
  static let mostPieces = 400

  let transform: SnapshotTransform
  let page: Size
  private let places: [PiecePlace]
  private let sizes: [Size]

  init(_ transform: SnapshotTransform, page: Size) throws(LayoutError) {
    self.transform = transform
    self.page = page
    let grid = PieceGrid(ratio: transform.options.pieceSizeRatio)
    guard grid.columns * grid.rows <= Self.mostPieces else {
      throw .optionOutOfRange(
        "pieces", value: Double(grid.columns * grid.rows), allowed: 1...Double(Self.mostPieces))
    }
    places = grid.places
    sizes = places.map { grid.size(at: $0, page: page) }
  }

  var name: String { "a snapshot effect" }

  var channels: [(name: String, unit: Keyframes.Channel.Unit)] {
    [("container.scale", .scale), ("container.tx", .points), ("container.ty", .points)]
      + places.indices.flatMap { index -> [(name: String, unit: Keyframes.Channel.Unit)] in
        [
          ("pieces.\(index).tx", .points), ("pieces.\(index).ty", .points),
          ("pieces.\(index).scale_x", .scale), ("pieces.\(index).scale_y", .scale),
          ("pieces.\(index).alpha", .fraction), ("pieces.\(index).corner_radius", .points),
        ]
      }
  }

  func values<Number: MotionNumber>(at progress: Number) -> [Number] {
    let container = transform.container(at: progress, page: page)
    let motion = PieceMotion(transform.options, distance: progress.unsigned, page: page)
    return [container.scale, container.tx, container.ty]
      + places.flatMap { place in
        let piece = motion.values(at: place)
        return [piece.tx, piece.ty, piece.scaleX, piece.scaleY, piece.alpha, piece.cornerRadius]
      }
  }

  /// For a corner at c from the card's centre before the container's scale s, and drawn at c′ and s′:
  /// s c − s′ c′ = (s − s′) c + s′ (c − c′).
  func measure(most: [Double]) -> KeyframeMeasure {
    let grid = PieceGrid(ratio: transform.options.pieceSizeRatio)
    return KeyframeMeasure(
      parts: places.indices.flatMap { index -> [[KeyframeMeasure.Term]] in
        let first = Self.containerCount + Self.pieceCount * index
        let size = sizes[index]
        // 1. How far from the card's centre a corner of the piece is at most.
        let centreX = grid.ratio.x * page.width * Double(places[index].column) + size.width / 2
        let centreY = grid.ratio.y * page.height * Double(places[index].row) + size.height / 2
        let reach = Size(
          width: 2 * (abs(centreX - page.width / 2) + most[first])
            + size.width * most[first + 2],
          height: 2 * (abs(centreY - page.height / 2) + most[first + 1])
            + size.height * most[first + 3]
        ).reach
        // 2. The container's errors, and those of the piece in it.
        let corner: [KeyframeMeasure.Term] = [
          [(1, 1), (2, 1)], [(0, reach)],
          [(first, most[0]), (first + 1, most[0])],
          [(first + 2, most[0] * size.width / 2), (first + 3, most[0] * size.height / 2)],
        ]
        return [
          corner, KeyframeMeasure.fraction(first + 4), KeyframeMeasure.length(first + 5),
        ]
      })
  }
}
