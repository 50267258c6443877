import DequeModule
import FeedModel
import NIOCore
import NIOHTTP1
import Synchronization

/// A connection between the decoder and the application: it has the application answer one request after the other,
/// answers those whose documents are in memory itself, and does what follows from the ``ConnectionState``.
///
/// If the head of a request is late or malformed, the handler answers it. If the body is late, reading the body throws
/// ``Problem/requestTimeout``.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var state: ConnectionState
  private let pipeline: RequestPipeline
  private let socket: SocketHandler
  private let link: ConnectionLink
  private var context: ChannelHandlerContext?
  private var waiting: Deque<WaitingPart> = []
  /// The number of waiting parts from which on no more is read.
  private static let maximumWaitingCount = 10
  /// Reading is paused: ``waiting`` has ``maximumWaitingCount`` parts.
  private var hasHeldRead = false
  /// The head of the next request, until it is answered from memory or passed on.
  private var held: ReceivedHead?
  /// The request that was passed on and is not answered.
  private var exchange: Exchange?
  /// Whether everything after the present request is dropped.
  private var isLast = false
  /// Whether requests are dropped from here on.
  private var isDropping = false
  private var isPassingOn = false
  /// Whether the application was given something that it has not been told the end of.
  private var hasPassedOn = false
  /// The timers that run, by the numbers of their kinds.
  private var timers = [ScheduledTimer?](
    repeating: nil, count: ConnectionState.Timer.allCases.count)

  init(_ pipeline: RequestPipeline, socket: SocketHandler, link: ConnectionLink) {
    state = ConnectionState(pipeline.configuration.limits, at: pipeline.clock.uptime)
    self.pipeline = pipeline
    self.socket = socket
    self.link = link
  }

  // MARK: - Beginning and end

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    perform(state.open(), context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    perform(state.end(), context)
  }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.pipeline.syncOperations.read()
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting.removeAll()
    perform(state.end(), context)
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      // The application is not told: the connection ends with the last answer.
      isLast = true
      perform(state.stop(unsent: waitingBytes(context), at: now), context)
    case ChannelEvent.inputClosed:
      perform(state.endInput(), context)
      take(.event(event), context)
    default: take(.event(event), context)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    perform(state.fillBuffer(unsent: waitingBytes(context), at: now), context)
    context.fireChannelWritabilityChanged()
    passOnWaiting(context)
  }

  private var now: Uptime { pipeline.clock.uptime }

  /// Whether each answer is the last one on its connection, and says so: those from memory do not.
  private var isDraining: Bool { pipeline.configuration.draining.isUnderway }

  /// The bytes that wait to be sent; `nil` if the client takes more.
  private func waitingBytes(_ context: ChannelHandlerContext) -> Int? {
    context.channel.isWritable ? nil : context.unsentBytes
  }

  // MARK: - Reading

  func read(context: ChannelHandlerContext) {
    hasHeldRead = waiting.count >= Self.maximumWaitingCount
    guard !hasHeldRead else { return }
    // The clock is read only if the time is needed.
    perform(state.read(at: now), context)
    socket.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard state.isReading, !isDropping else { return }
    let part = unwrapInboundIn(data)
    guard case .head(let head) = part else {
      if case .end = part { perform(state.receiveEnd(), context) }
      return take(.rest(part), context)
    }
    let request = ReceivedHead(head)
    if request.isForwarded { pipeline.configuration.onForwarded?() }
    guard !isLast, request.isValid else {
      isDropping = true
      if !isLast { receive(.notHTTP, HTTPParserError.invalidHeaderToken, context) }
      return
    }
    state.receiveHead()
    isLast = request.endsConnection
    take(.head(request), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    socket.flush()
    // After an answer from memory, the read need not be asked for by the application.
    guard hasPassedOn else { return read(context: context) }
    hasPassedOn = false
    context.fireChannelReadComplete()
    context.pipeline.syncOperations.read()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // After its first error, the decoder reports another one for all further bytes. Bytes after the last request are
    // ignored.
    guard !isDropping, !isLast || state.isReceivingBody else { return }
    guard let parsing = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    receive(MalformedRequest(parsing), error, context)
  }

  /// Received bytes are not a request, or not the rest of one.
  private func receive(
    _ malformed: MalformedRequest, _ error: any Error, _ context: ChannelHandlerContext
  ) {
    isDropping = true
    if state.isReceivingBody {
      // Whoever reads the body answers the request.
      take(.error(error), context)
      perform(state.failBody(), context)
    } else {
      perform(state.receive(malformed), context)
      take(.malformed(malformed), context)
    }
  }

  // MARK: - One request after the other

  /// Passes on `part` after those that wait.
  private func take(_ part: WaitingPart, _ context: ChannelHandlerContext) {
    guard waiting.isEmpty, !mustWait(part, context) else { return waiting.append(part) }
    passOn(part, context)
  }

  /// Passes on what waits, up to the next request that has to wait.
  private func passOnWaiting(_ context: ChannelHandlerContext) {
    // Answers that are written meanwhile lead here again.
    guard !isPassingOn, let first = waiting.first, !mustWait(first, context) else { return }
    isPassingOn = true
    while let next = waiting.first, !mustWait(next, context) {
      _ = waiting.popFirst()
      passOn(next, context)
    }
    isPassingOn = false
    socket.flush()
    context.fireChannelReadComplete()
    if hasHeldRead { read(context: context) }
  }

  private func mustWait(_ part: WaitingPart, _ context: ChannelHandlerContext) -> Bool {
    switch part {
    case .head, .malformed: isAnswering || !context.channel.isWritable
    case .rest, .event, .error: false
    }
  }

  /// A request is in progress: later ones wait for its answer.
  private var isAnswering: Bool { held != nil || exchange != nil }

  private func passOn(_ part: WaitingPart, _ context: ChannelHandlerContext) {
    switch part {
    case .head(let request): begin(request, context)
    case .rest(.end) where answerFromMemory(context): return
    case .rest(let part):
      passOnHead(context)
      _ = exchange?.endWaiting()
      hasPassedOn = true
      context.fireChannelRead(wrapInboundOut(part))
    case .event(let event): passOn(event: event, context)
    case .error(let error):
      hasPassedOn = true
      context.fireErrorCaught(error)
    case .malformed(let malformed): refuse(malformed.problem, context)
    }
  }

  private func begin(_ request: ReceivedHead, _ context: ChannelHandlerContext) {
    held = request
    // It may be answered from memory when it is known that it has no body.
    if request.isPlain, !state.isStopping { return }
    passOnHead(context)
  }

  /// Asks the client for the body of the request that is being answered, if it waits for that.
  func askForBody() {
    guard let context, exchange?.endWaiting() == true else { return }
    let interim = HTTPResponseHead(version: .http1_1, status: .continue)
    context.writeAndFlush(wrapOutboundOut(.head(interim)), promise: nil)
  }

  private func passOnHead(_ context: ChannelHandlerContext) {
    guard let request = held.take() else { return }
    exchange = Exchange(request, hasBegunBody: !state.isReceivingBody || !waiting.isEmpty)
    hasPassedOn = true
    link.head.withLock { $0 = request }
    context.fireChannelRead(wrapInboundOut(.head(request.head)))
  }

  private func passOn(event: Any, _ context: ChannelHandlerContext) {
    guard case ChannelEvent.inputClosed = event, !isAnswering else {
      return context.fireUserInboundEventTriggered(event)
    }
    // The application does not know of the answers from memory, and would close the connection before they are sent.
    socket.write(ByteBuffer()) { _ in context.fireUserInboundEventTriggered(event) }
    socket.flush()
  }

  // MARK: - Answers from memory

  func receive(_ count: Int) { state.receive(count, at: now) }

  /// Answers the request of ``held`` if its document is in memory.
  private func answerFromMemory(_ context: ChannelHandlerContext) -> Bool {
    guard let request = held, !isDraining, pipeline.answerFromMemory(request, on: socket) else {
      return false
    }
    held = nil
    if state.writeEnd(at: now) { finishWhenSent(context) }
    return true
  }

  // MARK: - Answers of the application

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // Without a request there is nothing to answer: this handler has answered what was malformed.
    guard var exchange else {
      promise?.succeed()
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      exchange.adapt(&head, isLast: isDraining || state.isStopping)
      self.exchange = exchange
      state.writeHead(
        closes: head.closesConnection,
        isEndless: head.headers.first(name: "content-type")
          == pipeline.configuration.endlessContentType)
      socket.note(Self.headSize)
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body(let body):
      if exchange.isHead { return writeNothing(context, promise: promise) }
      if exchange.countsBody { socket.note(body.readableBytes) }
      context.write(wrapOutboundOut(.body(body)), promise: promise)
    case .end(let trailers):
      if exchange.isHead {
        writeNothing(context, promise: promise)
      } else {
        context.write(wrapOutboundOut(.end(trailers)), promise: promise)
      }
      self.exchange = nil
      if state.isClosing { waiting.removeAll() }
      if state.writeEnd(at: now) { finishWhenSent(context) }
      passOnWaiting(context)
    }
  }

  /// About what the line and the fields of a response take, in bytes.
  private static let headSize = 512

  /// Writes no bytes: the write completes in its place among the others.
  private func writeNothing(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: promise)
  }

  /// Answers what is not a request, or not in time, and ends the connection.
  private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
    isDropping = true
    let response = problem.response(
      requestID: pipeline.configuration.makeRequestID(), at: pipeline.clock.now)
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(response.body))), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    finishWhenSent(context)
  }

  private func finishWhenSent(_ context: ChannelHandlerContext) {
    socket.write(ByteBuffer()) { _ in self.perform(self.state.finish(), context) }
    socket.flush()
  }

  // MARK: - Actions

  private func perform(_ actions: [ConnectionState.Action], _ context: ChannelHandlerContext) {
    for action in actions {
      switch action {
      case .start(let timer, let delay): start(timer, after: delay, context)
      case .cancel(let timer): timers[timer.rawValue].take()?.cancel()
      case .leave: link.leave()
      case .report(let request): pipeline.metrics.noteMalformedRequest(request)
      case .failBody: context.fireErrorCaught(Problem.requestTimeout)
      case .answerTimeout: refuse(.requestTimeout, context)
      case .finishWhenSent: finishWhenSent(context)
      case .closeOutput: context.close(mode: .output, promise: nil)
      case .close: context.close(promise: nil)
      }
    }
  }

  private func start(
    _ timer: ConnectionState.Timer, after delay: Duration, _ context: ChannelHandlerContext
  ) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    timers[timer.rawValue] = pipeline.clock.schedule(
      after: delay, on: EventLoopTimers(context.eventLoop)
    ) {
      let (handler, context) = bound.value
      handler.fire(timer, context)
    }
  }

  private func fire(_ timer: ConnectionState.Timer, _ context: ChannelHandlerContext) {
    timers[timer.rawValue] = nil
    perform(state.fire(timer, unsent: context.unsentBytes, at: now), context)
  }
}

/// A part of the requests that wait until those before them are answered, and the client takes their answers.
///
/// Hummingbird begins with a request as soon as it has written the answer to the one before, and learns only later that
/// the connection takes no more: the answers to many pipelined requests would wait in memory for a client that reads
/// none.
enum WaitingPart {
  case head(ReceivedHead)
  /// A piece of a body, or the end of a request.
  case rest(HTTPServerRequestPart)
  /// An event that is told after the parts before it.
  case event(Any)
  /// The body of a request is malformed.
  case error(any Error)
  /// Bytes that are not a request, which is answered in its turn.
  case malformed(MalformedRequest)
}
