import FeedModel
import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into a problem document, so that outer middleware only sees responses: an error that
/// leaves the middleware is rendered by the router, outside of all middleware.
struct ProblemMiddleware: RouterMiddleware {
  let routes: RouteTable
  let busyWarnings: BusyWarnings
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = problem(for: error, of: request)
      if problem.isRefusalForNow {
        // A busy server would fill its log; the metrics count every refusal.
        busyWarnings.warn(with: context.logger, about: problem, error, at: clock.uptime)
      } else if problem.status.kind == .serverError {
        context.logger.error(
          "request failed",
          metadata: [
            "request_id": "\(context.requestID)",
            "path": "\(LoggedTarget.text(of: request.uri.path))",
            "error": "\(error)",
          ])
      }
      return Response(problem, requestID: context.requestID)
    }
  }

  private func problem(for error: any Error, of request: Request) -> Problem {
    // The router's error for an unknown path or method.
    guard let error = error as? HTTPError else { return Problem(error) }
    let path = request.uri.path
    guard error.status == .notFound else {
      return Problem(
        status: error.status, code: "refused", title: error.status.reasonPhrase,
        detail: error.body ?? error.status.reasonPhrase)
    }
    let allowed = routes.methods(for: path)
    return allowed.isEmpty
      ? .notFound("there is nothing at \(path)")
      : .methodNotAllowed(request.method.rawValue, allowed: allowed)
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
