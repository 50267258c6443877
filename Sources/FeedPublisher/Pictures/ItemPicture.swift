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

  /// The photo for `place`; `nil` for a place without an area. A place that is filled has a picture
  /// a little larger than it, with the same focus, of which the client cuts off the rest.
  package func rendition(
    for place: PictureBox, ratio: Double, format: Rendition.Format
  ) -> Rendition? {
    guard let box = Rendition.Box(stepped: place.size) else { return nil }
    let isWhole = place.contentMode == .fit
    return Rendition(
      of: photo.id, box: box, ratio: ratio, fit: isWhole ? .contain : .cover,
      focus: .point(isWhole ? .center : photo.description.focus ?? .center), format: format)
  }

  /// Writes the members that do not depend on the size: `alt`, `focus` and `placeholder`.
  func writeDescription(to image: inout JSONWriter) {
    image.member("alt", optional: photo.description.alt) { $0.value($1) }
    image.member("focus", optional: photo.description.focus) { $1.write(to: &$0) }
    image.key("placeholder")
    photo.placeholder.write(to: &image)
  }

  /// Writes the sources for `place`, by format, the smallest one first, and by ratio.
  func writeSources(for place: PictureBox, to writer: inout JSONWriter) {
    writer.array(Rendition.Format.allCases) { writer, format in
      writer.object { source in
        source.member("type", format.mediaType)
        for ratio in Self.ratios {
          guard let rendition = rendition(for: place, ratio: ratio, format: format) else {
            continue
          }
          source.member("\(Int(ratio))x", addresses.address(of: rendition))
        }
      }
    }
  }
}

extension Rendition.Box {
  private static let stepsPerOctave = 8

  /// The smallest box with sides of ``step(from:)`` that covers `size` points; `nil` without an
  /// area. Screens whose widths differ by little share boxes.
  package init?(stepped size: Size) {
    guard size.width > 0, size.height > 0 else { return nil }
    let sides = Double(Self.sides.upperBound)
    // A place that is larger than any picture has one in the same proportions.
    let scale = min(1, sides / size.width, sides / size.height)
    self.init(
      width: Self.step(from: size.width * scale), height: Self.step(from: size.height * scale))
  }

  /// The smallest side of boxes that is not less than `side`: a multiple of 1/8 of the power of two
  /// below it.
  private static func step(from side: Double) -> Int {
    let side = min(Int(side.rounded(.up)), sides.upperBound)
    let octave = 1 << (Int.bitWidth - 1 - max(side, 1).leadingZeroBitCount)
    let step = max(1, octave / stepsPerOctave)
    return (side + step - 1) / step * step
  }
}
