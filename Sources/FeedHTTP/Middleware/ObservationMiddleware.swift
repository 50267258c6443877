import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Counts and times every request, and writes it to the access log.
///
/// Hummingbird's `MetricsMiddleware` stops the time when a body has been written to the connection's
/// buffer, and its `LogRequestsMiddleware` logs requests without their responses. Here a request ends
/// when its client has been sent the whole response.
struct ObservationMiddleware: RouterMiddleware {
  let metrics: ServerMetrics
  let accessLog: AccessLog?
  /// The content type of responses that go on until their client leaves: they are not timed, and never
  /// logged as aborted.
  let endlessContentType: String
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let start = clock.uptime
    var response = try await next(request, context)
    let (route, status) = (context.match?.pattern, response.status)
    metrics.requests.count(method: request.method, route: route, status: status)

    let isEndless = response.headers[.contentType] == endlessContentType
    let note = { @Sendable (sent: SentBody) in
      let duration = clock.uptime - start
      if !isEndless { metrics.requests.time(route: route, duration) }
      accessLog?.note(
        AccessLog.Entry(
          requestID: context.requestID, trace: context.trace, method: request.method.rawValue,
          target: request.head.path ?? "", status: status.code, bytes: sent.bytes,
          isAborted: !sent.isWhole && !isEndless,
          milliseconds: duration / .milliseconds(1),
          remoteAddress: context.clientAddress?.description,
          tokenName: context.outcome.tokenName))
    }
    if request.method == .head {
      note(SentBody(bytes: 0, isWhole: true))
    } else {
      response.body = response.body.observed(
        on: isEndless ? nil : context.connection, note)
    }
    return response
  }
}

/// How much of a response's body was sent.
private struct SentBody {
  let bytes: Int
  /// Whether the body was sent completely.
  let isWhole: Bool
}

extension ResponseBody {
  /// Returns this body with `onEnd` called when it has been sent or has failed; immediately for a body that
  /// fits in a connection's buffer.
  ///
  /// - Parameter connection: The connection whose client must have been sent the body before it ends;
  ///   `nil` to wait for nothing.
  fileprivate func observed(
    on connection: (any Channel)?, _ onEnd: @escaping @Sendable (SentBody) -> Void
  ) -> ResponseBody {
    if let contentLength, contentLength <= ResponseSize.connectionBuffer {
      onEnd(SentBody(bytes: contentLength, isWhole: true))
      return self
    }
    let body = self
    return ResponseBody(contentLength: contentLength) { writer in
      let count = ByteCount()
      do {
        try await body.write(
          ObservedWriter(writer: writer, connection: connection, count: count))
      } catch {
        onEnd(SentBody(bytes: count.value, isWhole: false))
        throw error
      }
      onEnd(SentBody(bytes: count.value, isWhole: true))
    }
  }
}

/// Counts the bytes written, and ends a body only when the system has taken all of them.
private struct ObservedWriter: ResponseBodyWriter {
  var writer: any ResponseBodyWriter
  let connection: (any Channel)?
  let count: ByteCount

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    count.add(buffer.readableBytes)
    try await writer.write(buffer)
  }

  @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    // An empty write completes after all writes before it. If the body ended earlier, the connection
    // would count as idle, and be closed while a slow client still receives the response.
    try await connection?.writeAndFlush(HTTPResponsePart.body(ByteBuffer())).get()
    try await writer.finish(trailingHeaders)
  }
}

private final class ByteCount: Sendable {
  private let bytes = Atomic(0)

  var value: Int { bytes.load(ordering: .relaxed) }

  func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}
