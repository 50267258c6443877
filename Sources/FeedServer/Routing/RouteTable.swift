import HTTPTypes
import Hummingbird

/// The routes by path, for middleware that runs before or without a handler.
struct RouteTable: Sendable {
  private struct Entry: Sendable {
    let pattern: String
    let segments: [Substring]
    let method: String
    let effect: Route.Effect
    let streamsBody: Bool
  }

  /// The routes, those with more specific patterns first.
  private let entries: [Entry]

  init(_ routes: [Route]) {
    entries = routes.map { route in
      let pattern = route.path.description
      return Entry(
        pattern: pattern, segments: Self.segments(pattern), method: route.method.rawValue,
        effect: route.effect, streamsBody: route.streamsBody)
    }.sorted { Self.generality($0).lexicographicallyPrecedes(Self.generality($1)) }
  }

  /// The methods of `path` in alphabetical order; empty for an unknown path.
  func methods(for path: String) -> [String] {
    var methods = Set(entries(for: path).map(\.method))
    guard !methods.isEmpty else { return [] }
    if methods.contains("GET") { methods.insert("HEAD") }
    methods.insert("OPTIONS")
    return methods.sorted()
  }

  /// The pattern that `path` matches, such as `/v1/content/{kind}`.
  func pattern(for path: String) -> String? {
    entries(for: path).first?.pattern
  }

  /// The effect of a request with `method`.
  func effect(of method: HTTPRequest.Method, for path: String) -> Route.Effect {
    guard ![.get, .head, .options].contains(method) else { return .read }
    return entries(for: path).first { $0.method == method.rawValue }?.effect ?? .write
  }

  /// Whether the body of a request with `method` is not held in memory.
  func streamsBody(of method: HTTPRequest.Method, for path: String) -> Bool {
    entries(for: path).first { $0.method == method.rawValue }?.streamsBody ?? false
  }

  /// The routes of the pattern that `path` matches. Like the router, it matches only the most specific
  /// one, whatever the method is.
  private func entries(for path: String) -> [Entry] {
    let segments = Self.segments(path)
    guard let first = entries.first(where: { Self.matches($0.segments, segments) }) else {
      return []
    }
    return entries.filter { $0.pattern == first.pattern }
  }

  /// How general each segment of a pattern is, by the priorities of Hummingbird's router.
  private static func generality(_ entry: Entry) -> [Int] {
    entry.segments.map { segment in
      guard segment.hasPrefix("{") else { return 0 }
      return segment.hasSuffix("}") ? 2 : 1
    }
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
