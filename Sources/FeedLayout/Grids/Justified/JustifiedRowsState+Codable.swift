extension JustifiedRowsState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case targetRowHeight = "row_height"
    case tolerance
    case minRowHeight = "min_row_height"
    case maxRowHeight = "max_row_height"
    case spacing, inset, widows
    case fullWidthCadence = "full_width_cadence"
    case maxRows = "max_rows"
    case rowCount = "row_count"
    case itemCount = "item_count"
    case bottom
    case previousHeight = "previous_height"
    case open
  }

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no rows can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var options = JustifiedRowsLayout.Options()
    options.targetRowHeight = try container.decode(Double.self, forKey: .targetRowHeight)
    options.tolerance = try container.decode(Double.self, forKey: .tolerance)
    options.minRowHeight = try container.decodeIfPresent(Double.self, forKey: .minRowHeight)
    options.maxRowHeight = try container.decodeIfPresent(Double.self, forKey: .maxRowHeight)
    options.spacing = try container.decode(Double.self, forKey: .spacing)
    options.inset = try container.decode(Double.self, forKey: .inset)
    options.widows = try container.decode(JustifiedRowsLayout.WidowPolicy.self, forKey: .widows)
    options.fullWidthCadence = try container.decode(Int.self, forKey: .fullWidthCadence)
    options.maxRows = try container.decodeIfPresent(Int.self, forKey: .maxRows)
    let cursor = JustifiedRowsCursor(
      rowCount: try container.decode(Int.self, forKey: .rowCount),
      itemCount: try container.decode(Int.self, forKey: .itemCount),
      bottom: try container.decode(Double.self, forKey: .bottom),
      previousHeight: try container.decodeIfPresent(Double.self, forKey: .previousHeight))
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    guard Viewport.supportedWidths.contains(width),
      let state = try? Self(
        viewportWidth: width, options: options, cursor: cursor,
        open: try container.decode([JustifiedItem].self, forKey: .open)),
      state.isPossible
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .open, in: container, debugDescription: "not the state of justified rows")
    }
    self = state
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(options.targetRowHeight, forKey: .targetRowHeight)
    try container.encode(options.tolerance, forKey: .tolerance)
    try container.encodeIfPresent(options.minRowHeight, forKey: .minRowHeight)
    try container.encodeIfPresent(options.maxRowHeight, forKey: .maxRowHeight)
    try container.encode(options.spacing, forKey: .spacing)
    try container.encode(options.inset, forKey: .inset)
    try container.encode(options.widows, forKey: .widows)
    try container.encode(options.fullWidthCadence, forKey: .fullWidthCadence)
    try container.encodeIfPresent(options.maxRows, forKey: .maxRows)
    try container.encode(cursor.rowCount, forKey: .rowCount)
    try container.encode(cursor.itemCount, forKey: .itemCount)
    try container.encode(cursor.bottom, forKey: .bottom)
    try container.encodeIfPresent(cursor.previousHeight, forKey: .previousHeight)
    try container.encode(open, forKey: .open)
  }

  /// More than any grid has, and little enough for sums not to overflow.
  private static let maximumCount = 1 << 40

  private var isPossible: Bool {
    let highest = Double(Self.maximumCount) * JustifiedRowsLayout.supportedRowHeights.upperBound
    let isOpen = !open.isEmpty
    return (0...Self.maximumCount).contains(cursor.rowCount)
      && (cursor.rowCount...Self.maximumCount).contains(cursor.itemCount)
      && (0...highest).contains(cursor.bottom)
      && (cursor.previousHeight.map(space.heights.contains) ?? true)
      && open.allSatisfy {
        JustifiedRowsLayout.supportedAspectRatios.contains($0.aspectRatio)
      }
      && (!isOpen || open.count < space.capacity && cursor.rowCount < options.maxRows ?? .max)
  }
}
