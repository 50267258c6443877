import HTTPTypes
import Hummingbird

/// A method and a path, and what answers there.
struct Route: Sendable {
  typealias Handler = @Sendable (Request, FeedRequestContext) async throws -> Response

  /// Whether a request changes anything, and so which rate counts it.
  enum Effect {
    case read, write
  }

  let method: HTTPRequest.Method
  let path: RouterPath
  let effect: Effect
  let handler: Handler

  /// A route with the effect that its method has as a rule (RFC 9110, section 9.2.1), or another.
  init(
    _ method: HTTPRequest.Method, _ path: RouterPath, effect: Effect? = nil,
    _ handler: @escaping Handler
  ) {
    self.method = method
    self.path = path
    self.effect = effect ?? ([.get, .head].contains(method) ? .read : .write)
    self.handler = handler
  }
}
