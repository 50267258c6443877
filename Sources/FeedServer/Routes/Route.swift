import HTTPTypes
import Hummingbird

/// A method and a path, and what answers there.
struct Route: Sendable {
  typealias Handler = @Sendable (Request, FeedRequestContext) async throws -> Response

  let method: HTTPRequest.Method
  let path: RouterPath
  let handler: Handler

  init(_ method: HTTPRequest.Method, _ path: RouterPath, _ handler: @escaping Handler) {
    self.method = method
    self.path = path
    self.handler = handler
  }
}

/// Which methods each path has, for requests the router has no answer to.
struct RouteTable: Sendable {
  private let entries: [(path: [Substring], method: String)]

  init(_ routes: [Route]) {
    entries = routes.map { (Self.segments($0.path.description), $0.method.rawValue) }
  }

  /// The methods of `path`, in alphabetical order; none if there is no such path.
  func methods(for path: String) -> [String] {
    let segments = Self.segments(path)
    var methods = Set(entries.filter { Self.matches($0.path, segments) }.map(\.method))
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.sorted()
  }

  private static func segments(_ path: String) -> [Substring] {
    path.split(separator: "/")
  }

  private static func matches(_ pattern: [Substring], _ path: [Substring]) -> Bool {
    pattern.count == path.count
      && zip(pattern, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}
