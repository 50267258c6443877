import FeedLayout
import FeedModel

/// What the file of a picture says around its pixels: their size, and where its EXIF is.
struct PictureContainer: Sendable {
  /// The size of the pixels as stored; for HEIC and AVIF as a decoder returns them.
  var size: PixelSize?
  /// What may be EXIF, in the order of the file.
  var exifBlocks: [ByteReader] = []

  /// Reads `file` as far as it is intact.
  init(_ file: ByteReader, as format: PictureFormat) {
    self =
      switch format {
      case .jpeg: JPEGSegments.container(of: file)
      case .png: PNGChunks.container(of: file)
      case .webp: WebPChunks.container(of: file)
      case .heic, .avif: HEIFItems.container(of: file)
      case .tiff: PictureContainer(exifBlocks: [file])
      }
  }

  init(size: PixelSize? = nil, exifBlocks: [ByteReader] = []) {
    self.size = size
    self.exifBlocks = exifBlocks
  }
}

extension PictureContainer {
  /// The most segments, chunks or boxes of a file that are looked at. A picture of 50 megapixels in
  /// chunks of 8 KB has some thousand.
  static let maximumPartCount = 65_536

  /// The longest EXIF that is put together from parts or decompressed, in bytes: eight times as long
  /// as a JPEG segment can be.
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
