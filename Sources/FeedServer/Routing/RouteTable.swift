import HTTPTypes
import Hummingbird

/// The routes by path, for middleware that runs before or without a handler.
struct RouteTable: Sendable {
  private struct Entry: Sendable {
    let pattern: String
    let segments: [Substring]
    let method: String
    let effect: Route.Effect
  }

  private let entries: [Entry]

  init(_ routes: [Route]) {
    entries = routes.map { route in
      let pattern = route.path.description
      return Entry(
        pattern: pattern, segments: Self.segments(pattern), method: route.method.rawValue,
        effect: route.effect)
    }
  }

  /// The methods of `path` in alphabetical order; empty for an unknown path.
  func methods(for path: String) -> [String] {
    let segments = Self.segments(path)
    var methods = Set(entries.filter { Self.matches($0.segments, segments) }.map(\.method))
    guard !methods.isEmpty else { return [] }
    if methods.contains("GET") { methods.insert("HEAD") }
    methods.insert("OPTIONS")
    return methods.sorted()
  }

  /// The pattern that `path` matches, such as `/v1/content/{kind}`.
  func pattern(for path: String) -> String? {
    let segments = Self.segments(path)
    return entries.first { Self.matches($0.segments, segments) }?.pattern
  }

  /// The effect of a request with `method`.
  func effect(of method: HTTPRequest.Method, for path: String) -> Route.Effect {
    guard ![.get, .head, .options].contains(method) else { return .read }
    let segments = Self.segments(path)
    let entry = entries.first {
      $0.method == method.rawValue && Self.matches($0.segments, segments)
    }
    return entry?.effect ?? .write
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/")
  }

  private static func matches(_ pattern: [Substring], _ path: [Substring]) -> Bool {
    pattern.count == path.count
      && zip(pattern, path).allSatisfy { pattern, segment in
        guard pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") else {
          return pattern == segment
        }
        // In `{feed}.jsonfeed`, the parameter is not empty.
        let rest = pattern[pattern.index(after: end)...]
        return segment.hasSuffix(rest) && segment.count > rest.count
      }
  }
}
