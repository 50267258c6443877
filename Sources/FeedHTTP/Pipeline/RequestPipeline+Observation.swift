import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

extension RequestPipeline {
  /// Counts the response to `request`, and records its end: a request ends when its client has been sent the whole
  /// response. A response to HEAD loses its body.
  ///
  /// - Parameter start: When the request was received.
  func observed(
    _ response: Response, to request: Request, _ context: FeedRequestContext, since start: Uptime
  ) -> Response {
    let route = context.match?.pattern
    metrics.total(method: request.method, route: route, status: response.status).increment(by: 1)
    // A stream without an end is not timed, and never logged as aborted.
    let isEndless = response.headers[.contentType] == configuration.endlessContentType
    let answer = ObservedAnswer(
      head: context.head, target: request.head.path ?? context.head.target,
      requestID: context.requestID, client: context.clientAddress,
      tokenName: context.outcome.tokenName, status: response.status, start: start)
    let durations = isEndless ? nil : metrics.durations(route: route)
    guard request.method != .head else {
      end(answer, sent: 0, isWhole: true, in: durations)
      return response.withoutBody
    }
    var response = response
    response.body = response.body.observed(on: isEndless ? nil : context.link) { sent, isWhole in
      self.end(answer, sent: sent, isWhole: isWhole, in: durations)
    }
    return response
  }
}

extension Response {
  /// The head that GET would get (RFC 9110, section 9.3.2). A body that is made while it is sent is never made, and its
  /// length is not stated.
  fileprivate var withoutBody: Response {
    var response = self
    response.body = ResponseBody()
    // Replacing the body has set its own length.
    response.headers[.contentLength] = headers[.contentLength]
    return response
  }
}

extension ResponseBody {
  /// Returns this body with `onEnd` called when it has been sent or has failed; immediately for a body that fits in a
  /// connection's buffer.
  ///
  /// - Parameters:
  ///   - link: The connection whose client must have been sent the body before it ends; `nil` to wait for nothing.
  ///   - onEnd: Is told how many bytes were sent, and whether these are all.
  fileprivate func observed(
    on link: ConnectionLink?, _ onEnd: @escaping @Sendable (_ sent: Int, _ isWhole: Bool) -> Void
  ) -> ResponseBody {
    if let contentLength, contentLength <= SocketHandler.bufferSize {
      onEnd(contentLength, true)
      return self
    }
    let body = self
    return ResponseBody(contentLength: contentLength) { writer in
      let observed = ObservedWriter(writer, connection: link?.channel)
      do {
        try await body.write(observed)
      } catch {
        onEnd(observed.sent, false)
        throw error
      }
      onEnd(observed.sent, true)
    }
  }
}

/// Counts the bytes written, and ends a body only when the system has taken all of them.
private final class ObservedWriter: ResponseBodyWriter {
  private var writer: any ResponseBodyWriter
  private let connection: (any Channel)?
  private(set) var sent = 0

  init(_ writer: any ResponseBodyWriter, connection: (any Channel)?) {
    self.writer = writer
    self.connection = connection
  }

  @concurrent func write(_ buffer: ByteBuffer) async throws {
    sent += buffer.readableBytes
    try await writer.write(buffer)
  }

  @concurrent func finish(_ trailingHeaders: HTTPFields?) async throws {
    // An empty write completes after all writes before it. If the body ended earlier, the connection
    // would count as idle, and be closed while a slow client still receives the response.
    try await connection?.writeAndFlush(HTTPResponsePart.body(ByteBuffer())).get()
    try await writer.finish(trailingHeaders)
  }
}

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
