import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes connections whose client sends a request too slowly, or none for too long, and those that have been
/// told to close.
///
/// If the head of a request is late, the handler answers it. If the body is late, reading the body
/// throws ``RequestTimeout``. Hummingbird's idle timeout does not see the requests that
/// ``RepeatedRequestHandler`` answers.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a client may go on sending after the last response. A client whose connection is closed
  /// at once might lose the response (RFC 9112, section 9.6).
  private static let lingering = TimeAmount.seconds(2)

  /// Tells long work when its client leaves.
  let presence = ClientPresence()
  private let makeID: @Sendable () -> String
  private let uptime: @Sendable () -> NIODeadline
  private let onMalformedRequest: @Sendable (MalformedRequest) -> Void
  private let idleTimeout: TimeAmount
  private var idleTimer: Scheduled<Void>?
  /// When a request or the end of a response was last seen.
  private var lastActivity: NIODeadline
  /// The bytes that waited to be sent at the last check.
  private var unsentBytes = 0
  /// Whether the client has announced its last request, or another protocol.
  private var isLastRequest = false
  private var isMalformed = false
  private var progress: RequestProgress
  private var timer: Scheduled<Void>?
  /// The number of requests whose response has not been written.
  private var unanswered = 0
  private var closesAfterResponse = false
  /// Whether no more requests are read.
  private var isClosing = false

  /// - Parameters:
  ///   - timeout: The time in which the head of a request must arrive, and then its body.
  ///   - idleTimeout: The time after which a connection without a request is closed.
  ///   - onMalformedRequest: Called once for a malformed request.
  init(
    timeout: TimeAmount, idleTimeout: TimeAmount, makeID: @escaping @Sendable () -> String,
    uptime: @escaping @Sendable () -> NIODeadline,
    onMalformedRequest: @escaping @Sendable (MalformedRequest) -> Void
  ) {
    progress = RequestProgress(timeout: timeout)
    self.idleTimeout = idleTimeout
    lastActivity = uptime()
    self.makeID = makeID
    self.uptime = uptime
    self.onMalformedRequest = onMalformedRequest
  }

  /// Whether the client may send a request: none is being received or answered, and the connection is open.
  var isBetweenRequests: Bool {
    progress.stage == .between && unanswered == 0 && !isClosing && !closesAfterResponse
      && !isLastRequest && !isMalformed
  }

  /// Notes a request that was answered before the HTTP decoder.
  func noteRequest() {
    lastActivity = uptime()
  }

  // MARK: - Reading

  func handlerAdded(context: ChannelHandlerContext) {
    // The bytes of a head are visible only before the HTTP decoder.
    let counter = ByteCounter { [weak self] count in
      guard let self else { return }
      let now = self.uptime()
      self.progress.receive(count, at: now)
      self.lastActivity = now
    }
    do {
      try context.pipeline.syncOperations.addHandler(counter, position: .first)
    } catch {
      context.fireErrorCaught(error)
    }
    waitForActivity(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    cancelTimers()
    presence.leave()
  }

  func channelInactive(context: ChannelHandlerContext) {
    cancelTimers()
    presence.leave()
    context.fireChannelInactive()
  }

  private func cancelTimers() {
    timer?.cancel()
    timer = nil
    idleTimer?.cancel()
    idleTimer = nil
  }

  func read(context: ChannelHandlerContext) {
    // The clock is read only if the time is needed.
    if !progress.isWaiting { progress.beginWaiting(at: uptime()) }
    schedule(context)
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      unanswered += 1
      let connection = head.headerFields[.connection]?.lowercased() ?? "keep-alive"
      if connection != "keep-alive" { isLastRequest = true }
      progress.endHead()
    case .body: break
    case .end:
      progress.endRequest()
      timer?.cancel()
      timer = nil
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      presence.leave()
      if isClosing { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // After a head there is a request, which is counted with its response.
    if progress.stage != .body, let error = error as? HTTPParserError {
      note(MalformedRequest(error))
    }
    context.fireErrorCaught(error)
  }

  /// Reports a malformed request, at most once: the connection is closed after it.
  private func note(_ request: MalformedRequest) {
    guard !isMalformed else { return }
    isMalformed = true
    onMalformedRequest(request)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, !isClosing, let deadline = progress.deadline else { return }
    // A delay, not a deadline: `uptime` may be behind the event loop's clock, where the deadline may have passed.
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: deadline - uptime()) {
      self.timer = nil
      guard let deadline = self.progress.deadline else { return }
      if self.uptime() >= deadline {
        self.expire(context)
      } else {
        self.schedule(context)
      }
    }
  }

  /// Closes the connection when it has been idle for too long.
  private func waitForActivity(_ context: ChannelHandlerContext) {
    idleTimer = context.eventLoop.assumeIsolated().scheduleTask(
      in: lastActivity + idleTimeout - uptime()
    ) {
      let now = self.uptime()
      if self.isWorking(context) { self.lastActivity = now }
      guard now < self.lastActivity + self.idleTimeout else { return context.close(promise: nil) }
      self.waitForActivity(context)
    }
  }

  /// Whether a request is being answered, or the client has received something of a response since the last check.
  private func isWorking(_ context: ChannelHandlerContext) -> Bool {
    let left = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    let former = unsentBytes
    unsentBytes = left
    if unanswered > 0, progress.stage != .body { return true }
    return left > 0 && (former == 0 || left < former)
  }

  private func expire(_ context: ChannelHandlerContext) {
    if progress.stage == .body {
      closesAfterResponse = true
      context.fireErrorCaught(RequestTimeout())
      // The response was sent before the body was read.
      if unanswered == 0 { close(context) }
    } else {
      note(.timeout)
      if unanswered > 0 {
        closesAfterResponse = true
      } else {
        answerTimeout(context)
      }
    }
  }

  private func answerTimeout(_ context: ChannelHandlerContext) {
    let problem = Problem.requestTimeout
    let response = problem.response(requestID: makeID(), headers: problem.headers)
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(wrapOutboundOut(.body(response.body)), promise: nil)
    writeEnd(context, wrapOutboundOut(.end(nil)), promise: nil)
  }

  // MARK: - Writing

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      if head.headerFields[.connection] == "close" { closesAfterResponse = true }
      context.write(data, promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      unanswered = max(0, unanswered - 1)
      lastActivity = uptime()
      if closesAfterResponse, unanswered == 0 {
        writeEnd(context, data, promise: promise)
      } else {
        context.write(data, promise: promise)
      }
    }
  }

  private func writeEnd(
    _ context: ChannelHandlerContext, _ end: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { _ in self.close(context) }
    context.writeAndFlush(end, promise: written)
  }

  /// Closes the sending side, and the whole connection when the client has closed its side or after a
  /// delay.
  private func close(_ context: ChannelHandlerContext) {
    guard !isClosing else { return }
    isClosing = true
    timer?.cancel()
    context.close(mode: .output, promise: nil)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) {
      context.close(promise: nil)
    }
  }
}

/// Reports how many bytes are received.
private final class ByteCounter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let count: (Int) -> Void

  init(_ count: @escaping (Int) -> Void) {
    self.count = count
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count(unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }
}
