import HTTPTypes
import Hummingbird

/// Gives every request an id, the client's or a new one, and its response the same, and notes its place in a trace. Here, every response also tells
/// browsers to believe its type.
///
/// Hummingbird's own request id never comes from the client, so that it could not follow a request
/// through proxies.
struct RequestIDMiddleware: RouterMiddleware {
  let makeID: @Sendable () -> String

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.requestID = request.headers[.requestID].flatMap(Self.acceptable) ?? makeID()
    context.trace = TraceContext(request.headers[values: .traceParent])
    var response = try await next(request, context)
    response.headers[.requestID] = context.requestID
    response.headers[.contentTypeOptions] = ContentTypeOptions.noSniffing
    return response
  }

  /// The client's `id`, if it is short and plain enough for headers and logs.
  static func acceptable(_ id: String) -> String? {
    (1...64).contains(id.utf8.count) && id.consists(of: "-_.") ? id : nil
  }
}

extension HTTPField.Name {
  static let requestID = field("X-Request-ID")
  fileprivate static let traceParent = field("traceparent")
}
