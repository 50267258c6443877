import FeedLayout
import FeedModel

/// Reads the nine tags of EXIF that tanada shows, and the size of a TIFF picture.
///
/// The first directory and the EXIF directory that it points to are read. Directories of
/// thumbnails, GPS data and maker notes are not, so there are no pointers that could form a loop.
struct ExifReader: Sendable {
  let camera: CameraData
  /// The orientation tag, 1 to 8.
  let orientation: ImageOrientation?
  /// The size in the first directory, which is that of the picture in a TIFF file.
  let size: PixelSize?

  /// Reads `block`; `nil` if it is no TIFF structure.
  init?(_ block: ByteReader) {
    guard let tiff = TIFFBlock(block) else { return nil }
    let first = tiff.fields(at: tiff.firstDirectory)
    let pointer = first.first { $0.tag == .exifDirectory }?.integer
    let offset = pointer.flatMap { UInt32(exactly: $0) }
    let exif = offset == tiff.firstDirectory ? nil : offset.map(tiff.fields)
    let fields = first + (exif ?? [])

    camera = CameraData(fields)
    // Decoders use the first of several.
    orientation = fields.first { $0.tag == .orientation }?.integer.flatMap {
      ImageOrientation(rawValue: $0)
    }
    size = PixelSize(
      stored: first.first { $0.tag == .imageWidth }?.integer ?? 0,
      first.first { $0.tag == .imageLength }?.integer ?? 0)
  }
}

extension CameraData {
  /// The data in `fields`. Of several fields with the same tag the last counts, as in exiftool. The
  /// others are not decoded: in a crafted file they may be thousands that share one long text.
  fileprivate init(_ fields: [TIFFField]) {
    func field(_ tag: ExifTag) -> TIFFField? { fields.last { $0.tag == tag } }
    self.init()
    make = field(.make)?.text
    model = field(.model)?.text
    lensModel = field(.lensModel)?.text
    focalLength = field(.focalLength)?.number
    focalLengthIn35mm = field(.focalLengthIn35mm)?.integer
    fNumber = field(.fNumber)?.number
    exposureTime = field(.exposureTime)?.exposureTime
    iso = field(.iso)?.integer
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
