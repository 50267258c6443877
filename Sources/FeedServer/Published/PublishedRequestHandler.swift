import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Answers requests for published documents in memory, and passes on all others.
///
/// Requests are answered in their order: ``PipelinedRequestHandler`` passes on one at a time.
final class PublishedRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundOut = HTTPResponsePart

  private let answers: PublishedAnswers
  private let repeated: RepeatedRequestHandler
  private let pipeline: PipelinedRequestHandler
  /// The head of a request that ends with it.
  private var head: (head: HTTPRequest, request: PublishedRequest)?
  private var hasWritten = false

  init(
    answers: PublishedAnswers, repeated: RepeatedRequestHandler,
    pipeline: PipelinedRequestHandler
  ) {
    self.answers = answers
    self.repeated = repeated
    self.pipeline = pipeline
  }

  /// Whether the application has answered all requests that were passed on to it.
  private var isApplicationIdle: Bool {
    pipeline.unanswered == (head == nil ? 0 : 1)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      try context.pipeline.syncOperations.addHandler(repeated, position: .first)
    } catch {
      context.fireErrorCaught(error)
    }
  }

  // MARK: - Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch part {
    case .head(let head):
      if !repeated.isStopping, context.channel.isWritable, let request = PublishedRequest(head) {
        self.head = (head, request)
      } else {
        context.fireChannelRead(data)
      }
    case .end where head.map { answer($0.request, context) } ?? false:
      head = nil
    case .body, .end:
      passOnHead(context)
      context.fireChannelRead(data)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if hasWritten {
      hasWritten = false
      context.flush()
    }
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    passOnHead(context)
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    let isLast = event is ChannelShouldQuiesceEvent || (event as? ChannelEvent) == .inputClosed
    guard isLast, isApplicationIdle else {
      return context.fireUserInboundEventTriggered(event)
    }
    // The application does not know of these responses, and would close the connection before they are sent.
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { _ in
      context.fireUserInboundEventTriggered(event)
    }
    context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer())), promise: sent)
  }

  private func passOnHead(_ context: ChannelHandlerContext) {
    guard let head else { return }
    self.head = nil
    context.fireChannelRead(wrapInboundOut(.head(head.head)))
  }

  // MARK: - Writing

  /// Answers `request` if its document is in memory.
  private func answer(_ request: PublishedRequest, _ context: ChannelHandlerContext) -> Bool {
    guard let answer = answers.answer(request),
      let exchange = answers.begin(answer, recognisedBy: .parser, from: repeated.peer)
    else { return false }
    var head = answer.head
    exchange.fields.forEach { head.headerFields[$0] = $1 }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if answer.body.readableBytes > 0 {
      context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
    }
    let sent = context.eventLoop.promise(ofSending: answer) { [answers] isWhole in
      answers.end(exchange, of: answer, isWhole: isWhole)
    }
    context.write(wrapOutboundOut(.end(nil)), promise: sent)
    hasWritten = true
    repeated.learn(answer)
    return true
  }
}

extension EventLoop {
  /// The promise of the last write of `answer`, after which `onEnd` is called with whether all of it was sent. For a
  /// body that fits in a connection's buffer there is no promise, and `onEnd` is called immediately.
  func promise(
    ofSending answer: PreparedAnswer, _ onEnd: @escaping (_ isWhole: Bool) -> Void
  ) -> EventLoopPromise<Void>? {
    guard answer.isSentSlowly else {
      onEnd(true)
      return nil
    }
    let sent = makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { result in
      if case .success = result { onEnd(true) } else { onEnd(false) }
    }
    return sent
  }
}
