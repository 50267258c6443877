/// A TIFF structure with two directories, as EXIF has them.
struct TIFFBuilder {
  /// An entry of a directory.
  struct Field {
    let tag: UInt16
    let type: UInt16
    var count: UInt32
    let value: [UInt8]
    /// The offset that is written instead of the value's own.
    var offset: UInt32?
  }

  var isBigEndian = true
  var first: [Field] = []
  var exif: [Field] = []
  /// Whether the directories are behind the values.
  var hasDirectoriesAtEnd = false
  /// The offset of the EXIF directory that is written instead of its own.
  var exifOffset: UInt32?

  // MARK: - Fields

  func text(_ tag: UInt16, _ text: String) -> Field {
    ascii(tag, Array(text.utf8) + [0])
  }

  func ascii(_ tag: UInt16, _ bytes: [UInt8], type: UInt16 = 2) -> Field {
    Field(tag: tag, type: type, count: UInt32(bytes.count), value: bytes)
  }

  func short(_ tag: UInt16, _ numbers: UInt16...) -> Field {
    Field(
      tag: tag, type: 3, count: UInt32(numbers.count),
      value: build { builder in numbers.forEach { builder.add($0) } })
  }

  func long(_ tag: UInt16, _ number: UInt32, type: UInt16 = 4) -> Field {
    Field(tag: tag, type: type, count: 1, value: build { $0.add(number) })
  }

  func fraction(
    _ tag: UInt16, _ numerator: UInt32, _ denominator: UInt32, type: UInt16 = 5
  ) -> Field {
    Field(
      tag: tag, type: type, count: 1,
      value: build {
        $0.add(numerator)
        $0.add(denominator)
      })
  }

  private func build(_ body: (inout ByteBuilder) -> Void) -> [UInt8] {
    ByteBuilder.build(isBigEndian: isBigEndian, body)
  }

  // MARK: - Bytes

  /// The structure, beginning with its head.
  var bytes: [UInt8] {
    let directory = exif.isEmpty ? first : first + [long(0x8769, 0)]
    let firstSize = 2 + 12 * directory.count + 4
    let exifSize = exif.isEmpty ? 0 : 2 + 12 * exif.count + 4
    let valuesSize = (first + exif).map { $0.value.count > 4 ? $0.value.count : 0 }.reduce(0, +)
    let firstStart = 8 + (hasDirectoriesAtEnd ? valuesSize : 0)
    let exifStart = firstStart + firstSize
    var valueStart = UInt32(hasDirectoriesAtEnd ? 8 : exifStart + exifSize)
    var values: [UInt8] = []

    func write(_ fields: [Field], to builder: inout ByteBuilder) {
      builder.add(UInt16(fields.count))
      for field in fields {
        builder.add(field.tag)
        builder.add(field.type)
        builder.add(field.count)
        if field.tag == 0x8769 {
          builder.add(exifOffset ?? UInt32(exifStart))
        } else if let offset = field.offset {
          builder.add(offset)
        } else if field.value.count > 4 {
          builder.add(valueStart)
          values += field.value
          valueStart += UInt32(field.value.count)
        } else {
          builder.add(field.value + [UInt8](repeating: 0, count: 4 - field.value.count))
        }
      }
      builder.add(UInt32(0))
    }

    let head = build { builder in
      builder.add(isBigEndian ? "MM" : "II")
      builder.add(UInt16(42))
      builder.add(UInt32(firstStart))
    }
    let directories = build { builder in
      write(directory, to: &builder)
      if !exif.isEmpty { write(exif, to: &builder) }
    }
    return head + (hasDirectoriesAtEnd ? values + directories : directories + values)
  }
}

extension TIFFBuilder {
  /// EXIF with all nine tags, and orientation 6.
  static func complete(isBigEndian: Bool = true) -> TIFFBuilder {
    var tiff = TIFFBuilder(isBigEndian: isBigEndian)
    tiff.first = [
      tiff.text(0x010F, "Handmade"), tiff.text(0x0110, "One"), tiff.short(0x0112, 6),
    ]
    tiff.exif = [
      tiff.fraction(0x829A, 10, 2500), tiff.fraction(0x829D, 28, 10), tiff.short(0x8827, 400),
      tiff.fraction(0x920A, 425, 100), tiff.short(0xA405, 26), tiff.text(0xA434, "Glass 4.25mm"),
    ]
    return tiff
  }
}
