import FeedStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Counts and times every request, and notes it in the access log.
struct ObservationMiddleware: RouterMiddleware {
  let routes: RouteTable
  let metrics: ServerMetrics
  let accessLog: AccessLog?
  let now: @Sendable () -> NIODeadline

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = now()
    var response = try await next(request, context)
    metrics.requests.record(
      method: request.method, route: route(of: request, context), status: response.status,
      duration: now() - start)

    guard let accessLog else { return response }
    let status = response.status.code
    let note = { @Sendable (bytes: Int) in
      accessLog.note(
        AccessLog.Entry(
          requestID: context.requestID, method: request.method.rawValue,
          target: request.head.path ?? "", status: status, bytes: bytes,
          milliseconds: Double((now() - start).nanoseconds) / 1_000_000,
          remoteAddress: context.clientAddress?.description,
          tokenName: context.outcome.tokenName))
    }
    // To HEAD the body is not sent.
    if let bytes = request.method == .head ? 0 : response.body.contentLength {
      note(bytes)
    } else {
      // A body that is made while it is sent has no size before, nor an end in time.
      response.body = response.body.counted(note)
    }
    return response
  }

  /// The pattern of the path that was asked for, also with a method it does not have.
  private func route(of request: Request, _ context: FeedRequestContext) -> String? {
    switch context.endpointPath {
    // What the router calls whatever it does not know.
    case nil, "NotFound": routes.pattern(for: request.uri.path)
    case let pattern: pattern
    }
  }
}

/// Takes note of who asks, for those further out.
struct IdentityNoteMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    if let identity = context.identity { context.outcome.note(identity) }
    return try await next(request, context)
  }
}
