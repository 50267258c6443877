import FeedModel
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Tells a ``ConnectionState`` what happens on a connection, and does what follows from it.
///
/// If the head of a request is late, the handler answers it. If the body is late, reading the body
/// throws ``RequestTimeout``. Hummingbird's idle timeout does not see the requests that
/// ``RepeatedRequestHandler`` answers.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Tells long work when its client leaves.
  let presence = ClientPresence()
  private(set) var state: ConnectionState
  private let endlessContentType: String
  private let clock: any TimeSource
  private let makeID: @Sendable () -> String
  private let onMalformedRequest: @Sendable (MalformedRequest) -> Void
  private let unsent: UnsentBytesHandler
  /// Whether the body of the response that is being written counts with what waits on this connection.
  private var countsBody = false
  /// The timers that run, by the numbers of their kinds.
  private var timers = [ScheduledTimer?](
    repeating: nil, count: ConnectionState.Timer.allCases.count)

  /// - Parameters:
  ///   - endlessContentType: The type of responses that go on until their client leaves.
  ///   - onMalformedRequest: Called once for a malformed request.
  init(
    timeouts: ConnectionState.Timeouts, endlessContentType: String, clock: any TimeSource,
    makeID: @escaping @Sendable () -> String, unsent: UnsentBytesHandler,
    onMalformedRequest: @escaping @Sendable (MalformedRequest) -> Void
  ) {
    state = ConnectionState(timeouts: timeouts, at: clock.uptime)
    self.endlessContentType = endlessContentType
    self.clock = clock
    self.makeID = makeID
    self.unsent = unsent
    self.onMalformedRequest = onMalformedRequest
  }

  /// Notes a request that was answered before the HTTP decoder.
  func noteRequest() {
    state.noteRequest(at: clock.uptime)
  }

  // MARK: - Reading

  func handlerAdded(context: ChannelHandlerContext) {
    // Without the option, the progress of slow clients is seen in larger steps.
    try? context.channel.syncOptions?.setOption(UnsentBytes.option, value: UnsentBytes.limit)
    // The bytes of a head are visible only before the HTTP decoder.
    let counter = ByteCounter { [weak self] count in
      guard let self else { return }
      self.state.receive(count, at: self.clock.uptime)
    }
    do {
      try context.pipeline.syncOperations.addHandler(counter, position: .first)
    } catch {
      context.fireErrorCaught(error)
    }
    perform(state.open(), context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    perform(state.end(), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    perform(state.end(), context)
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    // The clock is read only if the time is needed.
    perform(state.read(at: clock.uptime), context)
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard state.isReading else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      let connection = head.headerFields[.connection]?.lowercased() ?? "keep-alive"
      state.receiveHead(isLast: connection != "keep-alive")
    case .body: break
    case .end: perform(state.receiveEnd(), context)
    }
    context.fireChannelRead(data)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { perform(state.endInput(), context) }
    if event is ChannelShouldQuiesceEvent {
      perform(state.stop(unsent: waitingBytes(context), at: clock.uptime), context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? HTTPParserError {
      perform(state.receive(MalformedRequest(error)), context)
    }
    context.fireErrorCaught(error)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    perform(state.fillBuffer(unsent: waitingBytes(context), at: clock.uptime), context)
    context.fireChannelWritabilityChanged()
  }

  /// The bytes that wait to be sent; `nil` if the client takes more.
  private func waitingBytes(_ context: ChannelHandlerContext) -> Int? {
    context.channel.isWritable ? nil : context.unsentBytes
  }

  // MARK: - Writing

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      state.writeHead(
        closes: head.headerFields[.connection] == "close",
        isEndless: head.headerFields[.contentType] == endlessContentType)
      unsent.note(HeadSize.estimate)
      countsBody = !MemoryBudgetMiddleware.counts(head)
      context.write(data, promise: promise)
    case .body(let body):
      if countsBody { unsent.note(body.readableBytes) }
      context.write(data, promise: promise)
    case .end where state.writeEnd(at: clock.uptime):
      writeLastEnd(context, data, promise: promise)
    case .end: context.write(data, promise: promise)
    }
  }

  private func writeLastEnd(
    _ context: ChannelHandlerContext, _ end: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { _ in
      self.perform(self.state.finish(), context)
    }
    context.writeAndFlush(end, promise: written)
  }

  private func answerTimeout(_ context: ChannelHandlerContext) {
    let problem = Problem.requestTimeout
    let response = problem.response(requestID: makeID(), headers: problem.headers)
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(wrapOutboundOut(.body(response.body)), promise: nil)
    writeLastEnd(context, wrapOutboundOut(.end(nil)), promise: nil)
  }

  // MARK: - Actions

  private func perform(_ actions: [ConnectionState.Action], _ context: ChannelHandlerContext) {
    for action in actions {
      switch action {
      case .start(let timer, let delay): start(timer, after: delay, context)
      case .cancel(let timer): timers[timer.rawValue].take()?.cancel()
      case .leave: presence.leave()
      case .report(let request): onMalformedRequest(request)
      case .failBody: context.fireErrorCaught(RequestTimeout())
      case .answerTimeout: answerTimeout(context)
      case .closeOutput: context.close(mode: .output, promise: nil)
      case .close: context.close(promise: nil)
      }
    }
  }

  private func start(
    _ timer: ConnectionState.Timer, after delay: Duration, _ context: ChannelHandlerContext
  ) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timers[timer.rawValue] = clock.schedule(
      after: delay, on: EventLoopTimers(context.eventLoop)
    ) {
      let (handler, context) = bound.value
      handler.fire(timer, context)
    }
  }

  private func fire(_ timer: ConnectionState.Timer, _ context: ChannelHandlerContext) {
    timers[timer.rawValue] = nil
    perform(state.fire(timer, unsent: context.unsentBytes, at: clock.uptime), context)
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

/// The limit on bytes that the system buffers and has not sent (tcp(7), `TCP_NOTSENT_LOWAT`).
///
/// By default the system buffers megabytes, and takes more only when a third of them has been sent: a
/// client that is merely slow would seem to receive nothing for minutes.
private enum UnsentBytes {
  #if canImport(Darwin)
    private static let name: CInt = 0x201
  #else
    private static let name: CInt = 25
  #endif
  static let limit = 128 << 10
  static let option = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: name))
}
