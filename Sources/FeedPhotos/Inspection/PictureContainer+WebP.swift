import FeedLayout

extension PictureContainer {
  /// Reads the chunks of a WebP file (RFC 9649).
  init(webp file: ByteReader) {
    self.init()
    guard var chunks = file.at(12) else { return }
    for _ in 0..<Self.maximumPartCount {
      guard let name = chunks.name(), let length = chunks.next(UInt32.self, .littleEndian),
        let content = chunks.take(length)
      else { return }
      switch name {
      // The canvas comes first; frames are not larger.
      case "VP8X":
        size = Self.canvasSize(content)
        if Self.hasAnimationFlag(content) { isSequence = true }
      case "ANIM": isSequence = true
      case "VP8 ": size = size ?? Self.lossySize(content)
      case "VP8L": size = size ?? Self.losslessSize(content)
      case "EXIF": exifBlocks.append(content)
      default: break
      }
      // Chunks begin at even offsets.
      if !length.isMultiple(of: 2) { _ = chunks.skip(1) }
    }
  }

  /// RFC 9649, section 2.7.1: the last bit but one of the flags.
  private static func hasAnimationFlag(_ content: ByteReader) -> Bool {
    var content = content
    return content.next(UInt8.self).map { $0 & 0b10 != 0 } ?? false
  }

  /// RFC 9649, section 2.7.1: flags, then width and height less one, in 24 bits each.
  private static func canvasSize(_ content: ByteReader) -> PixelSize? {
    var content = content
    guard content.skip(4) != nil, let width = content.next24(), let height = content.next24() else {
      return nil
    }
    return PixelSize(stored: width + 1, height + 1)
  }

  /// RFC 6386, section 9.1: a frame tag, a start code, then width and height in 14 bits each.
  private static func lossySize(_ content: ByteReader) -> PixelSize? {
    var content = content
    guard content.skip(3) != nil, content.next24() == 0x2A_019D,
      let width = content.next(UInt16.self, .littleEndian),
      let height = content.next(UInt16.self, .littleEndian)
    else { return nil }
    return PixelSize(stored: width & 0x3FFF, height & 0x3FFF)
  }

  /// RFC 9649, section 3.4: a signature, then width and height less one, in 14 bits each.
  private static func losslessSize(_ content: ByteReader) -> PixelSize? {
    var content = content
    guard content.next(UInt8.self) == 0x2F, let bits = content.next(UInt32.self, .littleEndian)
    else { return nil }
    return PixelSize(stored: (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
  }
}

extension ByteReader {
  /// A number of three bytes, the lowest first.
  fileprivate mutating func next24() -> UInt32? {
    guard let low = next(UInt16.self, .littleEndian), let high = next(UInt8.self) else {
      return nil
    }
    return UInt32(high) << 16 | UInt32(low)
  }
}
