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
    let (route, status) = (route(of: request, context), response.status)
    metrics.requests.count(method: request.method, route: route, status: status)

    let isEventStream = response.headers[.contentType] == EventText.contentType
    let note = { @Sendable (sent: SentBody) in
      let duration = now() - start
      // How long a client listens to events says nothing of the server.
      if !isEventStream { metrics.requests.time(route: route, duration) }
      accessLog?.note(
        AccessLog.Entry(
          requestID: context.requestID, method: request.method.rawValue,
          target: request.head.path ?? "", status: status.code, bytes: sent.bytes,
          // Events have no end that could be missed.
          isAborted: !sent.isWhole && !isEventStream,
          milliseconds: Double(duration.nanoseconds) / 1_000_000,
          remoteAddress: context.clientAddress?.description,
          tokenName: context.outcome.tokenName))
    }
    if request.method == .head {
      note(SentBody(bytes: 0, isWhole: true))
    } else {
      response.body = response.body.observed(
        on: isEventStream ? nil : context.connection, note)
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
