import HTTPTypes
import Hummingbird

/// Finds out where a request comes from.
struct ClientAddressMiddleware: RouterMiddleware {
  let trustedProxies: AddressRanges

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    let forwarded = request.headers[values: .forwardedFor]
    if !forwarded.isEmpty, let peer = context.peerAddress {
      context.clientAddress = trustedProxies.client(from: peer, forwarded: forwarded)
    }
    return try await next(request, context)
  }
}

extension HTTPField.Name {
  static let forwardedFor = field("X-Forwarded-For")
}
