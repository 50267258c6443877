import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import Logging
import Synchronization

extension RequestPipeline {
  func problem(_ error: any Error, of request: Request, _ context: FeedRequestContext) -> Response {
    let problem = describe(error, request)
    if problem.code == Problem.drainingCode {
      // A balancer asks all the time, and is to be told so.
    } else if problem.isRefusalForNow {
      warn(about: problem, error)
    } else if problem.status.kind == .serverError {
      var metadata: Logger.Metadata = [
        "request_id": "\(context.requestID)", "path": "\(AccessLog.path(request.uri.path))",
        "error": "\(error)",
      ]
      if let trace = context.head.trace { metadata["trace_id"] = "\(trace.traceID)" }
      logger.log(
        level: error.isLossOfStore ? .debug : .error, "request failed", metadata: metadata)
    }
    return Response(problem, requestID: context.requestID)
  }

  /// The time between two warnings about refusals for the same reason. A busy server would fill its log; the metrics count
  /// every refusal.
  private static let warningInterval = Duration.seconds(10)

  private func warn(about problem: Problem, _ error: any Error) {
    let now = clock.uptime
    let count = warnings.withLock { warnings -> Int? in
      let last = warnings[problem.code]
      if let last, now - last.moment < Self.warningInterval {
        warnings[problem.code]?.refusedSince += 1
        return nil
      }
      warnings[problem.code] = (now, 0)
      return (last?.refusedSince ?? 0) + 1
    }
    guard let count else { return }
    logger.warning(
      "requests refused",
      metadata: [
        "code": "\(problem.code)", "detail": "\(error is Problem ? problem.detail : "\(error)")",
        "count": "\(count)",
      ])
  }
}

extension Problem {
  fileprivate var isRefusalForNow: Bool {
    status == .serviceUnavailable && !Self.failures.contains(code)
  }

  /// The codes of failures, which are not a lack of capacity.
  private static let failures: Set = ["storage_unavailable", "no_picture_worker"]
}
