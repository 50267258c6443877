import CZlib
import FeedLayout
import Foundation

extension PictureContainer {
  private static let signatureSize = 8
  /// The maximum number of profiles in text chunks that are decoded. A file has one.
  private static let maximumProfileCount = 4

  /// Reads the chunks of a PNG file (PNG, third edition, section 5) up to its end, because EXIF may be behind the pixels.
  init(png file: ByteReader) {
    self.init()
    var (profileCount, hasPixels) = (0, false)
    guard var chunks = file.at(Self.signatureSize) else { return }
    for index in 0..<Self.maximumPartCount {
      // A chunk has a checksum behind its content.
      guard let length = chunks.next(UInt32.self), let name = chunks.name(),
        let content = chunks.take(length), chunks.skip(4) != nil
      else { return }
      switch name {
      case "IHDR" where index == 0: size = Self.headerSize(content)
      // One behind the first pixels is to be ignored.
      case "acTL" where !hasPixels: isSequence = true
      case "IDAT": hasPixels = true
      case "eXIf": exifBlocks.append(content)
      case "tEXt", "zTXt", "iTXt":
        guard profileCount < Self.maximumProfileCount, Self.isProfile(content) else { continue }
        profileCount += 1
        guard let profile = Self.profile(content, of: name) else { continue }
        exifBlocks.append(profile)
      case "IEND": return
      default: break
      }
    }
  }

  private static func headerSize(_ content: ByteReader) -> PixelSize? {
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
    return text.flatMap(bytes(ofProfile:)).map { ByteReader($0) }
  }

  // MARK: - The text of a profile

  /// The maximum size of the text of a profile, in bytes: two digits and a part of a line break for each byte.
  private static let maximumTextSize = maximumExifSize * 5 / 2

  /// The bytes of a profile in the text in which ImageMagick writes it: an empty line, the name of the profile, the count
  /// of its bytes, and lines of hexadecimal digits. `nil` if `text` is of another form.
  private static func bytes(ofProfile text: Data) -> Data? {
    guard text.count <= maximumTextSize else { return nil }
    let lines = text.split(
      separator: UInt8(ascii: "\n"), maxSplits: 3, omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0].isEmpty else { return nil }
    var bytes: [UInt8] = []
    var firstDigit: UInt8?
    for character in lines[3] where !isWhiteSpace(character) {
      guard let digit = hexadecimalValue(character) else { return nil }
      if let first = firstDigit {
        bytes.append(first << 4 | digit)
        firstDigit = nil
      } else {
        firstDigit = digit
      }
    }
    return firstDigit == nil ? Data(bytes) : nil
  }

  private static func isWhiteSpace(_ character: UInt8) -> Bool {
    character == UInt8(ascii: " ") || (0x09...0x0D).contains(character)
  }

  private static func hexadecimalValue(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The bytes of `content` decompressed from the zlib format (RFC 1950); `nil` if they are damaged or too many.
  private static func inflated(_ content: ByteReader) -> Data? {
    let (bytes, limit) = (content.rest, maximumTextSize)
    guard let count = UInt32(exactly: bytes.count), let capacity = UInt32(exactly: limit) else {
      return nil
    }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit_(&stream, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }

    var status = Z_OK
    var input = [UInt8](bytes)
    let output = [UInt8](unsafeUninitializedCapacity: limit) { buffer, written in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = count
        stream.next_out = buffer.baseAddress
        stream.avail_out = capacity
        status = inflate(&stream, Z_FINISH)
      }
      written = limit - Int(stream.avail_out)
    }
    return status == Z_STREAM_END ? Data(output) : nil
  }
}
