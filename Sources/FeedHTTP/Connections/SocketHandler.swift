import FeedStore
import FeedModel
import NIOCore

/// The handler next to the socket: it says how much arrives, sends bytes that need no encoder, and counts what waits to be
/// sent in the memory budget.
///
/// Small answers and heads are counted here alone: they add up over many connections whose clients read nothing. They are
/// counted after each flush, when a client that reads has left nothing behind. A connection for which there is no room is
/// closed.
final class SocketHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The size up to which a body counts as sent when it is written, in bytes: a connection's buffer takes it at once.
  static let bufferSize = 64 << 10

  /// The address at the other end of the connection.
  let peer: IPAddress?
  private let pipeline: RequestPipeline
  /// The connection whose bytes these are, while it has handlers.
  var connection: ConnectionHandler?
  private var context: ChannelHandlerContext?
  private var reservation: MemoryBudget.Reservation?
  /// The bytes that a connection writes before it looks whether they wait.
  private static let uncounted = 4 << 10
  /// The bytes written since nothing waited that are to be counted here.
  private var written = 0
  /// Whether bytes were written past the encoder and not sent.
  private var hasUnsent = false
  /// Whether this handler is told when everything that waits has been sent.
  private var isWatching = false

  init(_ pipeline: RequestPipeline, peer: IPAddress?) {
    self.pipeline = pipeline
    self.peer = peer
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    (self.context, connection, reservation) = (nil, nil, nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection?.receive(unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }

  func read() { context?.read() }

  /// Writes bytes past the encoder.
  ///
  /// - Parameter onEnd: Called with whether all of them were sent.
  func write(_ bytes: ByteBuffer, onEnd: ((_ isWhole: Bool) -> Void)? = nil) {
    guard let context else {
      onEnd?(false)
      return
    }
    var promise: EventLoopPromise<Void>?
    if let onEnd {
      let made = context.eventLoop.makePromise(of: Void.self)
      made.futureResult.assumeIsolated().whenComplete { onEnd((try? $0.get()) != nil) }
      promise = made
    }
    hasUnsent = true
    context.write(wrapOutboundOut(bytes), promise: promise)
  }

  /// Sends what was written past the encoder.
  func flush() {
    if hasUnsent, let context { flush(context: context) }
  }

  /// Notes that `count` bytes are written that belong to this connection alone.
  func note(_ count: Int) { written += count }

  func flush(context: ChannelHandlerContext) {
    hasUnsent = false
    context.flush()
    guard written > Self.uncounted else { return }
    let waiting = context.unsentBytes
    guard waiting > 0 else {
      written = 0
      return
    }
    count(min(waiting, written), context)
  }

  private func count(_ bytes: Int, _ context: ChannelHandlerContext) {
    // For proxies, which have many clients, the share of one client is no limit.
    let proxies = pipeline.configuration.trustedProxies
    let own =
      reservation
      ?? pipeline.budget.reservation(
        for: peer.map(Client.init), isShared: peer.map(proxies.contains) ?? false)
    reservation = own
    do { try own.hold(bytes) } catch { return context.close(promise: nil) }
    watch(context)
  }

  /// Gives the memory back when everything that waits has been sent: an empty write completes after all before it.
  private func watch(_ context: ChannelHandlerContext) {
    guard !isWatching else { return }
    isWatching = true
    write(ByteBuffer()) { [self] isWhole in
      isWatching = false
      guard isWhole, context.unsentBytes > 0 else {
        (written, reservation) = (0, nil)
        return
      }
      // More was written meanwhile.
      count(min(context.unsentBytes, written), context)
    }
    hasUnsent = false
    context.flush()
  }
}

extension ChannelHandlerContext {
  /// The bytes that wait to be sent.
  var unsentBytes: Int { (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }
}
