import FeedModel
import Foundation
package import HTTPTypes
package import HummingbirdCore

/// A method, a path pattern and their handler.
package struct Route: Sendable {
  package typealias Handler = @Sendable (Request, FeedRequestContext) async throws -> Response

  /// Whether requests change anything, which decides by which rate they are limited.
  package enum Effect: Sendable {
    case read, write
  }

  /// Which parameters of a request's query its handler is given. What it is not given is no part of caches' keys and
  /// addresses.
  package enum Parameters: Sendable {
    /// All but those by which links are tracked: any other that the handler does not know is a mistake of a program.
    case checked
    /// These alone, since people share the address, or browsers load it: others add parameters that mean nothing here.
    case only(Set<String>)
    /// All, since fields of content may have any names.
    case all
  }

  let method: HTTPRequest.Method
  /// The pattern: text, and parameters such as `{feed}`. One such as `{file*}` at the end stands for one or more segments,
  /// and has the first of them.
  let path: String
  let effect: Effect
  /// Whether the body goes to a file as it arrives, and is not held in memory.
  let streamsBody: Bool
  let parameters: Parameters
  let handler: Handler

  /// A route whose effect follows from the method (RFC 9110, section 9.2.1) unless given.
  package init(
    _ method: HTTPRequest.Method, _ path: String, effect: Effect? = nil,
    streamsBody: Bool = false, parameters: Parameters = .checked, _ handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.effect = effect ?? ([.get, .head].contains(method) ? .read : .write)
    self.streamsBody = streamsBody
    self.parameters = parameters
    self.handler = handler
  }

  /// The route as documentation names it: `GET /v1/feeds/{feed}`.
  package var name: String { "\(method.rawValue) \(path)" }
}

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
  fileprivate(set) var parameters = PathParameters()

  /// The route of a request with `method`. That of GET answers HEAD as well.
  func route(for method: HTTPRequest.Method) -> Route? {
    routes.first { $0.method == method || method == .head && $0.method == .get }
  }

  var methods: [String] {
    var methods = Set(routes.map(\.method.rawValue) + ["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.sorted()
  }

  /// Whether the last segment stands for all that follow as well.
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
      match.parameters.values.append((name, segment.dropLast(rest.count).percentDecoded))
    }
    return match
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

extension FeedRequestContext {
  /// The parameters of the path.
  package var parameters: PathParameters { match?.parameters ?? PathParameters() }

  func effect(of method: HTTPRequest.Method) -> Route.Effect {
    guard ![.get, .head, .options].contains(method) else { return .read }
    return match?.route(for: method)?.effect ?? .write
  }
}

// MARK: - Paths

extension Request {
  func withPath(_ path: String) -> Request {
    var head = head
    head.path = path + (head.path.map { $0[$0.endOfPath...] } ?? "")
    return Request(head: head, body: body)
  }

  /// The request with the parameters that its route is given.
  func keeping(_ parameters: Route.Parameters) -> Request {
    switch parameters {
    case .checked: keepingParameters { !TrackingParameter.isOne($0) }
    case .only(let names):
      keepingParameters { names.contains($0.removingPercentEncoding ?? String($0)) }
    case .all: self
    }
  }

  /// The request with those of its parameters, as they were sent, whose names `isKept` accepts.
  package func keepingParameters(where isKept: (Substring) -> Bool) -> Request {
    guard let target = head.path, target.endOfPath < target.endIndex else { return self }
    let query = target[target.utf8.index(after: target.endOfPath)...]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = parameters.filter { isKept($0.prefix { $0 != "=" }) }
    guard kept.count < parameters.count else { return self }
    var head = head
    head.path =
      target[..<target.endOfPath] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    return Request(head: head, body: body)
  }
}

extension String {
  /// The place of the question mark of a target, at which its path ends.
  fileprivate var endOfPath: Index { utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex }

  /// The path with only those characters encoded that are not unreserved (RFC 3986, section 6.2.2.2), so that `%2F` never
  /// divides a segment; `nil` if an encoded character is incomplete or not UTF-8.
  var withNormalizedPercents: String? {
    guard removingPercentEncoding != nil else { return nil }
    let parts = split(separator: "%", omittingEmptySubsequences: false)
    // Every part but the first begins with two hexadecimal digits.
    return parts.dropFirst().reduce(into: String(parts[0])) { normalized, part in
      let digits = part.prefix(2)
      if let byte = UInt8(digits, radix: 16), byte < 0x80 {
        normalized += String(UnicodeScalar(byte)).percentEncoded
      } else {
        normalized += "%" + digits.uppercased()
      }
      normalized += part.dropFirst(2)
    }
  }
}

extension StringProtocol {
  var hasPercent: Bool { utf8.contains(UInt8(ascii: "%")) }
}

extension Substring {
  /// The text without percent-encoding; as it is, if it is not valid.
  var percentDecoded: Substring {
    hasPercent ? removingPercentEncoding.map { Substring($0) } ?? self : self
  }
}

extension Problem {
  /// A path with an incomplete percent-encoding, or one of something else than text.
  static let malformedPath = Problem(
    status: .badRequest, code: "malformed_path",
    detail: "path: expected %XX with two hexadecimal digits for each byte of UTF-8")
}
