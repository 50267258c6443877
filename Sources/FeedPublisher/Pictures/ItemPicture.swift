package import FeedLayout
package import FeedModel
import StrictJSON

/// The picture of an item, which is a photo of the store.
package struct ItemPicture: Sendable {
  package let photo: Photo
  let addresses: PictureAddresses

  /// The device pixel ratios with a source of their own.
  package static let ratios = [1.0, 2, 3]

  /// The address of the whole picture.
  var wholePicture: String { addresses.wholePicture(of: photo.id) }

  /// The size at which the photo is drawn in `box`, in points.
  package func size(in box: PictureBox) -> Size {
    guard box.contentMode == .fit, box.size.width > 0, box.size.height > 0 else { return box.size }
    let (width, height) = (Double(photo.size.width), Double(photo.size.height))
    let scale = min(box.size.width / width, box.size.height / height)
    return Size(width: width * scale, height: height * scale)
  }

  /// The photo filling a place of `size` points; `nil` for a place without an area.
  package func rendition(
    for size: Size, ratio: Double, format: Rendition.Format
  ) -> Rendition? {
    guard let box = Rendition.Box(filling: size) else { return nil }
    return Rendition(
      of: photo.id, box: box, ratio: ratio,
      focus: .point(photo.description.focus ?? .center), format: format)
  }

  /// Writes the members that do not depend on the size: `alt`, `focus` and `placeholder`.
  func writeDescription(to image: inout JSONWriter) {
    image.member("alt", optional: photo.description.alt) { $0.value($1) }
    image.member("focus", optional: photo.description.focus) { $1.write(to: &$0) }
    image.key("placeholder")
    photo.placeholder.write(to: &image)
  }

  /// Writes the sources for a place of `size` points: of each format, a picture for each ratio. The smallest
  /// format comes first.
  func writeSources(for size: Size, to writer: inout JSONWriter) {
    writer.array(Rendition.Format.allCases) { writer, format in
      writer.object { source in
        source.member("type", format.mediaType)
        for ratio in Self.ratios {
          guard let rendition = rendition(for: size, ratio: ratio, format: format) else { continue }
          source.member("\(Int(ratio))x", addresses.address(of: rendition))
        }
      }
    }
  }
}

extension Rendition.Box {
  /// The smallest box that covers `size` points at a ratio of 1; `nil` for a size without an area, or one
  /// that no picture has.
  package init?(filling size: Size) {
    guard size.width > 0, size.height > 0 else { return nil }
    let sides = Double(Self.sides.upperBound)
    // A place that is larger than any picture has one in the same proportions.
    let scale = min(1, sides / size.width, sides / size.height)
    let width = (size.width * scale).rounded(.up)
    let height = (size.height * scale).rounded(.up)
    self.init(width: Int(min(width, sides)), height: Int(min(height, sides)))
  }
}

/// The box in which the picture of an item is drawn.
package struct PictureBox: Hashable, Sendable {
  /// In points.
  package let size: Size
  package let contentMode: CellImage.ContentMode

  package init(size: Size, contentMode: CellImage.ContentMode) {
    self.size = size
    self.contentMode = contentMode
  }
}

extension SectionDesign {
  /// The boxes in which the pictures of the items with `frames` are drawn.
  func pictureBoxes(of frames: [Frame]) -> [PictureBox] {
    var mode = CellImage.ContentMode.fill
    if case .image(let image)? = cell?.image?.content { mode = image.contentMode }
    return pictureSizes(of: frames).map { PictureBox(size: $0, contentMode: mode) }
  }
}
