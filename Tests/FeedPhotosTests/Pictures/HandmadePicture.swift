import CZlib

/// Picture files of a few hundred bytes, whose heads are right and whose pixels are missing.
///
/// Each is 40 × 30 pixels as stored.
enum HandmadePicture {
  static let prefix = Array("Exif\0\0".utf8)

  // MARK: - JPEG

  static func jpeg(exif: [UInt8]) -> [UInt8] {
    jpeg(segments: [(0xE1, exif), (0xC0, frame)])
  }

  /// A frame of 8 bits and one component.
  static let frame: [UInt8] = [8, 0, 30, 0, 40, 1, 1, 0x11, 0]

  static func jpeg(segments: [(marker: UInt8, content: [UInt8])]) -> [UInt8] {
    ByteBuilder.build { file in
      file.add([0xFF, 0xD8])
      for (marker, content) in segments {
        file.add([0xFF, marker])
        file.add(UInt16(content.count + 2))
        file.add(content)
      }
      file.add([0xFF, 0xDA, 0, 2])
    }
  }

  // MARK: - PNG

  static func png(before: [(String, [UInt8])] = [], after: [(String, [UInt8])] = []) -> [UInt8] {
    ByteBuilder.build { file in
      file.add([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      let header: [UInt8] = [0, 0, 0, 40, 0, 0, 0, 30, 8, 2, 0, 0, 0]
      for (name, content) in [("IHDR", header)] + before + [("IDAT", [1, 2, 3])] + after
        + [("IEND", [])]
      {
        file.add(UInt32(content.count))
        file.add(name)
        file.add(content)
        // The checksum, which nobody looks at.
        file.add(UInt32(0))
      }
    }
  }

  /// A profile in hexadecimal digits, as ImageMagick writes it.
  static func rawProfile(_ bytes: [UInt8]) -> [UInt8] {
    var text = "\nexif\n\(String(bytes.count).leftPadded(to: 8))\n"
    for (index, byte) in bytes.enumerated() {
      text += (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
      if index % 36 == 35 { text += "\n" }
    }
    return Array((text + "\n").utf8)
  }

  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(size))
    precondition(compress(&output, &size, bytes, UInt(bytes.count)) == Z_OK)
    return Array(output.prefix(Int(size)))
  }

  // MARK: - WebP

  static let lossyFrame: [UInt8] = [0, 0, 0, 0x9D, 0x01, 0x2A, 40, 0x40, 30, 0x80]
  /// 39 and 29 in 14 bits each, after the signature.
  static let losslessFrame: [UInt8] = [0x2F, 39, 0x40, 7, 0]
  static let canvas: [UInt8] = [8, 0, 0, 0, 39, 0, 0, 29, 0, 0]

  static func webp(_ chunks: [(String, [UInt8])]) -> [UInt8] {
    let content = ByteBuilder.build(isBigEndian: false) { file in
      for (name, content) in chunks {
        file.add(name)
        file.add(UInt32(content.count))
        file.add(content)
        if content.count % 2 == 1 { file.add([0]) }
      }
    }
    return ByteBuilder.build(isBigEndian: false) { file in
      file.add("RIFF")
      file.add(UInt32(content.count + 4))
      file.add("WEBP")
      file.add(content)
    }
  }

  // MARK: - TIFF

  static func tiff(_ exif: TIFFBuilder) -> [UInt8] {
    var exif = exif
    exif.first = [exif.short(0x0100, 40), exif.long(0x0101, 30)] + exif.first
    return exif.bytes
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
