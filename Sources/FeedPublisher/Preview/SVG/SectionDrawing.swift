import FeedLayout
import FeedModel
import StrictJSON

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
        "id": .text(scope + section.id), "data-section": .text(section.id),
        "data-layout": .text(section.layout.name),
        "font-family": .text(section.textFamilies),
      ]
    ) { group in
      writeHeader(to: &group)
      for painted in section.paintedItems {
        let picture = renditions[painted.index].flatMap { options.pictures[$0] }
        write(painted, picture: picture, to: &group)
      }
    }
  }

  private func writeHeader(to writer: inout SVGWriter) {
    guard let header = section.header else { return }
    let size = Size(width: section.frame.width, height: header.height)
    let placed = PlacedCell(header.slots, in: size, showing: SlotTexts(headerOf: section))
    writer.element(
      "g",
      [
        "data-header": .text(section.id),
        "transform": .text(
          "translate(\(NumberText.shortest(section.frame.x)) "
            + "\(NumberText.shortest(section.frame.y)))"),
      ]
    ) { group in
      for slot in placed.slots {
        SlotDrawing(
          placed: slot, isDark: options.isDark, inheritedFamilies: section.textFamilies
        ).write(to: &group)
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
      "g",
      [
        "id": .text(name), "data-id": .text("\(painted.id)"),
        "data-index": .text("\(painted.index)"),
      ]
    ) { group in
      group.element("title", text: "#\(painted.id) \(painted.item.content.headline.plainLine)")
      group.element("rect", .exact(frame) + ["fill": "none"])
      guard painted.opacity > 0, painted.size.width > 0 else { return }
      var cell: SVGAttributes = [
        "data-cell": .text(section.cell?.name.rawValue ?? "none"),
        "transform": .text(Self.transform(of: painted.size, to: box)),
      ]
      if painted.opacity < 1 { cell = cell + ["opacity": .brief(painted.opacity)] }
      group.element("g", cell) { group in
        CellDrawing(
          section: section, painted: painted, name: name, picture: picture, options: options
        ).write(to: &group)
      }
    }
  }

  /// From the coordinates of a cell of `size` to `box` on the screen.
  private static func transform(of size: Size, to box: Rect) -> String {
    let scale = box.width / size.width
    let moved = "translate(\(NumberText.shortest(box.x)) \(NumberText.shortest(box.y)))"
    return scale == 1 ? moved : "\(moved) scale(\(NumberText.shortest(scale)))"
  }
}

extension Screen.Section {
  /// The families of its regular texts, as SVG has them.
  var textFamilies: String {
    let fonts = (cell?.slots ?? []).compactMap { $0.text?.font }
    let font = fonts.first { $0.weight == 400 } ?? fonts.first
    return font?.families.joined(separator: ",") ?? SVGWriter.fontFamily
  }
}
