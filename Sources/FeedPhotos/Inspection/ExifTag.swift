/// The tags that are read (Exif 2.32, section 4.6). GPS tags are not among them.
enum ExifTag: UInt16, CaseIterable, Hashable, Sendable {
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case make = 0x010F
  case model = 0x0110
  case orientation = 0x0112
  case exposureTime = 0x829A
  case fNumber = 0x829D
  /// The offset of the EXIF directory.
  case exifDirectory = 0x8769
  case iso = 0x8827
  case focalLength = 0x920A
  case focalLengthIn35mm = 0xA405
  case lensModel = 0xA434
}
