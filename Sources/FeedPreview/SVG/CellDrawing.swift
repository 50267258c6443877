import FeedLayout
import FeedModel
import FeedPublisher
import StrictJSON

/// One item: its frame, a stand-in for its picture, its text.
struct CellDrawing {
  let kind: ContentKind
  let layout: SectionLayout
  let item: FeedItem
  let index: Int
  /// On the screen, in points.
  let cell: Rectangle
  /// Whether its text can be read: not on a card that shines through the one in front of it.
  let isLegible: Bool

  static let cornerRadius = 10.0
  /// Space around text, in points.
  static let padding = 9.0

  var palette: Palette { Palette(kind) }
  var media: Rectangle { layout.mediaArea(of: cell) }
  var gradient: String {
    "url(#\(Definitions.gradientName(of: kind, index: index)))"
  }

  func write(to writer: inout SVGWriter) {
    frame(to: &writer)
    if !layout.hasFullBleedMedia { picture(to: &writer) }
    pictureMark(to: &writer)
    if isLegible { texts(to: &writer) }
    badge(to: &writer)
  }

  private func frame(to writer: inout SVGWriter) {
    let fill = layout.hasFullBleedMedia ? gradient : Palette.Common.cell
    let edge = layout.hasFullBleedMedia ? "#ffffff" : Palette.Common.cellEdge
    writer.element(
      "rect",
      .exact(cell)
        + ["rx": .brief(Self.cornerRadius), "fill": .text(fill), "stroke": .text(edge)])
  }

  private func picture(to writer: inout SVGWriter) {
    let isThumbnail = layout.type == .snapCarousel
    let path = SVGPath.rounded(
      media, topRadius: isThumbnail ? 7 : Self.cornerRadius, bottomRadius: isThumbnail ? 7 : 0)
    writer.element("path", ["d": .text(path), "fill": .text(gradient)])
  }

  private func pictureMark(to writer: inout SVGWriter) {
    let side = min(max(min(media.width, media.height) * 0.3, 12), 56)
    guard min(media.width, media.height) > side * 1.4 else { return }
    // Above the middle where a caption covers the lower part.
    let covered = captionHeight
    let x = media.midX - side / 2
    let y = media.y + (media.height - covered) / 2 - side / 2
    let scale = side / Definitions.pictureMarkSide
    let transform =
      "translate(\(NumberText.brief(x)) \(NumberText.brief(y))) scale(\(NumberText.brief(scale)))"
    writer.element(
      "use", ["href": "#picture", "transform": .text(transform)])
  }

  /// `#7` in the corner of the picture.
  private func badge(to writer: inout SVGWriter) {
    let text = "#\(item.entity.id)"
    let isSmall = media.width < 80
    let size = isSmall ? 9.0 : 11.0
    let box = Rectangle(
      x: media.x + (isSmall ? 4 : 7), y: media.y + (isSmall ? 4 : 7),
      width: Double(text.count) * size * 0.62 + size, height: size * 1.6)
    guard box.maxX <= cell.maxX, box.maxY <= cell.maxY else { return }
    writer.element(
      "rect",
      .brief(box)
        + [
          "rx": .brief(box.height / 2), "fill": .text(palette.ink), "fill-opacity": "0.78",
        ])
    writer.line(
      text, x: box.midX, y: box.midY + size * 0.36,
      .init(size: size, color: "#ffffff", isBold: true, isMonospaced: true, anchor: "middle"))
  }
}
