import FeedLayout
import FeedModel

/// The metadata in the container format of a picture: its size, and blocks of EXIF.
struct PictureContainer: Sendable {
  /// The size of the picture as a decoder returns it, before the orientation of EXIF is applied.
  /// TIFF has it in the same block as EXIF, so it is `nil` here.
  var size: PixelSize?
  /// The blocks that may be EXIF, in the order of the file.
  var exifBlocks: [ByteReader] = []
  /// Whether the file is first of all a sequence of pictures.
  var isSequence = false

  /// Reads `file` as far as it is intact.
  init(_ file: ByteReader, as format: PictureFormat) {
    switch format {
    case .jpeg: self.init(jpeg: file)
    case .png: self.init(png: file)
    case .webp: self.init(webp: file)
    case .heic, .avif: self.init(heif: file)
    case .tiff: self.init(exifBlocks: [file])
    }
  }

  init(size: PixelSize? = nil, exifBlocks: [ByteReader] = []) {
    self.size = size
    self.exifBlocks = exifBlocks
  }

  /// The maximum number of segments, chunks or boxes that are read. A picture of 50 megapixels in
  /// chunks of 8 KB has some thousand.
  static let maximumPartCount = 65_536

  /// The maximum size of EXIF that is joined from parts or decompressed, in bytes: eight times the
  /// size of a JPEG segment.
  static let maximumExifSize = 512 * 1024
}

extension PixelSize {
  /// `nil` unless both are above 0.
  init?(stored width: some BinaryInteger, _ height: some BinaryInteger) {
    guard let width = Int(exactly: width), let height = Int(exactly: height),
      let size = try? PixelSize(width: width, height: height)
    else { return nil }
    self = size
  }
}
