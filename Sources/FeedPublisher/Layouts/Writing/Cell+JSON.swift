package import FeedLayout
package import StrictJSON

extension JSONWriter {
  /// Writes a cell as a member; null for none.
  package mutating func member(_ name: String, _ cell: Cell?) {
    key(name)
    if let cell { cell.write(to: &self) } else { null() }
  }

  /// Writes a colour, and beside it the one of dark surroundings where they differ.
  fileprivate mutating func member(_ name: String, _ color: CellColor) {
    member(name, color.light)
    guard let dark = color.dark else { return }
    member(name == "color" ? "dark" : "\(name)_dark", dark)
  }
}

extension Cell {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name.rawValue)
      object.member("corner_radius", cornerRadius)
      object.key("border")
      if let border { object.object { border.write(to: &$0) } } else { object.null() }
      if let background {
        object.member("background", background)
      } else {
        object.key("background")
        object.null()
      }
      object.array("slots", slots) { $1.write(to: &$0) }
    }
  }
}

extension CellBorder {
  fileprivate func write(to object: inout JSONWriter) {
    object.member("width", width)
    object.member("color", color)
    if let cornerRadius { object.member("corner_radius", cornerRadius) }
  }
}

extension CellSlot {
  /// Writes the slot: its type, its place, and what it shows.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("type", content.typeName)
      object.member("role", role.rawValue)
      object.member("anchor", anchor.rawValue)
      object.member("offset", offset)
      if let left { object.member("left", left) }
      if let right { object.member("right", right) }
      if let width { object.member("width", width) }
      switch extent {
      case .height(let height): object.member("height", height)
      case .bottom(let bottom): object.member("bottom", bottom)
      }
      if let after { object.member("after", after.rawValue) }
      content.write(to: &object)
    }
  }
}

extension CellSlot.Content {
  fileprivate var typeName: String {
    switch self {
    case .image: "image"
    case .shade: "shade"
    case .line: "line"
    case .stars: "stars"
    case .text: "text"
    case .badge: "badge"
    }
  }

  fileprivate func write(to object: inout JSONWriter) {
    switch self {
    case .image(let image):
      object.member("content_mode", image.contentMode.rawValue)
      object.member("corner_radius", image.cornerRadius)
      if let border = image.border { object.object("border") { border.write(to: &$0) } }
    case .shade(let color, let cornerRadius):
      object.member("color", color)
      object.member("corner_radius", cornerRadius)
    case .line(let color):
      object.member("color", color)
    case .stars(let stars):
      object.member("star_size", stars.starSize)
      object.member("spacing", stars.spacing)
      object.member("color", stars.color)
      object.member("outline", stars.outline)
    case .text(let text):
      text.write(to: &object)
    case .badge(let text, let badge):
      text.write(to: &object)
      object.object("padding") {
        $0.member("top", badge.verticalPadding)
        $0.member("left", badge.horizontalPadding)
        $0.member("bottom", badge.verticalPadding)
        $0.member("right", badge.horizontalPadding)
      }
      object.member("background", badge.background)
      object.member("corner_radius", badge.cornerRadius)
    }
  }
}

extension CellText {
  fileprivate func write(to object: inout JSONWriter) {
    object.object("font") { font in
      font.array("families", self.font.families) { $0.value($1) }
      font.member("size", self.font.size)
      font.member("weight", self.font.weight)
    }
    object.member("line_height", font.lineHeight)
    object.member("line_pitch", linePitch)
    object.member("lines", lines)
    object.member("color", color)
    object.member("align", alignment.rawValue)
    if let prefix { object.member("prefix", prefix) }
    if let text { object.member("text", text) }
  }
}
