import FeedModel
import Foundation

extension PictureFormat {
  /// The format of `file` by its first bytes, whatever the file is called.
  init?(signatureOf file: ByteReader) {
    if file.begins(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if file.begins(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if file.begins(with: "RIFF".utf8), file.at(8)?.begins(with: "WEBP".utf8) == true {
      self = .webp
    } else if file.begins(with: [0x49, 0x49, 0x2A, 0]) || file.begins(with: [0x4D, 0x4D, 0, 0x2A]) {
      self = .tiff
    } else if let format = Self.format(ofBrandsIn: file) {
      self = format
    } else {
      return nil
    }
  }

  /// The first brand that tells HEIC from AVIF (ISO/IEC 14496-12, 4.3): the major one, else one of
  /// those that the file is compatible with.
  private static func format(ofBrandsIn file: ByteReader) -> PictureFormat? {
    var file = file
    guard let box = file.nextBox(), box.name == "ftyp" else { return nil }
    var brands = box.content
    let major = brands.name()
    guard brands.skip(4) != nil else { return nil }
    var brand = major
    // A file has a handful of brands.
    for _ in 0..<64 {
      guard let known = brand else { return nil }
      if let format = ofBrand(known) { return format }
      brand = brands.name()
    }
    return nil
  }

  /// The format of files with a brand; `nil` for those of others.
  static func ofBrand(_ brand: String) -> PictureFormat? {
    switch brand {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
    case "avif", "avis": .avif
    default: nil
    }
  }
}

/// The formats of files that are not read here, so that a refusal can name them.
extension PictureFormat {
  /// The beginnings of files, and what these are.
  private static let signatures: [(beginning: [UInt8], name: String)] = [
    (Array("GIF8".utf8), "a GIF picture"),
    (Array("8BPS".utf8), "a Photoshop document"), (Array("%PDF".utf8), "a PDF document"),
    ([0xFF, 0x0A], "a JPEG XL picture"),
    ([0, 0, 0, 12] + Array("JXL ".utf8), "a JPEG XL picture"),
    ([0, 0, 0, 12] + Array("jP  ".utf8), "a JPEG 2000 picture"),
    ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"), ([0, 0, 1, 0], "an icon (ICO)"),
    (Array("II\u{2B}\0".utf8), "a BigTIFF picture"),
    (Array("MM\0\u{2B}".utf8), "a BigTIFF picture"),
    ([0x1A, 0x45, 0xDF, 0xA3], "a WebM or Matroska video"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"), ([0x1F, 0x8B], "a gzip archive"),
    (Array("FUJIFILMCCD-RAW".utf8), "a raw picture of a camera"),
  ]

  /// The major brands of ISO base media files (ISO/IEC 14496-12, 4.3).
  private static let brands: [String: String] = [
    "mif1": "a HEIF picture that is neither HEIC nor AVIF",
    "miaf": "a HEIF picture that is neither HEIC nor AVIF",
    "msf1": "a HEIF sequence that is neither HEIC nor AVIF", "jxl ": "a JPEG XL picture",
    "jp2 ": "a JPEG 2000 picture", "crx ": "a raw picture of a camera", "qt  ": "a QuickTime video",
  ]

  /// What `file` is, in words; `nil` if that is not known.
  static func otherName(of file: ByteReader) -> String? {
    if let known = signatures.first(where: { file.rest.starts(with: $0.beginning) }) {
      return known.name
    }
    if file.rest.starts(with: "BM".utf8),
      file.part(at: 6, count: 4)?.rest.allSatisfy({ $0 == 0 }) == true
    {
      return "a BMP picture"
    }
    if let brand = majorBrand(of: file) {
      // A file of ours that is cut short has nothing more to say.
      return ofBrand(brand) != nil ? nil : brands[brand] ?? "an MP4 or other media file"
    }
    let text = String(decoding: file.rest.prefix(1_024), as: UTF8.self).lowercased()
    if text.hasPrefix("--"), text.contains("content-disposition") {
      return "a form (multipart/form-data); send the picture itself as the body"
    }
    if text.contains("<svg") { return "an SVG drawing" }
    if text.contains("<!doctype html") || text.contains("<html") { return "an HTML page" }
    return nil
  }

  /// The brand that an ISO base media file is of before all others; `nil` for another file.
  static func majorBrand(of file: ByteReader) -> String? {
    var file = file
    guard file.skip(4) != nil, file.skip(prefix: "ftyp") else { return nil }
    return file.name()
  }
}

extension ByteReader {
  /// Whether `prefix` comes next.
  fileprivate func begins(with prefix: some Sequence<UInt8>) -> Bool {
    rest.starts(with: prefix)
  }
}
