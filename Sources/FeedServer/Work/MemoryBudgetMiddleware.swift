import Hummingbird
import NIOCore

/// Counts large bodies and answers in the memory budget, as long as the request takes.
struct MemoryBudgetMiddleware: RouterMiddleware {
  let budget: MemoryBudget
  let routes: RouteTable
  /// The maximum size of a body that is held in memory, in bytes. Of larger ones, only a part is held at a time.
  let maximumBodySize: Int

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let client = context.clientAddress.map(RateLimits.Subject.init)
    let body = try budget.reserve(bodySize(of: request), for: client)
    var response = try await next(request, context)
    withExtendedLifetime(body) {}
    // What was written is answered in any case.
    let isWrite = routes.effect(of: request.method, for: request.uri.path) == .write
    if !isWrite, let size = response.body.contentLength,
      let answer = try budget.reserve(size, for: client)
    {
      let content = response.body
      response.body = ResponseBody(contentLength: size) { writer in
        try await content.write(writer)
        withExtendedLifetime(answer) {}
      }
    }
    return response
  }

  /// What the body of `request` takes at most; 0 without a body.
  private func bodySize(of request: Request) -> Int {
    if let length = request.headers[.contentLength].flatMap(Int.init) {
      return min(length, maximumBodySize)
    }
    return request.headers[.transferEncoding] == nil ? 0 : maximumBodySize
  }
}
