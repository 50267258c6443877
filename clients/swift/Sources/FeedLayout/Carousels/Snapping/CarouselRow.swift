/// Items side by side in the reading direction, measured from where the row begins.
struct CarouselRow: Hashable, Sendable {
  /// Where each item begins, in points, ascending.
  let starts: [Double]
  /// Where each item ends, in points, ascending.
  let ends: [Double]
  /// The whole row with the gaps at its ends, or one turn of a loop, in points.
  let length: Double
  /// The highest item, in points.
  let height: Double
  /// The gap between two items, in points.
  let spacing: Double
  /// The gap before the first item, in points.
  let leadingInset: Double
  /// The gap after the last item, in points.
  let trailingInset: Double
  /// Whether the row begins again after its end.
  let isLoop: Bool

  /// - Throws: ``LayoutError/missingMediaSize(index:id:)`` and
  ///   ``LayoutError/unusableMediaSize(index:id:size:)``.
  /// - Complexity: O(n).
  init(
    items: [LayoutItem], options: CarouselLayout.Options, viewWidth: Double
  ) throws(LayoutError) {
    // 1. What a turn of a loop would be: every item and a gap after each.
    var turn = 0.0
    var longest = 0.0
    var height = 0.0
    for (index, item) in items.enumerated() {
      let size = try Self.size(of: item, at: index, options: options)
      turn += size.width + options.spacing
      longest = max(longest, size.width)
      height = max(height, size.height)
    }
    // 2. It can be one if the view never shows the same item at both sides: with any single item
    //    just gone at the leading edge, the remaining ones must cover the view.
    let isLoop = options.loops && items.count > 1 && turn - longest >= viewWidth
    // 3. Place the items one after the other.
    let leadingInset = isLoop ? 0 : options.leadingInset
    let trailingInset = isLoop ? 0 : options.trailingInset
    var starts: [Double] = []
    var ends: [Double] = []
    starts.reserveCapacity(items.count)
    ends.reserveCapacity(items.count)
    var next = leadingInset
    for item in items {
      starts.append(next)
      ends.append(next + (options.drawnSize(of: item)?.width ?? 0))
      next = ends[ends.count - 1] + options.spacing
    }

    let length = isLoop ? next : (ends.last ?? leadingInset) + trailingInset
    // 4. A contained row that is shorter than the view may rest in its middle.
    let isCentred = options.shortContent == .center && options.contain != .none && !isLoop
    let shift = isCentred ? max(0, (viewWidth - length) / 2) : 0

    self.starts = shift > 0 ? starts.map { $0 + shift } : starts
    self.ends = shift > 0 ? ends.map { $0 + shift } : ends
    self.length = length
    self.height = height
    self.leadingInset = leadingInset
    self.trailingInset = trailingInset
    self.isLoop = isLoop
    spacing = options.spacing
  }

  /// How large `item` is drawn, in points.
  static func size(
    of item: LayoutItem, at index: Int, options: CarouselLayout.Options
  ) throws(LayoutError) -> Size {
    guard let own = item.mediaSize, let size = options.drawnSize(of: item) else {
      throw .missingMediaSize(index: index, id: item.id)
    }
    let supported = CarouselLayout.supportedExtents
    guard supported.contains(size.width), supported.contains(size.height), own.height > 0 else {
      throw .unusableMediaSize(index: index, id: item.id, size: own)
    }
    return size
  }

  /// How many items there are.
  var count: Int { starts.count }

  /// How long item `index` is, in points.
  func width(ofItem index: Int) -> Double { ends[index] - starts[index] }

  /// The first item that ends after `position`; ``count`` if none does.
  ///
  /// - Complexity: O(log n).
  func firstItem(endingAfter position: Double) -> Int {
    ends.partitioningIndex { $0 > position }
  }
}

extension Array {
  /// The first index whose element is in the second part of an array that is partitioned by
  /// `belongsToSecondPart`.
  func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}
