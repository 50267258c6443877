public import FeedLayout
public import StrictJSON

extension JSONWriter: @retroactive ValueWriter {}

extension JSONWriter {
  /// Writes what `write` writes.
  package mutating func published(_ write: (inout any ValueWriter) -> Void) {
    var writer: any ValueWriter = self
    // The bytes have one owner at a time, so that they are not copied.
    self = JSONWriter()
    write(&writer)
    guard let written = writer as? JSONWriter else {
      preconditionFailure("a writer stays the same one")
    }
    self = written
  }

  /// Writes `members` of `root`.
  package mutating func members<Root>(_ members: [Member<Root>], of root: Root) {
    published { members.write(root, to: &$0) }
  }

  /// Writes `value` as a member.
  package mutating func member<Value>(_ name: String, _ value: Value, _ type: Published<Value>) {
    key(name)
    published { type.write(value, &$0) }
  }

  /// Writes a list of `values` as a member.
  package mutating func array<Value>(
    _ name: String, _ values: some Sequence<Value>, of type: Published<Value>
  ) {
    key(name)
    published { writer in
      writer.beginArray()
      for value in values { type.write(value, &writer) }
      writer.endArray()
    }
  }

  package mutating func member(_ name: String, _ size: Size) { member(name, size, Size.published) }

  package mutating func member(_ name: String, _ point: Point) {
    member(name, point, Point.published)
  }

  package mutating func member(_ name: String, _ rect: Rect) {
    key(name)
    value(rect)
  }

  package mutating func value(_ rect: Rect) { published { Rect.published.write(rect, &$0) } }

  package mutating func member(_ name: String, _ viewport: Viewport) {
    member(name, viewport, Viewport.published)
  }
}

extension SectionLayout {
  /// Writes the layout in the published shape: the members of all layouts, those of this one, the
  /// frames, or only those in `range`, and then the members that `more` writes.
  package func write(
    to writer: inout JSONWriter, presentation: LayoutPresentation = LayoutPresentation(),
    range: Range<Int>? = nil, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { object in
      object.member("type", Self.name)
      object.member("viewport", viewport)
      object.member("content_size", contentSize)
      object.members(Self.members, of: self)
      object.array("frames", frames[range ?? frames.indices], of: Frame.published)
      presentation.write(self, range: range, to: &object)
      more(&object)
    }
  }
}

extension SectionOptions {
  /// Writes the options of a layout as its member `options`, if any of them differs from its
  /// default: clients that move its items need them.
  package func write(to layout: inout JSONWriter) {
    let members = Set(Self.declarations.descriptions.filter(\.isMember).map(\.name))
    let written = changed.filter { !members.contains($0.name) }
    guard !written.isEmpty else { return }
    layout.object("options") { object in
      for (name, value) in written { object.member(name, value) }
    }
  }
}

extension JSONWriter {
  /// Writes why items have no frame, if there are any.
  mutating func itemErrors(_ errors: [LayoutError]) {
    guard !errors.isEmpty else { return }
    array("errors", errors) { writer, error in
      writer.object {
        if let item = error.item { $0.member("item", item.id) }
        $0.member("detail", error.clause)
      }
    }
  }

  mutating func member(_ name: String, _ value: OptionValue) {
    key(name)
    self.value(value)
  }

  private mutating func value(_ option: OptionValue) {
    switch option {
    case .null: null()
    case .flag(let flag): value(flag)
    case .number(let number): value(number)
    case .integer(let integer): value(integer)
    case .text(let text): value(text)
    case .list(let values): array(values) { $0.value($1) }
    case .object(let members):
      object { object in
        for (name, value) in members.sorted(by: { $0.key < $1.key }) { object.member(name, value) }
      }
    }
  }
}

extension OptionDescription {
  /// Writes the option as an object: its values with their limits, and its default.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("help", help)
      object.member("type", values.type)
      values.writeLimits(to: &object)
      object.member("default", standard)
    }
  }
}

extension OptionDescription.Values {
  /// The published names of all types of values.
  package static let types = [
    "number", "integer", "boolean", "choice", "choice_or_number", "choice_or_integer", "text",
    "numbers", "object", "pieces",
  ]

  /// The published name of the type of the values.
  fileprivate var type: String {
    switch self {
    case .number: "number"
    case .integer: "integer"
    case .flag: "boolean"
    case .names: "choice"
    case .namesOrNumber: "choice_or_number"
    case .namesOrInteger: "choice_or_integer"
    case .text: "text"
    case .numbers: "numbers"
    case .object: "object"
    case .pieces: "pieces"
    }
  }

  /// Writes the choices, and the least and the greatest number where there is one.
  fileprivate func writeLimits(to object: inout JSONWriter) {
    switch self {
    case .names(let names), .namesOrNumber(let names, _), .namesOrInteger(let names, _):
      object.array("choices", names) { $0.value($1) }
    case .number, .integer, .flag, .text, .numbers, .object, .pieces: break
    }
    switch self {
    case .number(let range), .namesOrNumber(_, let range):
      let limit = Double.greatestFiniteMagnitude
      if range.lowerBound > -limit { object.member("minimum", range.lowerBound) }
      if range.upperBound < limit { object.member("maximum", range.upperBound) }
    case .integer(let range), .namesOrInteger(_, let range):
      if range.lowerBound > Int.min { object.member("minimum", range.lowerBound) }
      if range.upperBound < Int.max { object.member("maximum", range.upperBound) }
    case .flag, .names, .text, .numbers, .object, .pieces: break
    }
  }
}

extension JSONWriter {
  /// Writes a cell as a member; null for none.
  package mutating func member(_ name: String, _ cell: Cell?) {
    member(name, optional: cell) { $1.write(to: &$0) }
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
      object.member("name", name)
      object.member("corner_radius", cornerRadius)
      object.member("border", optional: border) { writer, border in
        writer.object { border.write(to: &$0) }
      }
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
      object.member("outline_width", stars.outlineWidth)
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
