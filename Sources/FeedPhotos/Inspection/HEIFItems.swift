import FeedLayout
import Foundation

/// The items of a HEIC or AVIF file (ISO/IEC 14496-12, section 8.11, and ISO/IEC 23008-12).
struct HEIFItems {
  /// The maximum number of EXIF items that are read. A file has one.
  private static let maximumExifCount = 4

  private let file: ByteReader
  /// The content of the meta box.
  private let boxes: [ISOBox]

  /// Reads the items of `file`.
  static func container(of file: ByteReader) -> PictureContainer {
    guard let meta = file.boxes().first(where: { $0.name == "meta" })?.full else {
      return PictureContainer()
    }
    let items = HEIFItems(file: file, boxes: meta.content.boxes())
    return PictureContainer(size: items.primarySize, exifBlocks: items.exifBlocks)
  }

  private func box(_ name: String) -> ISOBox? { boxes.first { $0.name == name } }

  // MARK: - The primary item

  private var primaryItem: UInt32? {
    guard let (version, _, content) = box("pitm")?.full else { return nil }
    var reader = content
    return reader.nextItem(isLong: version > 0)
  }

  private var primarySize: PixelSize? {
    guard let primaryItem, let properties = box("iprp")?.content.boxes() else { return nil }
    return ItemProperties(properties, of: primaryItem).displayedSize
  }

  // MARK: - EXIF

  private var exifBlocks: [ByteReader] {
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
    let source =
      switch location.source {
      case .file: file
      case .itemData: box("idat")?.content
      }
    guard let source else { return nil }
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

extension ByteReader {
  /// The id of an item.
  mutating func nextItem(isLong: Bool) -> UInt32? {
    isLong ? next(UInt32.self) : next(UInt16.self).map(UInt32.init)
  }
}
