import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into a problem document, so that outer middleware only sees responses: an error that
/// leaves the middleware is rendered by the router, outside of all middleware.
struct ProblemMiddleware: RouterMiddleware {
  /// The problem that describes an error to the client of a request.
  let describe: @Sendable (any Error, Request) -> Problem
  let busyWarnings: BusyWarnings
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = describe(error, request)
      if problem.code == Problem.drainingCode {
        // A balancer asks all the time, and is to be told so.
      } else if problem.isRefusalForNow {
        // A busy server would fill its log; the metrics count every refusal.
        busyWarnings.warn(with: context.logger, about: problem, error, at: clock.uptime)
      } else if problem.status.kind == .serverError {
        var metadata: Logger.Metadata = [
          "request_id": "\(context.requestID)",
          "path": "\(LoggedTarget.text(of: request.uri.path))",
          "error": "\(error)",
        ]
        if let trace = context.trace { metadata["trace_id"] = "\(trace.traceID)" }
        context.logger.log(
          level: error.isLossOfStore ? .debug : .error, "request failed", metadata: metadata)
      }
      return Response(problem, requestID: context.requestID)
    }
  }
}

extension Problem {
  /// Whether the server is merely too busy.
  fileprivate var isRefusalForNow: Bool {
    status == .serviceUnavailable && !Self.failures.contains(code)
  }

  /// The codes of failures, which are not a lack of capacity.
  private static let failures: Set = ["storage_unavailable", "no_picture_worker"]
}

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
