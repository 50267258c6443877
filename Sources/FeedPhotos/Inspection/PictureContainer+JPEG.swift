import FeedLayout
import Foundation

extension PictureContainer {
  private typealias Segment = (marker: UInt8, content: ByteReader)

  private static let endOfImage: UInt8 = 0xD9
  private static let startOfScan: UInt8 = 0xDA
  /// Markers without a length: TEM, RST0 to RST7, SOI and EOI; and SOS, whose content is not read.
  private static let standalone: Set<UInt8> = Set([0x00, 0x01, startOfScan]).union(
    0xD0...endOfImage)

  /// Reads the marker segments of a JPEG file up to its first scan (ITU-T T.81, annex B).
  ///
  /// A segment counts only if the one behind it is complete, as in exiftool, which reads one ahead.
  init(jpeg file: ByteReader) {
    self.init()
    var reader = file
    var last: Segment?
    guard reader.skip(2) != nil else { return }
    for _ in 0..<Self.maximumPartCount {
      guard let segment = Self.nextSegment(&reader) else { return }
      if let last { note(last) }
      guard segment.marker != Self.startOfScan, segment.marker != Self.endOfImage else { return }
      last = segment
    }
  }

  /// The next segment, after any bytes between segments; `nil` if it is cut.
  private static func nextSegment(_ reader: inout ByteReader) -> Segment? {
    guard reader.take(upTo: 0xFF) != nil else { return nil }
    reader.skip(all: 0xFF)
    guard let marker = reader.next(UInt8.self) else { return nil }
    guard !standalone.contains(marker) else { return (marker, ByteReader(Data())) }
    // The length counts its own two bytes.
    guard let length = reader.next(UInt16.self), length >= 2,
      let content = reader.take(length - 2)
    else { return nil }
    return (marker, content)
  }

  private mutating func note(_ segment: Segment) {
    var content = segment.content
    switch segment.marker {
    // SOF0 to SOF15; three codes among them are not frames: DHT, JPG and DAC.
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      guard size == nil, content.skip(1) != nil, let height = content.next(UInt16.self),
        let width = content.next(UInt16.self)
      else { return }
      size = PixelSize(stored: width, height)
    // APP1.
    case 0xE1 where content.skip(prefix: "Exif\0"): exifBlocks.append(segment.content)
    default: break
    }
  }
}
