import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1

extension RequestPipeline {
  /// Calls `next`, with large bodies and answers counted in the memory budget as long as the request takes.
  ///
  /// - Throws: ``Problem`` if there is no room; errors of `next`.
  func countingBodies(
    of request: Request, _ context: FeedRequestContext,
    _ next: @Sendable (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let client = context.clientAddress.map(RateLimits.Subject.init)
    // 1. The body takes room as it arrives: one that is only announced takes none from others.
    var request = request
    let (reservation, size) = (budget.reservation(for: client), bodySize(of: request, context))
    let maximumBodySize = configuration.limits.body.size
    if size > MemoryBudget.freeSize {
      try budget.requireRoom(forBody: size, of: client)
      request.body = RequestBody(
        asyncSequence: request.body.map { bytes in
          // A larger one is refused.
          try reservation.add(bytes.readableBytes, upTo: maximumBodySize)
          return bytes
        })
    }
    // 2. The answer takes room until the client has it.
    var response = try await next(request, context)
    withExtendedLifetime(reservation) {}
    if let size = response.body.contentLength, size > MemoryBudget.freeSize {
      let answer = budget.reservation(for: client)
      // The answer to a write is sent in any case.
      if context.effect(of: request.method) == .write {
        answer.count(size)
      } else {
        try answer.grow(to: size)
      }
      let content = response.body
      response.body = ResponseBody(contentLength: size) { writer in
        try await content.write(writer)
        withExtendedLifetime(answer) {}
      }
    }
    return response
  }

  /// The most bytes of the body of `request` that are held in memory; 0 without a body.
  private func bodySize(of request: Request, _ context: FeedRequestContext) -> Int {
    if context.match?.route(for: request.method)?.streamsBody == true { return 0 }
    if let length = request.headers[.contentLength].flatMap(Int.init) {
      return min(length, configuration.limits.body.size)
    }
    return request.headers[.transferEncoding] == nil ? 0 : configuration.limits.body.size
  }
}

extension MemoryBudget {
  /// Whether the body of the response with `head` is counted as a whole, and not when it waits on its connection.
  static func counts(_ head: HTTPResponseHead) -> Bool {
    let length = head.headers.first(name: "content-length").flatMap(Int.init)
    return length.map { $0 > freeSize } ?? false
  }
}
