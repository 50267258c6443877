import FeedLayout
import Foundation

/// The chunks of a PNG file (PNG, third edition, section 5).
enum PNGChunks {
  private static let signatureSize = 8
  /// The maximum number of profiles in text chunks that are decoded. A file has one.
  private static let maximumProfileCount = 4

  /// Reads the chunks of `file` up to its end, because EXIF may be behind the pixels.
  static func container(of file: ByteReader) -> PictureContainer {
    var container = PictureContainer()
    var (profileCount, hasPixels) = (0, false)
    guard var chunks = file.at(signatureSize) else { return container }
    for index in 0..<PictureContainer.maximumPartCount {
      // A chunk has a checksum behind its content.
      guard let length = chunks.next(UInt32.self), let name = chunks.name(),
        let content = chunks.take(length), chunks.skip(4) != nil
      else { return container }
      switch name {
      case "IHDR" where index == 0: container.size = size(content)
      // One behind the first pixels is to be ignored.
      case "acTL" where !hasPixels: container.isSequence = true
      case "IDAT": hasPixels = true
      case "eXIf": container.exifBlocks.append(content)
      case "tEXt", "zTXt", "iTXt":
        guard profileCount < maximumProfileCount, isProfile(content) else { continue }
        profileCount += 1
        guard let profile = profile(content, of: name) else { continue }
        container.exifBlocks.append(profile)
      case "IEND": return container
      default: break
      }
    }
    return container
  }

  private static func size(_ content: ByteReader) -> PixelSize? {
    var content = content
    guard let width = content.next(UInt32.self), let height = content.next(UInt32.self) else {
      return nil
    }
    return PixelSize(stored: width, height)
  }

  // MARK: - Profiles in text chunks

  /// Whether a text chunk has EXIF in the form that ImageMagick writes.
  private static func isProfile(_ content: ByteReader) -> Bool {
    var content = content
    return content.skip(prefix: "Raw profile type exif\0")
      || content.skip(prefix: "Raw profile type APP1\0")
  }

  private static func profile(_ content: ByteReader, of name: String) -> ByteReader? {
    var content = content
    guard content.take(upTo: 0) != nil else { return nil }
    let text: Data?
    switch name {
    case "zTXt":
      text = content.next(UInt8.self) == 0 ? inflated(content) : nil
    case "iTXt":
      // A flag and a method of compression, the language, and the keyword in that language.
      guard let isCompressed = content.next(UInt8.self), content.next(UInt8.self) == 0,
        content.take(upTo: 0) != nil, content.take(upTo: 0) != nil
      else { return nil }
      text = isCompressed == 0 ? content.rest : inflated(content)
    default:
      text = content.rest
    }
    return text.flatMap(RawProfile.bytes).map { ByteReader($0) }
  }

  private static func inflated(_ content: ByteReader) -> Data? {
    Zlib.inflate(content.rest, limit: RawProfile.maximumTextSize)
  }
}
