/// The item location box: where the bytes of items are (ISO/IEC 14496-12, section 8.11.3).
struct ItemLocations {
  /// The origin of the offsets of an item.
  enum Source: UInt8, Hashable {
    /// The beginning of the file.
    case file = 0
    /// The beginning of the item data box.
    case itemData = 1
  }

  /// A run of bytes.
  struct Extent: Hashable {
    let offset: UInt64
    let length: UInt64
  }

  /// The bytes of an item: its extents, one behind the other.
  struct Location: Hashable {
    let source: Source
    let extents: [Extent]
  }

  /// The locations of the wanted items, in the order of the box.
  private(set) var locations: [Location] = []

  private let version: UInt8
  /// How many bytes the numbers of the box have.
  private let offsetWidth, lengthWidth, baseWidth, indexWidth: Int

  /// Reads a box behind its version and flags, as far as it is intact.
  init(of items: Set<UInt32>, in content: ByteReader, version: UInt8) {
    self.version = version
    var reader = content
    // 1. The widths, in four bits each. Version 0 has no index.
    let widths = reader.next(UInt16.self)
    let packed = Int(widths ?? 0)
    offsetWidth = packed >> 12
    lengthWidth = packed >> 8 & 0xF
    baseWidth = packed >> 4 & 0xF
    indexWidth = version == 0 ? 0 : packed & 0xF

    // 2. The entries, up to the end of the box. Their count is skipped.
    guard version <= 2, widths != nil, reader.nextItem(isLong: version == 2) != nil else { return }
    for _ in 0..<PictureContainer.maximumPartCount {
      guard let (item, location) = nextEntry(&reader) else { return }
      if items.contains(item), let location { locations.append(location) }
      guard locations.count < items.count else { return }
    }
  }

  /// The next item; `nil` if its entry is cut. An item in another file, or made of other items
  /// (construction method 2, which libheif does not support either), has no location.
  private func nextEntry(_ reader: inout ByteReader) -> (item: UInt32, location: Location?)? {
    // 1. The head of the entry.
    guard let item = reader.nextItem(isLong: version == 2),
      let method = version == 0 ? 0 : reader.next(UInt16.self),
      let otherFile = reader.next(UInt16.self), let base = reader.next(width: baseWidth),
      let count = reader.next(UInt16.self)
    else { return nil }

    // 2. Its extents, all of the same size.
    let size = indexWidth + offsetWidth + lengthWidth
    guard var rows = reader.take(Int(count) * size) else { return nil }
    guard let source = Source(rawValue: UInt8(method & 0xF)), otherFile == 0, size > 0 else {
      return (item, nil)
    }
    var extents: [Extent] = []
    for _ in 0..<count {
      guard rows.skip(indexWidth) != nil, let offset = rows.next(width: offsetWidth),
        let length = rows.next(width: lengthWidth)
      else { return (item, nil) }
      let (start, overflows) = base.addingReportingOverflow(offset)
      guard !overflows else { return (item, nil) }
      extents.append(Extent(offset: start, length: length))
    }
    return (item, Location(source: source, extents: extents))
  }
}

extension ByteReader {
  /// A number of `width` bytes, at most eight; 0 if it has none.
  fileprivate mutating func next(width: Int) -> UInt64? {
    guard width <= 8 else { return nil }
    return take(width)?.rest.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
