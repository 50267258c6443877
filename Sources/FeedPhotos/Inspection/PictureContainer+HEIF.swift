import FeedLayout
import Foundation

extension PictureContainer {
  /// Reads the items of a HEIC or AVIF file.
  init(heif file: ByteReader) {
    self.init()
    guard let meta = file.boxes().first(where: { $0.name == "meta" })?.full else { return }
    let items = HEIFItems(file: file, boxes: meta.content.boxes())
    size = items.primarySize
    exifBlocks = items.exifBlocks
  }
}

/// The items of a HEIC or AVIF file (ISO/IEC 14496-12, section 8.11, and ISO/IEC 23008-12).
private struct HEIFItems {
  /// The maximum number of EXIF items that are read. A file has one.
  private static let maximumExifCount = 4

  let file: ByteReader
  /// The content of the meta box.
  let boxes: [ISOBox]

  private func box(_ name: String) -> ISOBox? { boxes.first { $0.name == name } }

  // MARK: - The primary item

  private var primaryItem: UInt32? {
    guard let (version, _, content) = box("pitm")?.full else { return nil }
    var reader = content
    return reader.nextItem(isLong: version > 0)
  }

  /// The size of the decoded and turned picture. Its properties say how it is cropped and turned for display (ISO/IEC
  /// 23008-12, section 6.5); a decoder applies them in the order in which they are associated with the item.
  var primarySize: PixelSize? {
    guard let primaryItem, let boxes = box("iprp")?.content.boxes(),
      let properties = boxes.first(where: { $0.name == "ipco" })?.content.boxes()
    else { return nil }
    let associations = boxes.lazy.filter { $0.name == "ipma" }
    var size: PixelSize?
    // Indices count from 1; 0 stands for no property.
    for index in associations.compactMap({ Self.indices(of: primaryItem, in: $0) }).first ?? []
    where properties.indices.contains(index - 1) {
      Self.apply(properties[index - 1], to: &size)
    }
    return size
  }

  /// The properties that are associated with `item` (section 9.3); `nil` if it has no entry.
  private static func indices(of item: UInt32, in association: ISOBox) -> [Int]? {
    guard let (version, flags, content) = association.full else { return nil }
    var reader = content
    guard reader.skip(4) != nil else { return nil }
    let hasLongIndices = flags & 1 == 1
    for _ in 0..<PictureContainer.maximumPartCount {
      guard let entry = reader.nextItem(isLong: version > 0), let count = reader.next(UInt8.self),
        var rows = reader.take(Int(count) * (hasLongIndices ? 2 : 1))
      else { return nil }
      guard entry == item else { continue }
      // The highest bit says whether the property is essential.
      return (0..<count).compactMap { _ in
        hasLongIndices
          ? rows.next(UInt16.self).map { Int($0 & 0x7FFF) }
          : rows.next(UInt8.self).map { Int($0 & 0x7F) }
      }
    }
    return nil
  }

  private static func apply(_ property: ISOBox, to displayed: inout PixelSize?) {
    var content = property.content
    switch property.name {
    case "ispe":
      guard var content = property.full?.content, let width = content.next(UInt32.self),
        let height = content.next(UInt32.self)
      else { return }
      displayed = PixelSize(stored: width, height)
    case "clap":
      guard let width = content.nextFraction(), let height = content.nextFraction(),
        let cropped = PixelSize(stored: width, height)
      else { return }
      displayed = cropped
    case "irot":
      // In steps of 90°.
      guard let size = displayed, let steps = content.next(UInt8.self), steps & 1 == 1 else {
        return
      }
      displayed = PixelSize(stored: size.height, size.width)
    default:
      return
    }
  }

  // MARK: - EXIF

  var exifBlocks: [ByteReader] {
    let items = exifItems
    guard !items.isEmpty, let locations = box("iloc")?.full else { return [] }
    return ItemLocations(of: items, in: locations.content, version: locations.version)
      .locations
      .compactMap { content(of: $0) }
      .flatMap { Self.candidates(in: $0) }
  }

  /// The ids of the items of type Exif in the item information box (section 8.11.6).
  private var exifItems: Set<UInt32> {
    guard let (version, _, content) = box("iinf")?.full else { return [] }
    var reader = content
    guard reader.skip(version == 0 ? 2 : 4) != nil else { return [] }
    var items: Set<UInt32> = []
    for box in reader.boxes() where box.name == "infe" && items.count < Self.maximumExifCount {
      // Before version 2, entries had no type.
      guard let (version, _, content) = box.full, version >= 2 else { continue }
      var entry = content
      guard let item = entry.nextItem(isLong: version > 2), entry.skip(2) != nil,
        entry.name() == "Exif"
      else { continue }
      items.insert(item)
    }
    return items
  }

  /// The bytes of an item; `nil` if they are not wholly in the file, or joined are larger than
  /// ``PictureContainer/maximumExifSize``.
  private func content(of location: ItemLocations.Location) -> ByteReader? {
    guard let source = location.isInFile ? file : box("idat")?.content else { return nil }
    if location.extents.count == 1, let extent = location.extents.first {
      return source.part(at: extent.offset, count: extent.length)
    }
    var bytes = Data()
    for extent in location.extents {
      guard let part = source.part(at: extent.offset, count: extent.length),
        part.count <= PictureContainer.maximumExifSize - bytes.count
      else { return nil }
      bytes.append(part.rest)
    }
    return ByteReader(bytes)
  }

  /// Where EXIF may begin in an item. The first four bytes are an offset that counts from their end
  /// (ISO/IEC 23008-12, annex A.2.1); some writers get it wrong, or leave it out.
  private static func candidates(in item: ByteReader) -> [ByteReader] {
    var item = item
    let whole = item
    guard let offset = item.next(UInt32.self) else { return [] }
    let behind = ByteReader(item.rest)
    return [behind.at(offset).map { ByteReader($0.rest) }, behind, whole].compactMap { $0 }
  }
}

/// The item location box: where the bytes of items are (ISO/IEC 14496-12, section 8.11.3).
private struct ItemLocations {
  /// The bytes of an item: its extents, one behind the other, whose offsets count from the beginning of the file or of the
  /// item data box.
  typealias Location = (isInFile: Bool, extents: [(offset: UInt64, length: UInt64)])

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
    guard method & 0xF <= 1, otherFile == 0, size > 0 else { return (item, nil) }
    var extents: [(offset: UInt64, length: UInt64)] = []
    for _ in 0..<count {
      guard rows.skip(indexWidth) != nil, let offset = rows.next(width: offsetWidth),
        let length = rows.next(width: lengthWidth)
      else { return (item, nil) }
      let (start, overflows) = base.addingReportingOverflow(offset)
      guard !overflows else { return (item, nil) }
      extents.append((start, length))
    }
    return (item, (method & 0xF == 0, extents))
  }
}

extension ByteReader {
  /// The id of an item.
  fileprivate mutating func nextItem(isLong: Bool) -> UInt32? {
    isLong ? next(UInt32.self) : next(UInt16.self).map(UInt32.init)
  }

  /// A fraction of two numbers, rounded to a whole number.
  fileprivate mutating func nextFraction() -> UInt64? {
    guard let numerator = next(UInt32.self), let denominator = next(UInt32.self), denominator > 0
    else { return nil }
    return (UInt64(numerator) + UInt64(denominator) / 2) / UInt64(denominator)
  }

  /// A number of `width` bytes, at most eight; 0 if it has none.
  fileprivate mutating func next(width: Int) -> UInt64? {
    guard width <= 8 else { return nil }
    return take(width)?.rest.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
