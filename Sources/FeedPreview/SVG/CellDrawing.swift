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
  let cell: Rect
  /// Whether its text can be read: not on a card that shines through the one in front of it.
  let isLegible: Bool

  static let cornerRadius = 10.0
  /// Space around text, in points.
  static let padding = 9.0

  var palette: Palette { Palette(kind) }
  var media: Rect { layout.mediaArea(of: cell) }
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
    let text = "#\(item.content.id)"
    let isSmall = media.width < 80
    let size = isSmall ? 9.0 : 11.0
    let box = Rect(
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

extension CellDrawing {
  /// How much of a full-bleed picture its text covers, in points.
  var captionHeight: Double {
    guard layout.hasFullBleedMedia else { return 0 }
    let wanted =
      switch layout.type {
      case .cardStack: 118.0
      case .circularCarousel: 34.0
      default: 40.0
      }
    return cell.height >= wanted * 2 ? wanted : 0
  }

  func texts(to writer: inout SVGWriter) {
    let text = ItemText(item)
    switch layout.type {
    case .snapCarousel: row(text, to: &writer)
    case .shelf, .uniformGrid: belowPicture(text, to: &writer)
    case .circularCarousel, .staggeredGrid, .cardStack, .carousel, .justifiedRows:
      onPicture(text, to: &writer)
    }
  }

  /// Beside the thumbnail.
  private func row(_ text: ItemText, to writer: inout SVGWriter) {
    let x = media.maxX + Self.padding + 2
    let room = cell.maxX - Self.padding - x
    let middle = cell.midY
    if let overline = text.overline {
      writer.line(
        TextFit(size: 10, width: room).line(overline), x: x, y: middle - 16, overlineStyle)
    }
    writer.lines(
      TextFit(size: 13, width: room).lines(text.headline, limit: 1), x: x, y: middle + 4,
      lineHeight: 16, headlineStyle(13))
    if let date = text.date { writer.line(date, x: x, y: middle + 22, dateStyle) }
  }

  /// Under a picture that leaves room at the bottom of the cell.
  private func belowPicture(_ text: ItemText, to writer: inout SVGWriter) {
    let x = cell.x + Self.padding
    let room = cell.width - Self.padding * 2
    let headline = TextFit(size: 13, width: room).lines(
      text.headline, limit: item.stars == nil ? 2 : 1)
    var y = media.maxY + 20
    writer.lines(headline, x: x, y: y, lineHeight: 17, headlineStyle(13))
    y += Double(headline.count) * 17

    // The last line belongs to the date and the stars; the text in between takes what is left.
    let last = cell.maxY - 11
    let free = Int(min(max((last - 17 - y) / 14 + 1, 0), 2))
    if let body = text.body {
      writer.lines(
        TextFit(size: 10.5, width: room).lines(body, limit: free), x: x, y: y, lineHeight: 14,
        .init(size: 10.5, color: Palette.Common.quiet))
    }
    if let stars = item.stars {
      StarRow(fills: stars, x: x, y: last - 10).write(to: &writer)
      if let date = text.date {
        var style = dateStyle
        style.anchor = "end"
        writer.line(date, x: cell.maxX - Self.padding, y: last, style)
      }
    } else if let date = text.date {
      writer.line(date, x: x, y: last, dateStyle)
    }
  }

  /// On a light band across the bottom of the picture.
  private func onPicture(_ text: ItemText, to writer: inout SVGWriter) {
    let height = captionHeight
    guard height > 0 else { return }
    let band = Rect(
      x: cell.x, y: cell.maxY - height, width: cell.width, height: height)
    writer.element(
      "path",
      [
        "d": .text(
          SVGPath.rounded(band, topRadius: 0, bottomRadius: Self.cornerRadius)),
        "fill": "#ffffff", "fill-opacity": "0.86",
      ])
    switch layout.type {
    case .cardStack: story(text, in: band.inset(by: Self.padding + 5), to: &writer)
    case .circularCarousel:
      let room = band.width - Self.padding * 2
      writer.line(
        TextFit(size: 14, width: room).line(text.headline),
        x: band.x + Self.padding + 2, y: band.midY + 5, headlineStyle(14))
    default: photo(text, in: band, to: &writer)
    }
  }

  private func photo(_ text: ItemText, in band: Rect, to writer: inout SVGWriter) {
    let x = band.x + Self.padding
    writer.line(
      TextFit(size: 12, width: band.width - Self.padding * 2).line(text.headline),
      x: x, y: band.y + 17, headlineStyle(12))
    if let date = text.date { writer.line(date, x: x, y: band.y + 32, dateStyle) }
  }

  private func story(_ text: ItemText, in area: Rect, to writer: inout SVGWriter) {
    if let overline = text.overline {
      writer.line(
        TextFit(size: 10, width: area.width).line(overline), x: area.x, y: area.y + 7,
        overlineStyle)
    }
    writer.line(
      TextFit(size: 16, width: area.width).line(text.headline), x: area.x, y: area.y + 28,
      headlineStyle(16))
    if let body = text.body {
      writer.lines(
        TextFit(size: 11, width: area.width).lines(body, limit: 2), x: area.x, y: area.y + 48,
        lineHeight: 16, .init(size: 11, color: Palette.Common.quiet))
    }
    if let date = text.date { writer.line(date, x: area.x, y: area.maxY + 2, dateStyle) }
  }

  private func headlineStyle(_ size: Double) -> SVGWriter.TextStyle {
    .init(size: size, color: Palette.Common.ink, isBold: true)
  }

  private var overlineStyle: SVGWriter.TextStyle {
    .init(size: 10, color: palette.ink, isBold: true)
  }

  private var dateStyle: SVGWriter.TextStyle {
    .init(size: 10, color: Palette.Common.quiet, isMonospaced: true)
  }
}
