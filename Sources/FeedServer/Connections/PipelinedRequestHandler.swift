import DequeModule
import NIOCore
import NIOHTTPTypes

/// Holds back a request of a connection until those before it are answered, and the client takes their answers.
///
/// Hummingbird begins with a request as soon as it has written the answer to the one before, and learns only later that
/// the connection takes no more: the answers to many pipelined requests would wait in memory for a client that reads
/// none.
final class PipelinedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The number of parts that wait, from which on no more is read.
  private static let fullCount = 10

  private enum Waiting {
    case part(HTTPRequestPart)
    /// An event that is told after the parts before it.
    case event(Any)
    case error(any Error)
  }

  private var waiting: Deque<Waiting> = []
  /// Whether a read was asked for while nothing was to be read.
  private var hasHeldRead = false
  private var isPassingOn = false
  /// Whether the connection is to be closed after the present answer.
  private var isStopping = false
  /// The requests that were passed on and are not answered: at most one.
  private(set) var unanswered = 0

  // MARK: - Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    guard waiting.isEmpty, !mustWait(.part(part), context) else {
      return waiting.append(.part(part))
    }
    passOn(.part(part), context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard waiting.isEmpty else { return waiting.append(.error(error)) }
    context.fireErrorCaught(error)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard waiting.isEmpty else { return waiting.append(.event(event)) }
    passOn(.event(event), context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    waiting = []
    context.fireChannelInactive()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    passOnWaiting(context)
  }

  func read(context: ChannelHandlerContext) {
    guard waiting.count < Self.fullCount else {
      hasHeldRead = true
      return
    }
    context.read()
  }

  // MARK: - Writing

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
    context.write(data, promise: promise)
    guard isEnd else { return }
    // The answer to a malformed request has no request.
    unanswered = max(0, unanswered - 1)
    passOnWaiting(context)
  }

  // MARK: - Passing on

  /// Passes on what waits, up to the next request that has to wait.
  private func passOnWaiting(_ context: ChannelHandlerContext) {
    // Answers that are written meanwhile lead here again.
    // The connection is closed after the present answer, so nothing must begin that would have none.
    guard !isStopping, !isPassingOn, let first = waiting.first, !mustWait(first, context) else {
      return
    }
    isPassingOn = true
    while !isStopping, let next = waiting.first, !mustWait(next, context) {
      waiting.removeFirst()
      passOn(next, context)
    }
    isPassingOn = false
    context.fireChannelReadComplete()
    if hasHeldRead, waiting.count < Self.fullCount {
      hasHeldRead = false
      context.read()
    }
  }

  private func mustWait(_ next: Waiting, _ context: ChannelHandlerContext) -> Bool {
    guard case .part(.head) = next else { return false }
    return unanswered > 0 || !context.channel.isWritable
  }

  private func passOn(_ next: Waiting, _ context: ChannelHandlerContext) {
    switch next {
    case .part(let part):
      if case .head = part { unanswered += 1 }
      context.fireChannelRead(wrapInboundOut(part))
    case .event(let event):
      if event is ChannelShouldQuiesceEvent { isStopping = true }
      context.fireUserInboundEventTriggered(event)
    case .error(let error): context.fireErrorCaught(error)
    }
  }
}
