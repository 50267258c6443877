/// A HEIC or AVIF file of one picture, 40 × 30 pixels, and its EXIF.
struct HEIFBuilder {
  var brand = "heic"
  var compatibleBrands = ["mif1", "heic"]
  /// The content of the item of type Exif.
  var exif: [UInt8] = []
  /// Where that is: 0 at an offset of the file, 1 in the item data box, 2 in another item.
  var constructionMethod: UInt16 = 0
  /// Of the item location box, 0 to 2. Before version 1 there are no construction methods.
  var locationVersion: UInt8 = 1
  /// Into how many extents the item is cut.
  var extentCount = 1
  /// The boxes of properties behind the size, in the order in which they apply.
  var properties: [[UInt8]] = []
  /// Whether items and properties have the longer form of their numbers.
  var hasLongNumbers = false

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    ByteBuilder.build { box in
      box.add(UInt32(content.count + 8))
      box.add(name)
      box.add(content)
    }
  }

  static func fullBox(
    _ name: String, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout ByteBuilder) -> Void
  ) -> [UInt8] {
    box(
      name,
      ByteBuilder.build { content in
        content.add(UInt32(version) << 24 | flags)
        body(&content)
      })
  }

  /// The rotation by steps of 90°.
  static func rotation(_ steps: UInt8) -> [UInt8] { box("irot", [steps]) }

  /// The crop to a width and a height, both fractions, around the centre.
  static func crop(_ numbers: [UInt32]) -> [UInt8] {
    box("clap", ByteBuilder.build { box in (numbers + [0, 1, 0, 1]).forEach { box.add($0) } })
  }

  // MARK: - Bytes

  var bytes: [UInt8] {
    let type = Self.box(
      "ftyp",
      ByteBuilder.build { box in
        box.add(brand)
        box.add(UInt32(0))
        compatibleBrands.forEach { box.add($0) }
      })
    // The length does not depend on the offsets.
    let start = type.count + meta(exifStart: 0).count + 8
    let data = constructionMethod == 0 ? exif : []
    return type + meta(exifStart: start) + Self.box("mdat", data)
  }

  private func meta(exifStart: Int) -> [UInt8] {
    Self.fullBox("meta") { meta in
      meta.add(
        Self.fullBox("pitm", version: hasLongNumbers ? 1 : 0) { add(item: 7, to: &$0) })
      meta.add(locations(exifStart: constructionMethod == 0 ? exifStart : 0))
      meta.add(information)
      meta.add(Self.box("iprp", propertyContainer + associations))
      if constructionMethod == 1 { meta.add(Self.box("idat", exif)) }
    }
  }

  private func add(item: UInt16, to box: inout ByteBuilder) {
    if hasLongNumbers { box.add(UInt32(item)) } else { box.add(item) }
  }

  private var information: [UInt8] {
    Self.fullBox("iinf", version: hasLongNumbers ? 1 : 0) { box in
      if hasLongNumbers { box.add(UInt32(2)) } else { box.add(UInt16(2)) }
      for (item, type) in [(UInt16(7), brand == "avif" ? "av01" : "hvc1"), (9, "Exif")] {
        box.add(
          Self.fullBox("infe", version: hasLongNumbers ? 3 : 2) { entry in
            add(item: item, to: &entry)
            entry.add(UInt16(0))
            entry.add(type)
            entry.add([0])
          })
      }
    }
  }

  /// Offsets and lengths of four bytes, a base of eight, an index of four where there is one.
  private func locations(exifStart: Int) -> [UInt8] {
    Self.fullBox("iloc", version: locationVersion) { box in
      box.add(UInt16(0x4484))
      if locationVersion == 2 { box.add(UInt32(2)) } else { box.add(UInt16(2)) }
      let size = (exif.count + extentCount - 1) / max(1, extentCount)
      let extents = (0..<extentCount).map { index in
        (index * size, min(size, exif.count - index * size))
      }
      for (item, base, extents) in [(7, 0, [(0, 0)]), (9, exifStart, extents)] {
        if locationVersion == 2 { box.add(UInt32(item)) } else { box.add(UInt16(item)) }
        if locationVersion > 0 { box.add(item == 9 ? constructionMethod : 0) }
        box.add(UInt16(0))
        box.add(UInt64(base))
        box.add(UInt16(extents.count))
        for (offset, length) in extents {
          if locationVersion > 0 { box.add(UInt32(0)) }
          box.add(UInt32(offset))
          box.add(UInt32(length))
        }
      }
    }
  }

  private var propertyContainer: [UInt8] {
    let size = Self.fullBox("ispe") { box in
      box.add(UInt32(40))
      box.add(UInt32(30))
    }
    return Self.box("ipco", size + properties.flatMap { $0 })
  }

  private var associations: [UInt8] {
    Self.fullBox("ipma", version: hasLongNumbers ? 1 : 0, flags: hasLongNumbers ? 1 : 0) { box in
      box.add(UInt32(2))
      for (item, count) in [(UInt16(5), 0), (7, properties.count + 1)] {
        add(item: item, to: &box)
        box.add(UInt8(count))
        for index in 0..<count {
          // Every property is essential.
          if hasLongNumbers {
            box.add(UInt16(index + 1) | 0x8000)
          } else {
            box.add(UInt8(index + 1) | 0x80)
          }
        }
      }
    }
  }
}
