/// The tags of EXIF that tanada reads (Exif 2.32, section 4.6), and no other: above all none of a place.
enum ExifTag: UInt16, CaseIterable, Hashable, Sendable {
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case make = 0x010F
  case model = 0x0110
  case orientation = 0x0112
  case exposureTime = 0x829A
  case fNumber = 0x829D
  /// Where the directory with the data of the exposure is.
  case exifDirectory = 0x8769
  case iso = 0x8827
  case focalLength = 0x920A
  case focalLengthIn35mm = 0xA405
  case lensModel = 0xA434
}
