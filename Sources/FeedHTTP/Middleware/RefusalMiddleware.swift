import Hummingbird

/// Refuses requests that have a malformed path, or a token that is not accepted. It stands
/// behind the rate limit, so that guessing tokens is limited as well.
struct RefusalMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    if let refusal = context.refusal { throw refusal }
    return try await next(request, context)
  }
}
