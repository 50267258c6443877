/// One item in cells: a border, a shaded picture, its id and its title.
struct ItemBox {
  let box: CellBox
  let media: CellBox
  let hasFullBleedMedia: Bool
  let id: Int
  let text: ItemText

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
    var (picture, caption) = (media.intersection(area), area)
    if hasFullBleedMedia {
      picture.bottom = area.bottom - (area.height > 5 && text.date != nil ? 2 : 1)
      caption.top = picture.bottom
    } else if picture.height < area.height - 1 {
      caption.top = picture.bottom
    } else {
      caption.left = min(picture.right + 1, area.right)
    }
    canvas.fill(picture, with: "░", ink: .shade)
    badge(in: picture, on: &canvas)
    captions(in: caption, on: &canvas)
  }

  /// The id in the corner of a picture, or nothing where it would not be whole.
  private func badge(in area: CellBox, on canvas: inout CellCanvas) {
    let label = " #\(id) "
    guard label.count <= area.width, area.height > 0 else { return }
    canvas.put(label, x: area.left, y: area.top, ink: .id)
  }

  /// The title, and a line of details below it if there is room for one.
  private func captions(in area: CellBox, on canvas: inout CellCanvas) {
    let titles = TextFit(columns: area.width).lines(text.headline, limit: area.height > 3 ? 2 : 1)
    var y = area.top
    for title in titles where y < area.bottom {
      canvas.put(title, x: area.left, y: y, ink: .title)
      y += 1
    }
    let details = [text.date, text.rating].compactMap(\.self).joined(separator: " · ")
    guard y < area.bottom else { return }
    canvas.put(
      DisplayWidth.truncate(details, to: area.width), x: area.left, y: y, ink: .detail)
  }

  /// The id and the title on one line from `left` up to `right`.
  private func name(in left: Int, _ right: Int, y: Int, on canvas: inout CellCanvas) {
    let start = max(left, 0)
    let room = min(right, canvas.width) - start
    let label = DisplayWidth.truncate("#\(id)", to: room)
    canvas.put(label, x: start, y: y, ink: .id)
    let used = DisplayWidth.of(label) + 1
    canvas.put(
      DisplayWidth.truncate(text.headline, to: room - used), x: start + used, y: y, ink: .title)
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
