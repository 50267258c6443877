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
    output += XMLText.escape(text)
    output += "</\(name)>\n"
  }

  private mutating func open(_ name: String, _ attributes: SVGAttributes, ending: String) {
    indent()
    output += "<\(name)"
    for (name, value) in attributes.pairs {
      output += " \(name)=\"\(XMLText.escape(value.string))\""
    }
    output += ending
  }

  private mutating func indent() {
    // One space: the depth is small, and the file is downloaded.
    for _ in 0..<depth { output += " " }
  }
}

/// The value of an attribute.
enum SVGValue: ExpressibleByStringLiteral {
  case text(String)
  /// A number of the document, digit for digit.
  case exact(Double)
  /// A number of the drawing's own, to a hundredth of a point.
  case brief(Double)

  init(stringLiteral value: String) { self = .text(value) }

  var string: String {
    switch self {
    case .text(let text): text
    case .exact(let number): NumberText.shortest(number)
    case .brief(let number): NumberText.brief(number)
    }
  }
}

/// The attributes of an element, in the order they are written.
struct SVGAttributes: ExpressibleByDictionaryLiteral {
  var pairs: [(name: String, value: SVGValue)]

  init(dictionaryLiteral elements: (String, SVGValue)...) {
    pairs = elements.map { (name: $0.0, value: $0.1) }
  }

  static func + (left: SVGAttributes, right: SVGAttributes) -> SVGAttributes {
    var sum = left
    sum.pairs += right.pairs
    return sum
  }

  /// The place and size of `box`, digit for digit.
  static func exact(_ box: Rect) -> SVGAttributes {
    [
      "x": .exact(box.x), "y": .exact(box.y),
      "width": .exact(box.width), "height": .exact(box.height),
    ]
  }

  /// The place and size of `box`, to a hundredth of a point.
  static func brief(_ box: Rect) -> SVGAttributes {
    [
      "x": .brief(box.x), "y": .brief(box.y),
      "width": .brief(box.width), "height": .brief(box.height),
    ]
  }
}

extension SVGWriter {
  /// How a line of text looks.
  struct TextStyle {
    /// Points.
    var size: Double
    var color: String
    var isBold = false
    var isMonospaced = false
    /// `start`, `middle` or `end` of the line is at its x.
    var anchor = "start"
  }

  /// Reads well for Japanese on Apple, Linux and Windows machines.
  static let fontFamily =
    "Hiragino Sans,Noto Sans CJK JP,Noto Sans JP,Yu Gothic,sans-serif"
  /// For numbers and identifiers.
  static let monospacedFamily =
    "ui-monospace,Menlo,DejaVu Sans Mono,monospace"

  /// One line with its baseline at y.
  mutating func line(_ text: String, x: Double, y: Double, _ style: TextStyle) {
    guard !text.isEmpty else { return }
    var attributes: SVGAttributes = [
      "x": .brief(x), "y": .brief(y), "font-size": .brief(style.size),
      "fill": .text(style.color),
    ]
    if style.isBold { attributes = attributes + ["font-weight": "700"] }
    if style.anchor != "start" { attributes = attributes + ["text-anchor": .text(style.anchor)] }
    if style.isMonospaced {
      attributes = attributes + ["font-family": .text(Self.monospacedFamily)]
    }
    element("text", attributes, text: text)
  }

  /// Lines of text from a first baseline down.
  mutating func lines(
    _ lines: [String], x: Double, y: Double, lineHeight: Double, _ style: TextStyle
  ) {
    for (index, text) in lines.enumerated() {
      line(text, x: x, y: y + Double(index) * lineHeight, style)
    }
  }
}

/// The `d` of a path.
enum SVGPath {
  /// `box` with round corners, clockwise; corners that are not named are square.
  static func rounded(
    _ box: Rect, topRadius: Double, bottomRadius: Double
  ) -> String {
    let limit = max(0, min(box.width, box.height) / 2)
    let top = min(topRadius, limit)
    let bottom = min(bottomRadius, limit)
    func corner(_ radius: Double, _ dx: Double, _ dy: Double) -> String {
      radius > 0
        ? "a\(text(radius)) \(text(radius)) 0 0 1 \(text(dx * radius)) \(text(dy * radius))" : ""
    }
    return "M\(text(box.x + top)) \(text(box.y))h\(text(box.width - top * 2))"
      + corner(top, 1, 1) + "v\(text(box.height - top - bottom))" + corner(bottom, -1, 1)
      + "h\(text(bottom * 2 - box.width))" + corner(bottom, -1, -1)
      + "v\(text(bottom + top - box.height))" + corner(top, 1, -1) + "z"
  }

  static func rounded(_ box: Rect, radius: Double) -> String {
    rounded(box, topRadius: radius, bottomRadius: radius)
  }

  private static func text(_ number: Double) -> String { NumberText.brief(number) }
}

/// Text inside an XML document.
enum XMLText {
  /// `text` as character data or as an attribute's value. A character XML 1.0 cannot hold, not
  /// even escaped, becomes U+FFFD.
  static func escape(_ text: String) -> String {
    guard text.utf8.contains(where: needsCare) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
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
  private static func needsCare(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, 0x22, 0x26, 0x27, 0x3C, 0x3E, 0xEF: true
    default: false
    }
  }
}
