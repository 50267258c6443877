import FeedPublisher
import StrictJSON

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
  static func exact(_ box: Rectangle) -> SVGAttributes {
    [
      "x": .exact(box.x), "y": .exact(box.y),
      "width": .exact(box.width), "height": .exact(box.height),
    ]
  }

  /// The place and size of `box`, which is nobody's data.
  static func brief(_ box: Rectangle) -> SVGAttributes {
    [
      "x": .brief(box.x), "y": .brief(box.y),
      "width": .brief(box.width), "height": .brief(box.height),
    ]
  }
}
