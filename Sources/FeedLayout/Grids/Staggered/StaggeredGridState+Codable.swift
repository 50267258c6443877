extension StaggeredGridState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case spacing, inset, placement, tolerance, end, start
  }

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no grid can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    let end = try container.decode(StaggeredGridOutline.self, forKey: .end)
    let start = try container.decodeIfPresent(StaggeredGridOutline.self, forKey: .start)
    var options = StaggeredGridLayout.Options()
    options.columnCount = end.columns.count
    options.spacing = try container.decode(Double.self, forKey: .spacing)
    options.inset = try container.decode(Double.self, forKey: .inset)
    if let name = try container.decodeIfPresent(String.self, forKey: .placement) {
      guard let placement = StaggeredGridLayout.Placement(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          forKey: .placement, in: container, debugDescription: "not a placement")
      }
      options.placement = placement
    }
    options.tolerance =
      try container.decodeIfPresent(Double.self, forKey: .tolerance) ?? options.tolerance
    guard Viewport.supportedWidths.contains(width),
      start.map({ $0.columns.count == end.columns.count }) ?? true,
      let state = try? Self(viewportWidth: width, options: options, end: end, start: start)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .end, in: container, debugDescription: "not the state of a staggered grid")
    }
    self = state
  }

  /// Writes what ``init(from:)`` reads, without what is as usual.
  public func encode(to encoder: any Encoder) throws {
    let usual = StaggeredGridLayout.Options()
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(options.spacing, forKey: .spacing)
    try container.encode(options.inset, forKey: .inset)
    if options.placement != usual.placement {
      try container.encode(options.placement.rawValue, forKey: .placement)
    }
    if options.tolerance != usual.tolerance {
      try container.encode(options.tolerance, forKey: .tolerance)
    }
    try container.encode(end, forKey: .end)
    if start.itemCount > 0 { try container.encode(start, forKey: .start) }
  }
}

extension StaggeredGridOutline: Codable {
  private enum CodingKeys: String, CodingKey {
    case columns
    case itemCount = "item_count"
    case cursor
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    columns = try container.decode([Column].self, forKey: .columns)
    itemCount = try container.decode(Int.self, forKey: .itemCount)
    cursor = try container.decodeIfPresent(Int.self, forKey: .cursor) ?? 0
    guard isPossible else {
      throw DecodingError.dataCorruptedError(
        forKey: .columns, in: container, debugDescription: "not the edge of a staggered grid")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(columns, forKey: .columns)
    try container.encode(itemCount, forKey: .itemCount)
    if cursor != 0 { try container.encode(cursor, forKey: .cursor) }
  }

  /// Every item is in at least one column, and in none of them twice.
  private var isPossible: Bool {
    guard StaggeredGridLayout.supportedColumnCounts.contains(columns.count),
      columns.allSatisfy(\.isPossible), columns.indices.contains(cursor)
    else { return false }
    let counts = columns.map(\.itemCount)
    return itemCount >= counts.max() ?? 0 && itemCount <= counts.reduce(0, +)
  }
}

extension StaggeredGridState.Column {
  /// More items than any grid has, and few enough for sums of them not to overflow.
  private static let maximumItemCount = 1 << 40

  fileprivate var isPossible: Bool {
    guard itemCount > 0 else { return itemCount == 0 && height == 0 && balanceHeight == 0 }
    return balanceHeight.isFinite && balanceHeight >= 0 && height.isFinite && height >= 0
      && itemCount <= Self.maximumItemCount
  }
}
