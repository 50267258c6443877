import FeedLayout
import FeedModel
import StrictJSON

/// The picture of an item in its slot, or a gradient with a mark and the item's id that stands in for
/// it.
struct PictureDrawing {
  let image: CellImage
  /// In the coordinates of the cell.
  let slot: Rect
  let section: Screen.Section
  let item: FeedItem
  /// The position of the item in its section.
  let index: Int
  /// A name that no other element has.
  let name: String
  /// The address of the picture; `nil` for a stand-in.
  let picture: String?
  let isDark: Bool
  /// The areas that the mark keeps clear of, in the coordinates of the cell; `nil` for no mark.
  let avoided: [Rect]?

  func write(to writer: inout SVGWriter) {
    writer.slot(.image, at: slot) { group in
      if let border = image.border { outline(border, to: &group) }
      guard shown.width > 0, shown.height > 0 else { return }
      if let picture { real(picture, to: &group) } else { standIn(to: &group) }
    }
  }

  /// Where the picture itself is: the slot, or as much of it as its proportions take.
  private var shown: Rect {
    guard image.contentMode == .fit, let size = item.content.pictureSize(of: item.picture?.photo)
    else { return slot }
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = min(slot.width / width, slot.height / height)
    return Rect(
      x: slot.midX - width * scale / 2, y: slot.midY - height * scale / 2,
      width: width * scale, height: height * scale)
  }

  private func outline(_ border: CellBorder, to writer: inout SVGWriter) {
    writer.element(
      "rect",
      .exact(slot)
        + [
          "rx": .brief(border.cornerRadius ?? image.cornerRadius), "fill": "none",
          "stroke-width": .brief(border.width),
        ] + .stroke(border.color, isDark: isDark))
  }

  private func real(_ picture: String, to writer: inout SVGWriter) {
    var attributes =
      SVGAttributes.exact(shown)
      + ["href": .text(picture), "preserveAspectRatio": "xMidYMid slice"]
    if image.cornerRadius > 0 {
      writer.element("clipPath", ["id": .text(name)]) { clip in
        clip.element("rect", .exact(shown) + ["rx": .brief(image.cornerRadius)])
      }
      attributes = attributes + ["clip-path": .text("url(#\(name))")]
    }
    writer.element("image", attributes)
  }

  private func standIn(to writer: inout SVGWriter) {
    let gradient = Definitions.gradientName(of: section.kind, index: index)
    writer.element(
      "rect",
      .exact(shown)
        + ["rx": .brief(image.cornerRadius), "fill": .text("url(#\(gradient))")])
    guard let place = markPlace else { return }
    let scale = NumberText.brief(place.width / Definitions.pictureMarkSide)
    writer.element(
      "use",
      [
        "href": "#picture",
        "transform": .text(
          "translate(\(NumberText.brief(place.x)) \(NumberText.brief(place.y))) scale(\(scale))"),
      ])
    let size = min(max(place.width / 4, 7), 12)
    writer.line(
      "#\(item.content.id)", x: place.midX, y: place.y + place.width + size,
      .init(
        size: size, color: "#ffffff", isBold: true, isMonospaced: true, anchor: "middle"))
  }

  /// Where the mark with the id below it has room: in the middle, else above or below.
  private var markPlace: Rect? {
    guard let avoided else { return nil }
    let side = min(max(min(shown.width, shown.height) * 0.3, 12), 52)
    let height = side + max(side / 3, 9)
    guard shown.width > side * 1.2, shown.height > height * 1.1 else { return nil }
    return [0.5, 0.35, 0.65, 0.25, 0.75, 0.82].lazy.map { share in
      Rect(
        x: shown.midX - side / 2, y: shown.y + shown.height * share - height / 2, width: side,
        height: height)
    }.first { place in
      place.y >= shown.y && place.maxY <= shown.maxY
        && !avoided.contains { $0.width > 0 && $0.overlaps(place.inset(by: -4)) }
    }
  }
}

extension Rect {
  fileprivate func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
