import FeedLayout
import FeedPublisher
import Hummingbird

extension Request {
  /// The viewport the query asks for: `width`, and `height` where a layout takes one.
  func viewport(takesHeight: Bool = false) throws -> Viewport {
    let width =
      try number("width", in: Viewport.supportedWidths) ?? PublishedWidths.default
    let height = takesHeight ? try number("height", in: Viewport.supportedHeights) : nil
    return try Viewport(width: width, height: height)
  }

  /// The query's `limit`, or `default`.
  func limit(default: Int) throws -> Int {
    guard let text = try parameter("limit") else { return `default` }
    guard text.isDecimal, let limit = Int(text), PageLimit.allowed.contains(limit) else {
      let bounds = PageLimit.allowed
      throw Problem.invalidParameter(
        "limit", expected: "a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
        found: text.quotedExcerpt)
    }
    return limit
  }

  /// The only value of query parameter `name`; a parameter that is repeated has no value.
  func parameter(_ name: String) throws -> String? {
    let values = uri.queryParameters[values: Substring(name)]
    guard values.count < 2 else {
      throw Problem.invalidParameter(name, expected: "one value", found: "\(values.count)")
    }
    return values.first.map(String.init)
  }

  private func number(_ name: String, in allowed: ClosedRange<Double>) throws -> Double? {
    guard let text = try parameter(name) else { return nil }
    guard text.isJSONNumber, let value = Double(text), allowed.contains(value) else {
      let bounds = (allowed.lowerBound, allowed.upperBound)
      throw Problem.invalidParameter(
        name,
        expected:
          "a number from \(NumberText.shortest(bounds.0)) to \(NumberText.shortest(bounds.1))",
        found: text.quotedExcerpt)
    }
    return value
  }
}

/// How many items a page may have.
enum PageLimit {
  static let allowed = 1...1_000
  static let `default` = 100
}

extension String {
  /// Only the digits 0 to 9.
  fileprivate var isDecimal: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Only what a JSON number is made of, which leaves out `nan`, `inf`, `0x10` and white space.
  fileprivate var isJSONNumber: Bool {
    guard let first = utf8.first, first != UInt8(ascii: "+") else { return false }
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
  }

  /// The beginning of the text in quotation marks, without control characters.
  fileprivate var quotedExcerpt: String {
    let plain = String(prefix(40).map { $0.isASCII && ($0.asciiValue ?? 0) < 0x20 ? "?" : $0 })
    return "\"\(plain)\(count > 40 ? "…" : "")\""
  }
}
