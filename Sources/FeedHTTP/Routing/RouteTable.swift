import HTTPTypes

/// The routes by path. It decides once for each request which of them it is for.
package struct RouteTable: Sendable {
  /// The routes of one pattern.
  fileprivate struct Entry: Sendable {
    let pattern: String
    let segments: [Substring]
    var routes: [Route] = []
  }

  /// The patterns by their number of segments, the more specific ones first.
  private let entries: [Int: [Entry]]
  /// The patterns that end with a parameter such as `{file*}`, which stands for one or more segments; the longer ones
  /// first.
  private let openEntries: [Entry]

  package init(_ routes: [Route]) {
    var entries: [String: Entry] = [:]
    for route in routes {
      entries[
        route.path, default: Entry(pattern: route.path, segments: Self.segments(route.path))
      ].routes.append(route)
    }
    openEntries = entries.values.filter(\.isOpen).sorted { $0.segments.count > $1.segments.count }
    self.entries = Dictionary(grouping: entries.values.filter { !$0.isOpen }) { $0.segments.count }
      .mapValues { $0.sorted { $0.generality.lexicographicallyPrecedes($1.generality) } }
  }

  /// The routes that `path` is for: those of the most specific pattern, whatever the method is. `nil` for an unknown
  /// path.
  package func match(_ path: String) -> RouteMatch? {
    let segments = Self.segments(path)
    return Self.match(segments, among: entries[segments.count] ?? [])
      ?? Self.match(segments, among: openEntries)
  }

  /// The routes of the first of `entries` that `path` matches.
  private static func match(_ path: [Substring], among entries: [Entry]) -> RouteMatch? {
    for entry in entries where entry.segments.count <= path.count {
      if let parameters = entry.parameters(of: path) {
        return RouteMatch(pattern: entry.pattern, routes: entry.routes, parameters: parameters)
      }
    }
    return nil
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/")
  }
}

extension RouteTable.Entry {
  /// Whether the last segment stands for all that follow as well.
  fileprivate var isOpen: Bool { segments.last?.hasSuffix("*}") == true }

  /// How general each segment is: text, text with a parameter, a parameter alone.
  fileprivate var generality: [Int] {
    segments.map { segment in
      guard segment.hasPrefix("{") else { return 0 }
      return segment.hasSuffix("}") ? 2 : 1
    }
  }

  /// The parameters of a path, decoded; `nil` for one that does not match.
  fileprivate func parameters(of path: [Substring]) -> PathParameters? {
    var parameters = PathParameters()
    for (pattern, segment) in zip(segments, path) {
      guard pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") else {
        guard pattern == segment else { return nil }
        continue
      }
      // In `{feed}.jsonfeed`, the parameter is not empty.
      let rest = pattern[pattern.index(after: end)...]
      guard segment.hasSuffix(rest), segment.count > rest.count else { return nil }
      let value = segment.dropLast(rest.count)
      parameters.values.append((pattern.dropFirst().prefix { $0 != "}" }, value.percentDecoded))
    }
    return parameters
  }
}

/// The parameters of a pattern as a path has them, decoded.
package struct PathParameters: Sendable {
  fileprivate var values: [(name: Substring, value: Substring)] = []

  /// The parameter called `name`.
  ///
  /// - Throws: ``Problem`` if the pattern has no such parameter.
  package func require(_ name: String) throws(Problem) -> String {
    guard let value = values.first(where: { $0.name == name })?.value else {
      throw .notFound("the path has no \(name)")
    }
    return String(value)
  }
}

/// The routes that a request's path is for.
package struct RouteMatch: Sendable {
  /// Such as `/v1/content/{kind}`.
  package let pattern: String
  let routes: [Route]
  let parameters: PathParameters

  /// The route of a request with `method`. That of GET answers HEAD as well.
  func route(for method: HTTPRequest.Method) -> Route? {
    routes.first { $0.method == method || method == .head && $0.method == .get }
  }

  /// The methods in alphabetical order.
  var methods: [String] {
    var methods = Set(routes.map(\.method.rawValue) + ["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.sorted()
  }
}

extension FeedRequestContext {
  /// The effect of a request with `method`.
  func effect(of method: HTTPRequest.Method) -> Route.Effect {
    guard ![.get, .head, .options].contains(method) else { return .read }
    return match?.route(for: method)?.effect ?? .write
  }
}
