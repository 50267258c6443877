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

extension ByteReader {
  /// Whether `prefix` comes next.
  fileprivate func begins(with prefix: some Sequence<UInt8>) -> Bool {
    rest.starts(with: prefix)
  }
}
