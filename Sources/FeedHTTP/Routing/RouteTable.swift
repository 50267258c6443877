import Foundation
import HTTPTypes
import HummingbirdCore

/// The routes by path. It decides once for each request which of them it is for.
struct RouteTable: Sendable {
  /// The patterns by their number of segments, the more specific ones first.
  private let patterns: [Int: [RouteMatch]]
  /// The patterns that end with a parameter such as `{file*}`, which stands for one or more segments; the longer ones
  /// first.
  private let openPatterns: [RouteMatch]

  init(_ routes: [Route]) {
    let all = Dictionary(grouping: routes, by: \.path).map { path, routes in
      RouteMatch(pattern: path, segments: path.split(separator: "/"), routes: routes)
    }
    openPatterns = all.filter(\.isOpen).sorted { $0.segments.count > $1.segments.count }
    patterns = Dictionary(grouping: all.filter { !$0.isOpen }) { $0.segments.count }
      .mapValues { $0.sorted { $0.generality.lexicographicallyPrecedes($1.generality) } }
  }

  /// The routes that `path` is for: those of the most specific pattern, for every method. `nil` for an unknown path.
  func match(_ path: String) -> RouteMatch? {
    let segments = path.split(separator: "/")
    for patterns in [patterns[segments.count] ?? [], openPatterns] {
      for pattern in patterns {
        if let match = pattern.matching(segments) { return match }
      }
    }
    return nil
  }
}

/// The routes of one pattern, and the parameters of a path that matches it.
struct RouteMatch: Sendable {
  /// Such as `/v1/content/{kind}`.
  let pattern: String
  fileprivate let segments: [Substring]
  fileprivate let routes: [Route]
  /// The parameters of the pattern as the path has them, decoded.
  fileprivate var parameters: [(name: Substring, value: Substring)] = []

  /// The route of a request with `method`. That of GET answers HEAD as well.
  func route(for method: HTTPRequest.Method) -> Route? {
    routes.first { $0.method == method || method == .head && $0.method == .get }
  }

  var methods: [String] {
    var methods = Set(routes.map(\.method.rawValue) + ["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.sorted()
  }

  /// True if the last segment of the pattern matches all remaining segments of a path.
  fileprivate var isOpen: Bool { segments.last?.hasSuffix("*}") == true }

  /// How general each segment is: text, text with a parameter, a parameter alone.
  fileprivate var generality: [Int] {
    segments.map { segment in
      guard segment.hasPrefix("{") else { return 0 }
      return segment.hasSuffix("}") ? 2 : 1
    }
  }

  /// The routes with the parameters of a path, decoded; `nil` for one that does not match.
  fileprivate func matching(_ path: [Substring]) -> RouteMatch? {
    guard segments.count <= path.count else { return nil }
    var match = self
    for (pattern, segment) in zip(segments, path) {
      guard pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") else {
        guard pattern == segment else { return nil }
        continue
      }
      // In `{feed}.jsonfeed`, the parameter is not empty.
      let rest = pattern[pattern.index(after: end)...]
      guard segment.hasSuffix(rest), segment.count > rest.count else { return nil }
      let name = pattern.dropFirst().prefix { $0 != "}" }
      match.parameters.append((name, segment.dropLast(rest.count).percentDecoded))
    }
    return match
  }
}

extension FeedRequestContext {
  /// The parameter of the path called `name`.
  ///
  /// - Throws: ``Problem`` if the pattern has no such parameter.
  package func pathParameter(_ name: String) throws(Problem) -> String {
    guard let value = match?.parameters.first(where: { $0.name == name })?.value else {
      throw .notFound("the path has no \(name)")
    }
    return String(value)
  }

  func effect(of method: HTTPRequest.Method) -> Route.Effect {
    guard ![.get, .head, .options].contains(method) else { return .read }
    return match?.route(for: method)?.effect ?? .write
  }
}
