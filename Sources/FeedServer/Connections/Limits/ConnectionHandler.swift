import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Ends connections whose client takes too long over a request, and those that were told to close.
///
/// The head of a request that comes too slowly is answered here. To whoever reads a body that does,
/// ``RequestTimeout`` is thrown.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a client that was told to close may go on sending. Closed at once, it might lose the
  /// answer (RFC 9112, section 9.6).
  private static let lingering = TimeAmount.seconds(2)

  private let makeID: @Sendable () -> String
  private let now: @Sendable () -> NIODeadline
  private let onMalformedRequest: @Sendable (MalformedRequest) -> Void
  private var isMalformed = false
  private var progress: RequestProgress
  private var timer: Scheduled<Void>?
  /// Requests whose response has not been written.
  private var unanswered = 0
  private var closesAfterResponse = false
  /// Nothing is read any more.
  private var isClosing = false

  /// - Parameter onMalformedRequest: told of what never became a request.
  init(
    patience: TimeAmount, makeID: @escaping @Sendable () -> String,
    now: @escaping @Sendable () -> NIODeadline,
    onMalformedRequest: @escaping @Sendable (MalformedRequest) -> Void
  ) {
    progress = RequestProgress(patience: patience)
    self.makeID = makeID
    self.now = now
    self.onMalformedRequest = onMalformedRequest
  }

  // MARK: - Reading

  func handlerAdded(context: ChannelHandlerContext) {
    // How much has come of a head is only seen before it is parsed.
    let counter = ByteCounter { [weak self] count in
      guard let self else { return }
      self.progress.receive(count, at: self.now())
    }
    do {
      try context.pipeline.syncOperations.addHandler(counter, position: .first)
    } catch {
      context.fireErrorCaught(error)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  func read(context: ChannelHandlerContext) {
    progress.beginWaiting(at: now())
    schedule(context)
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
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
    if isClosing, case .inputClosed? = event as? ChannelEvent {
      context.close(promise: nil)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Behind a head there is a request, whose answer is counted.
    if progress.stage != .body, let error = error as? HTTPParserError {
      note(MalformedRequest(error))
    }
    context.fireErrorCaught(error)
  }

  /// Once for a connection: it ends with what is malformed.
  private func note(_ request: MalformedRequest) {
    guard !isMalformed else { return }
    isMalformed = true
    onMalformedRequest(request)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    guard timer == nil, !isClosing, let deadline = progress.deadline else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
      self.timer = nil
      guard let deadline = self.progress.deadline else { return }
      if self.now() >= deadline {
        self.expire(context)
      } else {
        self.schedule(context)
      }
    }
  }

  private func expire(_ context: ChannelHandlerContext) {
    if progress.stage == .body {
      closesAfterResponse = true
      context.fireErrorCaught(RequestTimeout())
      // Answered before it was read.
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
    let id = makeID()
    let problem = Problem.requestTimeout
    let body = problem.document(requestID: id)
    var headers = problem.headers
    headers[.requestID] = id
    headers[.contentType] = "application/problem+json"
    headers[.cacheControl] = CachePolicy.none.rawValue
    headers[.contentLength] = "\(body.count)"
    let head = HTTPResponse(status: problem.status, headerFields: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
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

  /// Says that nothing more comes, and goes when the client does, or a little later.
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

/// Tells how many bytes come in.
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
