import FeedLayout
import StrictJSON

/// Writes elements one below the other, each on a line of its own.
struct SVGWriter {
  private(set) var output = ""
  private var depth = 0

  /// `<name …/>`
  mutating func element(_ name: String, _ attributes: SVGAttributes) {
    open(name, attributes, ending: "/>\n")
  }

  /// `<name …>` with other elements in it.
  mutating func element(
    _ name: String, _ attributes: SVGAttributes, content: (inout SVGWriter) -> Void
  ) {
    open(name, attributes, ending: ">\n")
    depth += 1
    content(&self)
    depth -= 1
    indent()
    output += "</\(name)>\n"
  }

  /// `<name …>text</name>`
  mutating func element(_ name: String, _ attributes: SVGAttributes = [:], text: String) {
    open(name, attributes, ending: ">")
    output += text.xmlEscaped
    output += "</\(name)>\n"
  }

  private mutating func open(_ name: String, _ attributes: SVGAttributes, ending: String) {
    indent()
    output += "<\(name)"
    for (name, value) in attributes.pairs { output += " \(name)=\"\(value.xmlEscaped)\"" }
    output += ending
  }

  private mutating func indent() {
    // One space: the depth is small, and the file is downloaded.
    for _ in 0..<depth { output += " " }
  }
}

/// The attributes of an element, in the order they are written.
struct SVGAttributes: ExpressibleByDictionaryLiteral {
  var pairs: [(name: String, value: String)]

  init(dictionaryLiteral elements: (String, String)...) {
    pairs = elements.map { (name: $0.0, value: $0.1) }
  }

  static func + (left: SVGAttributes, right: SVGAttributes) -> SVGAttributes {
    var sum = left
    sum.pairs += right.pairs
    return sum
  }

  /// The place and size of `box`, digit for digit.
  static func exact(_ box: Rect) -> SVGAttributes {
    ["x": box.x.exact, "y": box.y.exact, "width": box.width.exact, "height": box.height.exact]
  }

  /// The place, the size and the corners of `box`: a radius is half a side at most.
  static func exact(_ box: Rect, cornerRadius: Double) -> SVGAttributes {
    .exact(box) + ["rx": max(0, min(cornerRadius, box.width / 2, box.height / 2)).brief]
  }

  /// The place and size of `box`, to a hundredth of a point.
  static func brief(_ box: Rect) -> SVGAttributes {
    ["x": box.x.brief, "y": box.y.brief, "width": box.width.brief, "height": box.height.brief]
  }
}

extension SVGWriter {
  /// Reads well for Japanese on Apple, Linux and Windows machines.
  static let fontFamily = "Hiragino Sans,Noto Sans CJK JP,Noto Sans JP,Yu Gothic,sans-serif"
  /// For numbers and identifiers.
  private static let monospacedFamily = "ui-monospace,Menlo,DejaVu Sans Mono,monospace"

  /// A whole drawing, `bounds` of whose coordinates are seen.
  mutating func document(_ bounds: Rect, title: String, content: (inout SVGWriter) -> Void) {
    let viewBox = [bounds.x, bounds.y, bounds.width, bounds.height].map(\.brief)
    element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg",
        "width": bounds.width.brief, "height": bounds.height.brief,
        "viewBox": viewBox.joined(separator: " "), "font-family": Self.fontFamily,
      ]
    ) { svg in
      svg.element("title", text: title.plainLine)
      content(&svg)
    }
  }

  /// One line with its baseline at `y`, and its `anchor` (`start`, `middle` or `end`) at `x`.
  mutating func line(
    _ text: String, x: Double, y: Double, size: Double, color: String, isBold: Bool = false,
    isMonospaced: Bool = false, anchor: String = "start"
  ) {
    guard !text.isEmpty else { return }
    var attributes: SVGAttributes = [
      "x": x.brief, "y": y.brief, "font-size": size.brief, "fill": color,
    ]
    if isBold { attributes = attributes + ["font-weight": "700"] }
    if anchor != "start" { attributes = attributes + ["text-anchor": anchor] }
    if isMonospaced { attributes = attributes + ["font-family": Self.monospacedFamily] }
    element("text", attributes, text: text)
  }

  /// A dimension line, whose `path` has a tick at both ends.
  mutating func dimension(_ path: String, color: String) {
    element("path", ["d": path, "fill": "none", "stroke": color, "stroke-width": "1"])
  }
}

extension Double {
  /// The number for people, and for a drawing's own lines: at most two decimals.
  var brief: String {
    // Larger numbers have no decimals to lose.
    NumberText.shortest(abs(self) < 1e12 ? (self * 100).rounded() / 100 : self)
  }

  /// The number as the document has it, digit for digit.
  var exact: String { NumberText.shortest(self) }
}

extension Rect {
  /// The `d` of a path around the box with round corners, clockwise.
  func roundedPath(radius: Double) -> String {
    let radius = min(radius, max(0, min(width, height) / 2))
    func corner(_ dx: Double, _ dy: Double) -> String {
      guard radius > 0 else { return "" }
      return "a\(radius.brief) \(radius.brief) 0 0 1 \((dx * radius).brief) \((dy * radius).brief)"
    }
    return "M\((x + radius).brief) \(y.brief)h\((width - radius * 2).brief)" + corner(1, 1)
      + "v\((height - radius - radius).brief)" + corner(-1, 1)
      + "h\((radius * 2 - width).brief)" + corner(-1, -1)
      + "v\((radius + radius - height).brief)" + corner(1, -1) + "z"
  }
}

extension String {
  /// The text as character data of XML or as an attribute's value. A character XML 1.0 cannot hold,
  /// not even escaped, becomes U+FFFD.
  var xmlEscaped: String {
    guard utf8.contains(where: Self.needsCareInXML) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Bytes that may belong to a character that cannot stand as it is; 0xEF begins U+FFFE.
  private static func needsCareInXML(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x26, 0x27, 0x3C, 0x3E, 0xEF: true
    default: false
    }
  }
}
