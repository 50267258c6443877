import FeedLayout
import Foundation

/// The marker segments of a JPEG file up to its first scan (ITU-T T.81, annex B).
enum JPEGSegments {
  private static let app1: UInt8 = 0xE1
  private static let endOfImage: UInt8 = 0xD9
  private static let startOfScan: UInt8 = 0xDA
  /// Markers without a length: TEM, RST0 to RST7, SOI and EOI; and SOS, whose content is not read.
  private static let standalone: Set<UInt8> = Set([0x00, 0x01, startOfScan]).union(
    0xD0...endOfImage)

  private struct Segment {
    let marker: UInt8
    let content: ByteReader
  }

  /// Reads the segments of `file`.
  ///
  /// A segment counts only if the one behind it is complete, as in exiftool, which reads one ahead.
  static func container(of file: ByteReader) -> PictureContainer {
    var container = PictureContainer()
    var reader = file
    var last: Segment?
    guard reader.skip(2) != nil else { return container }
    for _ in 0..<PictureContainer.maximumPartCount {
      guard let segment = next(&reader) else { return container }
      if let last { note(last, in: &container) }
      guard segment.marker != startOfScan, segment.marker != endOfImage else { return container }
      last = segment
    }
    return container
  }

  /// The next segment, after any bytes between segments; `nil` if it is cut.
  private static func next(_ reader: inout ByteReader) -> Segment? {
    guard reader.take(upTo: 0xFF) != nil else { return nil }
    reader.skip(all: 0xFF)
    guard let marker = reader.next(UInt8.self) else { return nil }
    guard !standalone.contains(marker) else {
      return Segment(marker: marker, content: ByteReader(Data()))
    }
    // The length counts its own two bytes.
    guard let length = reader.next(UInt16.self), length >= 2,
      let content = reader.take(length - 2)
    else { return nil }
    return Segment(marker: marker, content: content)
  }

  private static func note(_ segment: Segment, in container: inout PictureContainer) {
    var content = segment.content
    if isStartOfFrame(segment.marker) {
      guard container.size == nil, content.skip(1) != nil, let height = content.next(UInt16.self),
        let width = content.next(UInt16.self)
      else { return }
      container.size = PixelSize(stored: width, height)
    } else if segment.marker == app1, content.skip(prefix: "Exif\0") {
      container.exifBlocks.append(segment.content)
    }
  }

  /// SOF0 to SOF15; three codes among them are not frames: DHT, JPG and DAC.
  private static func isStartOfFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }
}
