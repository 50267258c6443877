import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends connections whose client has taken nothing of its response for too long, and those that are left
/// when a server that stops has waited long enough.
///
/// Looked at only while more waits than a connection buffers. Streams of events have a rule of their
/// own (``EventBroadcaster``) until the server stops, which must not wait for them for ever.
final class StalledResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let patience: TimeAmount
  private let grace: TimeAmount
  private let now: @Sendable () -> NIODeadline
  private var timer: Scheduled<Void>?
  /// Ends the connection of a server that stops.
  private var lastCall: Scheduled<Void>?
  private var isEventStream = false
  private var isStopping = false
  /// The bytes that waited when the client was last seen to take some.
  private var waiting = 0
  private var takenAt: NIODeadline

  /// - Parameters:
  ///   - patience: how long a client may take nothing.
  ///   - grace: how long a connection may go on when the server stops.
  init(
    patience: TimeAmount, grace: TimeAmount, now: @escaping @Sendable () -> NIODeadline
  ) {
    self.patience = patience
    self.grace = grace
    self.now = now
    takenAt = now()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // Where the system does not know the option, slow clients are seen to take more at a time.
    try? context.channel.syncOptions?.setOption(UnsentBytes.option, value: UnsentBytes.limit)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stopLooking()
    lastCall?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    stopLooking()
    lastCall?.cancel()
    context.fireChannelInactive()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head(let head) = unwrapOutboundIn(data) {
      isEventStream = head.headerFields[.contentType] == EventText.contentType
    }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      isStopping = true
      lastCall = context.eventLoop.assumeIsolated().scheduleTask(in: grace) {
        context.close(promise: nil)
      }
      beginLooking(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      stopLooking()
    } else {
      beginLooking(context)
    }
    context.fireChannelWritabilityChanged()
  }

  private func beginLooking(_ context: ChannelHandlerContext) {
    guard timer == nil, !context.channel.isWritable, isStopping || !isEventStream else { return }
    waiting = .max
    look(context)
  }

  private func look(_ context: ChannelHandlerContext) {
    let left = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    if left < waiting { takenAt = now() }
    waiting = left
    guard now() - takenAt < patience else { return context.close(promise: nil) }
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience / 4) {
      self.look(context)
    }
  }

  private func stopLooking() {
    timer?.cancel()
    timer = nil
  }
}

/// How much the system takes of a response before its client does (tcp(7), `TCP_NOTSENT_LOWAT`).
///
/// Otherwise it takes megabytes, and asks for more only once a third of them have gone: a client that is
/// merely slow would seem to take nothing for minutes.
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
