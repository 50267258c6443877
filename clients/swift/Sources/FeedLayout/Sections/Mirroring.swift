// A screen that reads from right to left is the mirror image of one that reads from left to right.
// Offsets stay as they are: they count in the reading direction.

extension [Frame] {
  /// Exchanges left and right in a viewport of `width` points.
  public mutating func mirror(in width: Double) {
    for index in indices { self[index] = self[index].mirrored(in: width) }
  }
}

extension Frame {
  /// Returns this box as far from the right edge of a viewport of `width` points as it is from the
  /// left.
  func mirrored(in width: Double) -> Frame {
    Frame(
      id: id, x: width - x - self.width, y: y, width: self.width, height: height, column: column,
      columnSpan: columnSpan)
  }
}

extension Cell {
  /// The mirror image.
  var mirrored: Cell {
    var mirrored = self
    mirrored.slots = slots.map(\.mirrored)
    return mirrored
  }
}

extension CellSlot {
  /// The mirror image in the cell.
  var mirrored: CellSlot {
    let content: Content =
      switch content {
      case .text(let text): .text(text.mirrored)
      case .badge(let text, let badge): .badge(text.mirrored, badge)
      case .image, .shade, .line, .stars: content
      }
    return CellSlot(
      content: content, anchor: anchor, offset: offset, left: right, right: left, width: width,
      extent: extent, after: after)
  }
}

extension CellText {
  fileprivate var mirrored: CellText {
    var mirrored = self
    mirrored.alignment =
      switch alignment {
      case .left: .right
      case .center: .center
      case .right: .left
      }
    return mirrored
  }
}

// MARK: - Motion

extension PagingEffect.Sample {
  /// Exchanges left and right.
  mutating func mirror() {
    switch self {
    case .stack(var sample):
      sample.tx.negate()
      sample.rotation.negate()
      self = .stack(sample)
    case .scale(var sample):
      sample.tx.negate()
      sample.shadow?.offset.width.negate()
      sample.quad = sample.quad?.mirrored
      self = .scale(sample)
    case .snapshot(var sample):
      sample.container.tx.negate()
      sample.mirrorPieces()
      self = .snapshot(sample)
    }
  }
}

extension SnapshotTransform.Sample {
  /// Gives every piece the motion of the one as far from the other side.
  fileprivate mutating func mirrorPieces() {
    let last = pieces.map(\.column).max() ?? 0
    let columns = last + 1
    // Pieces are in reading order.
    pieces = pieces.indices.map { index in
      let piece = pieces[index]
      let twin = pieces[index / columns * columns + last - piece.column]
      return SnapshotTransform.Piece(
        row: piece.row, column: piece.column, size: piece.size, tx: -twin.tx, ty: twin.ty,
        scaleX: twin.scaleX, scaleY: twin.scaleY, alpha: twin.alpha,
        cornerRadius: twin.cornerRadius)
    }
  }
}

extension Quad {
  /// The mirror image about the centre of the card, from which corners are measured.
  fileprivate var mirrored: Quad {
    func mirrored(_ corner: SIMD2<Double>) -> SIMD2<Double> { [-corner.x, corner.y] }
    return Quad(
      topLeft: mirrored(topRight), topRight: mirrored(topLeft),
      bottomRight: mirrored(bottomLeft), bottomLeft: mirrored(bottomRight))
  }
}

extension Keyframes {
  /// Exchanges left and right.
  ///
  /// - Parameter pieceColumns: how many columns of pieces there are.
  mutating func mirror(pieceColumns: Int = 1) {
    let places = Dictionary(
      channels.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let sources = channels.indices.map { index in
      MirroredChannel(index, channels[index].name, among: places, pieceColumns: pieceColumns)
    }
    for frame in frames.indices {
      let values = frames[frame].values
      frames[frame].values = sources.map { source in
        source.isNegated ? -values[source.index] : values[source.index]
      }
    }
  }
}

/// Where a channel of a mirrored motion comes from.
private struct MirroredChannel {
  let index: Int
  let isNegated: Bool

  /// The source of the channel `name` at `index`.
  ///
  /// - Parameter places: of all channels, by their names.
  init(_ index: Int, _ name: String, among places: [String: Int], pieceColumns: Int) {
    let parts = name.split(separator: ".").map(String.init)
    let twin =
      switch (parts.first, parts.count) {
      case ("quad", 3): "quad.\(Self.otherCorner(parts[1])).\(parts[2])"
      case ("pieces", 3):
        "pieces.\(Self.otherPiece(Int(parts[1]) ?? 0, pieceColumns)).\(parts[2])"
      default: name
      }
    self.index = places[twin] ?? index
    isNegated = ["x", "tx", "rotation"].contains(parts.last) || name == "shadow.offset.width"
  }

  private static func otherCorner(_ name: String) -> String {
    name.hasSuffix("left") ? name.dropLast(4) + "right" : name.dropLast(5) + "left"
  }

  /// Pieces are in reading order.
  private static func otherPiece(_ index: Int, _ columns: Int) -> Int {
    index / columns * columns + columns - 1 - index % columns
  }
}

extension PagingTransform {
  /// How many columns of pieces a card is cut into.
  var pieceColumns: Int {
    guard case .snapshot(let transform) = self else { return 1 }
    return PieceGrid(ratio: transform.options.pieceSizeRatio).columns
  }
}
