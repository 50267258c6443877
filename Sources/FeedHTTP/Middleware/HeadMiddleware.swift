import HTTPTypes
import Hummingbird

/// Answers HEAD with the head that GET would get (RFC 9110, section 9.3.2). The body is dropped: one that
/// is made while it is sent is never made, and its length is not stated.
///
/// Hummingbird's own HEAD routes state a length of 0 for a body of unknown length, and send the body of a
/// problem document for an unknown path.
struct HeadMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard request.method == .head else { return response }
    let length = response.headers[.contentLength]
    response.body = ResponseBody()
    // Replacing the body has set its own length.
    response.headers[.contentLength] = length
    return response
  }
}
