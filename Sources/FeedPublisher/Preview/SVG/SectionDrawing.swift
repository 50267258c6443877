import FeedLayout
import FeedModel

/// The header and the items of one section, from the back to the front.
struct SectionDrawing {
  let section: Screen.Section
  let options: SVGPreview.Options
  /// Precedes the names of elements where several screens are on one drawing.
  var scope = ""

  func write(to writer: inout SVGWriter) {
    let renditions = section.renditions
    writer.element(
      "g",
      [
        "id": scope + section.id, "data-section": section.id, "data-layout": section.layout.name,
        "font-family": textFamilies,
      ]
    ) { group in
      writeHeader(to: &group)
      for painted in section.paintedItems {
        let picture = renditions[painted.index].flatMap { options.pictures[$0] }
        write(painted, picture: picture, to: &group)
      }
    }
  }

  /// The families of the section's regular texts, as SVG has them.
  var textFamilies: String {
    let fonts = (section.cell?.slots ?? []).compactMap { $0.text?.font }
    let font = fonts.first { $0.weight == 400 } ?? fonts.first
    return font?.families.joined(separator: ",") ?? SVGWriter.fontFamily
  }

  private func writeHeader(to writer: inout SVGWriter) {
    guard let header = section.header else { return }
    let size = Size(width: section.frame.width, height: header.height)
    writer.element(
      "g",
      [
        "data-header": section.id,
        "transform": "translate(\(section.frame.x.exact) \(section.frame.y.exact))",
      ]
    ) { group in
      for slot in header.slots.placed(in: size, showing: SlotTexts(headerOf: section)) {
        write(slot, to: &group)
      }
    }
  }

  /// The item's published frame is the first rectangle of its group.
  private func write(_ painted: PaintedItem, picture: String?, to writer: inout SVGWriter) {
    let origin = section.layoutFrame
    let frame = painted.frame.offset(x: origin.x, y: origin.y)
    let box = painted.box.offset(x: origin.x, y: origin.y)
    let name = "\(scope)\(section.id)-\(painted.id)"
    writer.element(
      "g", ["id": name, "data-id": "\(painted.id)", "data-index": "\(painted.index)"]
    ) { group in
      group.element("title", text: "#\(painted.id) \(painted.item.content.headline.plainLine)")
      group.element("rect", .exact(frame) + ["fill": "none"])
      guard painted.opacity > 0, painted.size.width > 0 else { return }
      var cell: SVGAttributes = [
        "data-cell": section.cell?.name ?? "none",
        "transform": Self.transform(of: painted.size, to: box),
      ]
      if painted.opacity < 1 { cell = cell + ["opacity": painted.opacity.brief] }
      group.element("g", cell) { writeCell(of: painted, called: name, picture: picture, to: &$0) }
    }
  }

  /// From the coordinates of a cell of `size` to `box` on the screen.
  private static func transform(of size: Size, to box: Rect) -> String {
    let scale = box.width / size.width
    let moved = "translate(\(box.x.exact) \(box.y.exact))"
    return scale == 1 ? moved : "\(moved) scale(\(scale.exact))"
  }
}

// MARK: - Why items are where they are

extension SectionDrawing {
  private static let largestFont = 11.0
  private static let smallestFont = 6.0
  /// The width of a monospaced letter, for each point of the size.
  private static let letterWidth = 0.61
  private static let lineShare = 1.4
  private static let margin = 4.0

  /// Writes notes over the items that say why they are where they are.
  func writeExplanation(to writer: inout SVGWriter) {
    let origin = section.layoutFrame
    writer.element("g", ["data-explanation": section.id]) { group in
      for note in section.explanationNotes {
        write(note, on: note.place.offset(x: origin.x, y: origin.y), to: &group)
      }
    }
  }

  /// Writes `note` as large as it can be in `place`, at its top left or at its bottom.
  private func write(_ note: ExplanationNote, on place: Rect, to writer: inout SVGWriter) {
    let margin = Self.margin
    let longest = Double(note.lines.map { DisplayWidth.of($0) }.max() ?? 0)
    guard longest > 0 else { return }
    let size = min(Self.largestFont, (place.width - 4 * margin) / (longest * Self.letterWidth))
    guard size >= Self.smallestFont else { return }
    let width = longest * size * Self.letterWidth + 2 * margin
    let height = Double(note.lines.count) * size * Self.lineShare + margin
    let x =
      switch note.bottom {
      case nil, .left: place.x + margin
      case .center: place.midX - width / 2
      case .right: place.maxX - width - margin
      }
    let y = note.bottom == nil ? place.y + margin : place.maxY - height - margin
    writer.element(
      "rect",
      .brief(Rect(x: x, y: y, width: width, height: height))
        + ["rx": "5", "fill": "#17151c", "fill-opacity": "0.86"])
    for (index, line) in note.lines.enumerated() {
      writer.line(
        line, x: x + margin, y: y + size * (1.2 + Double(index) * Self.lineShare), size: size,
        color: index == 0 ? "#ffd166" : "#ffffff", isBold: index == 0, isMonospaced: true)
    }
  }
}
