import FeedLayout
import FeedModel

/// Reads the nine tags of EXIF that tanada shows, and the size of a TIFF picture.
///
/// The first directory is read, and the one it names as that of EXIF. Neither the next directories, of
/// thumbnails, nor those of places and makers are gone into, so that there is nothing to loop in.
struct ExifReader: Sendable {
  private(set) var camera = CameraData()
  /// The orientation tag, 1 to 8.
  private(set) var orientation: ImageOrientation?
  /// The size that the first directory names: that of the picture, if this is a TIFF file.
  private(set) var size: PixelSize?

  /// Reads `block`; `nil` if it is no TIFF structure.
  init?(_ block: ByteReader) {
    guard let tiff = TIFFBlock(block) else { return nil }
    let fields = tiff.fields(at: tiff.firstDirectory)
    size = Self.size(in: fields)
    for field in fields { note(field) }

    let pointer = fields.first { $0.tag == .exifDirectory }
    guard let offset = pointer?.integer.flatMap({ UInt32(exactly: $0) }),
      offset != tiff.firstDirectory
    else { return }
    for field in tiff.fields(at: offset) { note(field) }
  }

  private static func size(in fields: [TIFFField]) -> PixelSize? {
    guard let width = fields.first(where: { $0.tag == .imageWidth })?.integer,
      let height = fields.first(where: { $0.tag == .imageLength })?.integer
    else { return nil }
    return PixelSize(stored: width, height)
  }

  /// Of several fields with one tag, the last that can be read counts; for the orientation the first,
  /// which is what decoders use.
  private mutating func note(_ field: TIFFField) {
    switch field.tag {
    case .make: camera.make = field.text ?? camera.make
    case .model: camera.model = field.text ?? camera.model
    case .lensModel: camera.lensModel = field.text ?? camera.lensModel
    case .focalLength: camera.focalLength = field.number ?? camera.focalLength
    case .focalLengthIn35mm: camera.focalLengthIn35mm = field.integer ?? camera.focalLengthIn35mm
    case .fNumber: camera.fNumber = field.number ?? camera.fNumber
    case .exposureTime: camera.exposureTime = field.exposureTime ?? camera.exposureTime
    case .iso: camera.iso = field.integer ?? camera.iso
    case .orientation:
      orientation = orientation ?? field.integer.flatMap { ImageOrientation(rawValue: $0) }
    case .imageWidth, .imageLength, .exifDirectory: break
    }
  }
}

extension TIFFField {
  /// The fraction as a number; `nil` if its denominator is 0.
  fileprivate var number: Double? {
    guard let (numerator, denominator) = fraction, denominator != 0 else { return nil }
    return Double(numerator) / Double(denominator)
  }

  /// The fraction as a time; `nil` if its denominator is 0.
  fileprivate var exposureTime: ExposureTime? {
    fraction.flatMap { ExposureTime(numerator: $0.numerator, denominator: $0.denominator) }
  }
}
