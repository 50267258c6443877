/// The space of one row, and how items fill it.
struct JustifiedRowSpace: Hashable, Sendable {
  /// Left edge of the first picture of a row, in points.
  let left: Double
  /// Right edge of the last picture of a filled row, in points.
  let right: Double
  /// Gap between two pictures, in points.
  let spacing: Double
  /// The target height of the rows, in points.
  let targetHeight: Double
  /// No row is lower or higher, in points.
  let heights: ClosedRange<Double>
  /// The sums of aspect ratios at which a greedy row is closed.
  let window: ClosedRange<Double>
  /// How many items a row can have.
  let capacity: Int

  /// - Throws: ``LayoutError`` for an option out of its range.
  init(
    options: JustifiedRowsLayout.Options, viewportWidth: Double
  ) throws(LayoutError) {
    try options.check()
    let widestInset = (viewportWidth - GridSpacing.narrowestCell) / 2
    try OptionCheck.number(options.inset, in: 0...widestInset, "inset")
    left = options.inset
    right = viewportWidth - options.inset
    spacing = options.spacing
    targetHeight = options.targetRowHeight
    heights = options.heightBounds.lower...options.heightBounds.upper
    // The window is that of a row without gaps (flickr/justified-layout, 2016, MIT).
    let aspect = (right - left) / targetHeight
    window = aspect * (1 - options.tolerance)...aspect * (1 + options.tolerance)
    // At most 4096 items of 1 pt: the quotient is far from what an integer can hold.
    let narrowest = GridSpacing.narrowestCell
    capacity = max(
      1,
      min(
        JustifiedRowsLayout.largestItemCount,
        Int((right - left + spacing) / (narrowest + spacing))))
  }

  /// Returns the width that the gaps between `count` pictures leave for them, in points; at least 1
  /// pt each up to the capacity.
  func room(for count: Int) -> Double {
    right - left - Double(count - 1) * spacing
  }

  /// The height at which `count` pictures fill the row uncropped: their aspect ratios add up to
  /// `aspectSum`.
  func naturalHeight(aspectSum: Double, count: Int) -> Double {
    room(for: count) / aspectSum
  }

  /// Appends the frames of a filled row and returns its height, and whether a bound limits it.
  func fill(
    _ items: ArraySlice<JustifiedItem>, aspectSum: Double, top: Double,
    into frames: inout [Frame]
  ) -> (height: Double, isCropped: Bool) {
    let natural = naturalHeight(aspectSum: aspectSum, count: items.count)
    let height = natural.limited(to: heights)
    var x = left
    for item in items.dropLast() {
      let width = min(natural * item.aspectRatio, right - x)
      frames.append(Frame(id: item.id, x: x, y: top, width: width, height: height))
      x = min(x + width + spacing, right)
    }
    if let last = items.last {
      // Taking the width from the edge and the left edge from the width makes x + width the right
      // edge to the last bit: one of the two differences is always exact (Sterbenz, 1974).
      let width = right - x
      frames.append(Frame(id: last.id, x: right - width, y: top, width: width, height: height))
    }
    return (height, height != natural)
  }

  /// Appends the frames of a row that is not filled: `height` high within the bounds, unless the
  /// pictures fill the row at less.
  func leave(
    _ items: ArraySlice<JustifiedItem>, aspectSum: Double, top: Double, height: Double,
    isCentered: Bool, into frames: inout [Frame]
  ) -> (height: Double, isCropped: Bool) {
    let height = height.limited(to: heights)
    guard height < naturalHeight(aspectSum: aspectSum, count: items.count) else {
      return fill(items, aspectSum: aspectSum, top: top, into: &frames)
    }
    let free = room(for: items.count) - height * aspectSum
    var x = isCentered ? left + free / 2 : left
    for item in items {
      let width = height * item.aspectRatio
      frames.append(Frame(id: item.id, x: x, y: top, width: width, height: height))
      x += width + spacing
    }
    return (height, false)
  }
}

/// The id and the aspect ratio of an item, all that justified rows read of it.
struct JustifiedItem: Codable, Hashable, Sendable {
  let id: Int
  /// Width divided by height; inside ``JustifiedRowsLayout/supportedAspectRatios``.
  let aspectRatio: Double

  private enum CodingKeys: String, CodingKey {
    case id
    case aspectRatio = "aspect_ratio"
  }

  /// - Throws: ``LayoutError/missingMediaSize(index:id:)``, or
  ///   ``LayoutError/unusableMediaSize(index:id:size:)`` for a side that is not a positive finite
  ///   number.
  init(_ item: LayoutItem, index: Int) throws(LayoutError) {
    guard let media = item.mediaSize else {
      throw .missingMediaSize(index: index, id: item.id)
    }
    guard media.width.isFinite, media.width > 0, media.height.isFinite, media.height > 0 else {
      throw .unusableMediaSize(index: index, id: item.id, size: media)
    }
    id = item.id
    // A quotient of two positive numbers may be 0 or infinite, and is limited from there.
    aspectRatio = (media.width / media.height)
      .limited(to: JustifiedRowsLayout.supportedAspectRatios)
  }
}
