import HTTPTypes
import Hummingbird

/// Answers OPTIONS, and lets the pages of allowed origins read what is answered.
struct CrossOriginMiddleware: RouterMiddleware {
  /// Headers that a page may send.
  static let requestHeaders = [
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match",
    "Last-Event-ID", "X-Request-ID",
  ].joined(separator: ", ")
  /// Headers that a page may read.
  static let responseHeaders = [
    "Content-Disposition", "ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit",
    "RateLimit-Policy", "Retry-After", "X-Request-ID", "X-Tanada-Revision",
  ].joined(separator: ", ")
  /// How many seconds a browser need not ask again.
  static let maximumAge = 600

  let origins: AllowedOrigins
  let routes: RouteTable

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var response =
      if request.method == .options, let methods = methods(for: request) {
        options(methods, isPreflight: request.headers[.accessControlRequestMethod] != nil)
      } else {
        try await next(request, context)
      }
    allow(request.headers[.origin], in: &response)
    return response
  }

  private func methods(for request: Request) -> String? {
    // The server as a whole (RFC 9110, section 9.3.7).
    if request.uri.path == "*" { return "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT" }
    let methods = routes.methods(for: request.uri.path)
    return methods.isEmpty ? nil : methods.joined(separator: ", ")
  }

  private func options(_ methods: String, isPreflight: Bool) -> Response {
    var headers: HTTPFields = [.allow: methods]
    if isPreflight, origins != .none {
      headers[.accessControlAllowMethods] = methods
      headers[.accessControlAllowHeaders] = Self.requestHeaders
      headers[.accessControlMaxAge] = "\(Self.maximumAge)"
    }
    var response = Response(status: .noContent, headers: headers)
    // A response without content has no length either (RFC 9110, section 8.6).
    response.headers[.contentLength] = nil
    return response
  }

  private func allow(_ origin: String?, in response: inout Response) {
    switch origins {
    case .none: return
    // To everybody, page or not: a cache need not tell them apart.
    case .any: response.headers[.accessControlAllowOrigin] = "*"
    case .listed(let listed):
      let known = response.headers[values: .vary]
      response.headers[.vary] = (known + ["Origin"]).joined(separator: ", ")
      guard let origin, listed.contains(origin) else { return }
      response.headers[.accessControlAllowOrigin] = origin
    }
    response.headers[.accessControlExposeHeaders] = Self.responseHeaders
  }
}
