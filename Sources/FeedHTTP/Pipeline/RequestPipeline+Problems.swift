import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import Logging

extension RequestPipeline {
  /// The problem document that describes `error` to the client of `request`.
  func problem(
    _ error: any Error, of request: Request, _ context: FeedRequestContext
  ) -> Response {
    let problem = describe(error, request)
    if problem.code == Problem.drainingCode {
      // A balancer asks all the time, and is to be told so.
    } else if problem.isRefusalForNow {
      // A busy server would fill its log; the metrics count every refusal.
      busyWarnings.warn(with: logger, about: problem, error, at: clock.uptime)
    } else if problem.status.kind == .serverError {
      var metadata: Logger.Metadata = [
        "request_id": "\(context.requestID)",
        "path": "\(LoggedTarget.text(of: request.uri.path))",
        "error": "\(error)",
      ]
      if let trace = context.head.trace { metadata["trace_id"] = "\(trace.traceID)" }
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "request failed", metadata: metadata)
    }
    return Response(problem, requestID: context.requestID)
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
