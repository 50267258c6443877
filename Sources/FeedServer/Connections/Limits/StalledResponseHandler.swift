import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose client has not received any of its response for too long, and, when the
/// server stops, those that are still open after a grace period.
///
/// A connection is checked only while its buffer is full. Endless responses have a limit of their own
/// on what may wait for their client; they are checked only when the server stops. NIO's
/// `IdleStateHandler` sees writes into the buffer, and not whether the client receives them.
final class StalledResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let timeout: TimeAmount
  private let grace: TimeAmount
  private let endlessContentType: String
  private let uptime: @Sendable () -> NIODeadline
  private var timer: Scheduled<Void>?
  /// Closes the connection when the server stops.
  private var stopTimer: Scheduled<Void>?
  private var isEndless = false
  private var isStopping = false
  /// The bytes that waited at the last check.
  private var waiting = 0
  /// When the client was last seen to receive something.
  private var receivedAt: NIODeadline

  /// - Parameters:
  ///   - timeout: The time after which a client that receives nothing is disconnected.
  ///   - grace: The time that a connection is given when the server stops.
  ///   - endlessContentType: The type of responses that go on until their client leaves.
  init(
    timeout: TimeAmount, grace: TimeAmount, endlessContentType: String,
    uptime: @escaping @Sendable () -> NIODeadline
  ) {
    self.timeout = timeout
    self.grace = grace
    self.endlessContentType = endlessContentType
    self.uptime = uptime
    receivedAt = uptime()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // Without the option, the progress of slow clients is seen in larger steps.
    try? context.channel.syncOptions?.setOption(UnsentBytes.option, value: UnsentBytes.limit)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stopChecking()
    stopTimer?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stopChecking()
    stopTimer?.cancel()
    context.fireChannelInactive()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head(let head) = unwrapOutboundIn(data) {
      isEndless = head.headerFields[.contentType] == endlessContentType
    }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isStopping = true
      stopTimer = context.eventLoop.assumeIsolated().scheduleTask(in: grace) {
        context.close(promise: nil)
      }
      beginChecking(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      stopChecking()
    } else {
      beginChecking(context)
    }
    context.fireChannelWritabilityChanged()
  }

  private func beginChecking(_ context: ChannelHandlerContext) {
    guard timer == nil, !context.channel.isWritable, isStopping || !isEndless else { return }
    waiting = .max
    check(context)
  }

  private func check(_ context: ChannelHandlerContext) {
    let left = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    if left < waiting { receivedAt = uptime() }
    waiting = left
    guard uptime() - receivedAt < timeout else { return context.close(promise: nil) }
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout / 4) {
      self.check(context)
    }
  }

  private func stopChecking() {
    timer?.cancel()
    timer = nil
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

extension TimeAmount {
  fileprivate static func / (amount: TimeAmount, divisor: Int64) -> TimeAmount {
    .nanoseconds(amount.nanoseconds / divisor)
  }
}
