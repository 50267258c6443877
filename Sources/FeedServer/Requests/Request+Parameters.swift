import FeedLayout
import Hummingbird
import LayoutCatalog

extension Request {
  /// The viewport of the `width` that the query asks for.
  func viewport() throws -> Viewport {
    let width = try parameter("width")?.number(in: Viewport.supportedWidths, as: "width")
    return try Viewport(width: width ?? Viewport.defaultWidth)
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

  /// All query parameters, none of them repeated. Nothing between two `&` is none.
  func parameters() throws -> [String: String] {
    var texts: [String: String] = [:]
    for (name, value) in uri.queryParameters where !(name.isEmpty && value.isEmpty) {
      guard texts.updateValue(String(value), forKey: String(name)) == nil else {
        throw Problem.repeatedParameter(
          String(name), count: uri.queryParameters[values: name].count)
      }
    }
    return texts
  }

  /// Refuses every query parameter that is not one of `names`, and one that is repeated: where something
  /// is written, a parameter with a mistake in it is not one that was left out.
  func requireParameters(among names: [String]) throws {
    for name in try parameters().keys.sorted() where !names.contains(name) {
      throw Problem.unknownParameter(name, expected: "one of \(names.joined(separator: ", "))")
    }
  }

  /// Refuses parameters that only a whole screen has a meaning for, and that change what is seen.
  func requireNoPreview() throws {
    for name in ["at", "drafts"] where uri.queryParameters[Substring(name)] != nil {
      throw Problem.unknownParameter(
        name,
        expected: "no preview of a part; GET /v1/feeds/{feed}?\(name)=… shows the whole screen")
    }
  }
}

/// How many items a page may have.
enum PageLimit {
  static let allowed = 1...1_000
  static let `default` = 100
}
