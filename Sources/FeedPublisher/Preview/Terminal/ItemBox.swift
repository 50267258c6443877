import FeedLayout
import FeedModel

/// One item in cells: a border, its picture as a shade, its id, and the texts of its cell where their
/// slots are.
struct ItemBox {
  let box: CellBox
  let id: Int
  /// The headline of the item.
  let headline: String
  /// Where the picture is; `nil` for a cell without one.
  let picture: CellBox?
  /// The texts that the slots show, from the back to the front.
  let texts: [Text]

  /// A text of a cell, at its place in character cells.
  struct Text {
    let place: CellBox
    let text: String
    /// The most lines.
    let lines: Int
    let alignment: CellText.Alignment
    let ink: Ink
    /// Whether the place counts from the bottom of the cell.
    let isAtBottom: Bool
  }

  func paint(on canvas: inout CellCanvas) {
    guard box.width >= 2, box.height >= 2 else { return canvas.fill(box, with: "█", ink: .line) }
    canvas.fill(box, with: " ", ink: .none)
    border(on: &canvas)
    let seen = box.interior.intersection(
      CellBox(left: 0, top: 0, right: canvas.width, bottom: canvas.height))
    if box.height == 2 {
      // No line inside: the name goes on the border.
      name(in: box.left + 1, box.right - 1, y: box.top, on: &canvas)
    } else if seen.width > 0, seen.height > 0 {
      content(in: seen, on: &canvas)
    }
  }

  private func content(in area: CellBox, on canvas: inout CellCanvas) {
    guard area.height > 2 else {
      return name(in: area.left, area.right, y: area.top, on: &canvas)
    }
    var taken = Set<Int>()
    if let picture = picture?.intersection(area), picture.height > 0 {
      canvas.fill(picture, with: "░", ink: .shade)
      badge(in: picture, on: &canvas)
    } else {
      name(in: area.left, area.right, y: area.top, on: &canvas)
      for column in area.left..<area.right { taken.insert(area.top * Self.stride + column) }
    }
    // Texts at the bottom are placed from there upwards.
    for text in texts where !text.isAtBottom {
      write(text, in: area, avoiding: &taken, on: &canvas)
    }
    for text in texts.reversed() where text.isAtBottom {
      write(text, in: area, avoiding: &taken, on: &canvas)
    }
  }

  /// Writes a text in the rows of its place, or in the next ones that are free: further down, or
  /// further up for a text at the bottom. Writes nothing where there are none.
  private func write(
    _ text: Text, in area: CellBox, avoiding taken: inout Set<Int>, on canvas: inout CellCanvas
  ) {
    let left = min(max(text.place.left, area.left), area.right)
    let right = max(min(text.place.right, area.right), left)
    let lines = TextFit(columns: right - left).lines(text.text, limit: text.lines)
    let first = text.isAtBottom ? text.place.bottom - lines.count : text.place.top
    var y = min(max(first + (text.isAtBottom ? lines.count - 1 : 0), area.top), area.bottom - 1)
    for line in text.isAtBottom ? lines.reversed() : lines {
      // 1. The next free row. Two short texts can share one.
      let width = DisplayWidth.of(line)
      let x =
        switch text.alignment {
        case .left: left
        case .center: left + (right - left - width) / 2
        case .right: right - width
        }
      let columns = x..<(x + width)
      while y >= area.top, y < area.bottom,
        columns.contains(where: { taken.contains(y * Self.stride + $0) })
      {
        y += text.isAtBottom ? -1 : 1
      }
      guard y >= area.top, y < area.bottom else { return }
      canvas.put(line, x: x, y: y, ink: text.ink)
      // 2. A blank beside it belongs to it.
      for column in (x - 1)...(x + width) { taken.insert(y * Self.stride + column) }
      y += text.isAtBottom ? -1 : 1
    }
  }

  /// More than a row has columns, so that a number stands for a row and a column.
  private static let stride = 4_096

  /// The id in the corner of a picture, or nothing where it would not be whole.
  private func badge(in area: CellBox, on canvas: inout CellCanvas) {
    let label = " #\(id) "
    guard label.count <= area.width, area.height > 0 else { return }
    canvas.put(label, x: area.left, y: area.top, ink: .id)
  }

  /// The id and the title on one line from `left` up to `right`.
  private func name(in left: Int, _ right: Int, y: Int, on canvas: inout CellCanvas) {
    let start = max(left, 0)
    let room = min(right, canvas.width) - start
    let label = DisplayWidth.truncate("#\(id)", to: room)
    canvas.put(label, x: start, y: y, ink: .id)
    let used = DisplayWidth.of(label) + 1
    canvas.put(
      DisplayWidth.truncate(headline, to: room - used), x: start + used, y: y, ink: .title)
  }

  private func border(on canvas: inout CellCanvas) {
    let (right, bottom) = (box.right - 1, box.bottom - 1)
    var edge = box
    edge.bottom = box.top + 1
    canvas.fill(edge, with: "─", ink: .line)
    (edge.top, edge.bottom) = (bottom, box.bottom)
    canvas.fill(edge, with: "─", ink: .line)
    edge = box
    edge.right = box.left + 1
    canvas.fill(edge, with: "│", ink: .line)
    (edge.left, edge.right) = (right, box.right)
    canvas.fill(edge, with: "│", ink: .line)
    canvas.put("┌", x: box.left, y: box.top, ink: .line)
    canvas.put("┐", x: right, y: box.top, ink: .line)
    canvas.put("└", x: box.left, y: bottom, ink: .line)
    canvas.put("┘", x: right, y: bottom, ink: .line)
  }
}

extension ItemBox {
  /// The item `painted` of `section`.
  init(_ painted: PaintedItem, in section: Screen.Section, pointsPerColumn: Double) {
    let slots = section.cell?.slots ?? []
    let source = SlotTexts(painted.item)
    let placed = slots.placed(in: painted.size, showing: source)
    let share = painted.size.width > 0 ? painted.box.width / painted.size.width : 0
    func place(_ rect: Rect) -> CellBox {
      CellBox(
        Rect(
          x: painted.box.x + rect.x * share, y: painted.box.y + rect.y * share,
          width: rect.width * share, height: rect.height * share),
        pointsPerColumn: pointsPerColumn)
    }
    box = CellBox(painted.box, pointsPerColumn: pointsPerColumn)
    id = painted.id
    headline = painted.item.content.headline.plainLine
    picture = placed.first { $0.slot.role == .image }.map { place($0.rect) }
    texts = placed.compactMap { part in
      if case .stars = part.slot.content, let stars = painted.item.stars {
        let text = stars.map { $0 >= 0.5 ? "★" : "☆" }.joined()
        return Text(
          place: place(part.rect), text: text, lines: 1, alignment: .center, ink: .id,
          isAtBottom: false)
      }
      guard let text = part.slot.text, let words = source.text(of: text) else { return nil }
      return Text(
        place: place(part.rect), text: words, lines: text.lines, alignment: text.alignment,
        ink: text.role == .headline ? .title : .detail, isAtBottom: part.slot.anchor == .bottom)
    }
  }
}
