import FeedLayout

/// The properties of an item of a HEIC or AVIF file: its size, and how it is cropped and turned for
/// display (ISO/IEC 23008-12, section 6.5).
///
/// A decoder applies them, in the order in which they are associated with the item.
struct ItemProperties {
  /// The size of the decoded and turned picture; `nil` if there is none.
  private(set) var displayedSize: PixelSize?

  /// Reads the properties of `item` from the content of the item properties box.
  init(_ boxes: [ISOBox], of item: UInt32) {
    guard let container = boxes.first(where: { $0.name == "ipco" }) else { return }
    let properties = container.content.boxes()
    for association in boxes where association.name == "ipma" {
      guard let indices = Self.indices(of: item, in: association) else { continue }
      // Indices count from 1; 0 stands for no property.
      for index in indices where properties.indices.contains(index - 1) {
        apply(properties[index - 1])
      }
      return
    }
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

  private mutating func apply(_ property: ISOBox) {
    var content = property.content
    switch property.name {
    case "ispe":
      guard var content = property.full?.content, let width = content.next(UInt32.self),
        let height = content.next(UInt32.self)
      else { return }
      displayedSize = PixelSize(stored: width, height)
    case "clap":
      guard let width = content.nextFraction(), let height = content.nextFraction(),
        let cropped = PixelSize(stored: width, height)
      else { return }
      displayedSize = cropped
    case "irot":
      // In steps of 90°.
      guard let size = displayedSize, let steps = content.next(UInt8.self), steps & 1 == 1 else {
        return
      }
      displayedSize = PixelSize(stored: size.height, size.width)
    default:
      return
    }
  }
}

extension ByteReader {
  /// A fraction of two numbers, rounded to a whole number.
  fileprivate mutating func nextFraction() -> UInt64? {
    guard let numerator = next(UInt32.self), let denominator = next(UInt32.self), denominator > 0
    else { return nil }
    return (UInt64(numerator) + UInt64(denominator) / 2) / UInt64(denominator)
  }
}
