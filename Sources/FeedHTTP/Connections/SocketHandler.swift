import FeedModel
import NIOCore

/// The handler next to the socket: it tells how many bytes arrive, sends bytes that need no encoder, and counts what
/// waits to be sent in the memory budget.
///
/// Answers that nobody else counts are small, and so are the heads: what matters is that many connections whose clients
/// read nothing have some of each. It looks only after a flush, and a client that reads leaves nothing behind then. A
/// connection for which there is no room is closed.
final class SocketHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let budget: MemoryBudget
  private let proxies: AddressRanges
  /// The connection that is told how many bytes arrive, before they are decoded.
  weak var connection: ConnectionHandler?
  private var context: ChannelHandlerContext?
  private var reservation: MemoryBudget.Reservation?
  /// The bytes written since nothing waited that are to be counted here.
  private var written = 0
  /// Whether this handler is told when everything that waits has been sent.
  private var isWatching = false

  /// - Parameter proxies: The addresses that have many clients, for which the share of one client is no limit.
  init(budget: MemoryBudget, except proxies: AddressRanges) {
    self.budget = budget
    self.proxies = proxies
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    reservation = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection?.receive(unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }

  /// Writes bytes past the encoder.
  func write(_ bytes: ByteBuffer, promise: EventLoopPromise<Void>? = nil) {
    context?.write(wrapOutboundOut(bytes), promise: promise)
  }

  /// Notes that `count` bytes are written that belong to this connection alone.
  func note(_ count: Int) {
    written += count
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    guard written > 0 else { return }
    let waiting = context.unsentBytes
    guard waiting > 0 else {
      written = 0
      return
    }
    count(min(waiting, written), context)
  }

  private func count(_ bytes: Int, _ context: ChannelHandlerContext) {
    let own = reservation ?? makeReservation(context)
    reservation = own
    do {
      try own.hold(bytes)
    } catch {
      return context.close(promise: nil)
    }
    watch(context)
  }

  private func makeReservation(_ context: ChannelHandlerContext) -> MemoryBudget.Reservation {
    let peer = context.channel.peerAddress
    return budget.reservation(
      for: peer.map(RateLimits.Subject.init),
      isShared: peer.map(proxies.contains) ?? false)
  }

  /// Gives the memory back when everything that waits has been sent: an empty write completes after all before it.
  private func watch(_ context: ChannelHandlerContext) {
    guard !isWatching else { return }
    isWatching = true
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [self] result in
      isWatching = false
      guard case .success = result, context.unsentBytes > 0 else {
        (written, reservation) = (0, nil)
        return
      }
      // More was written meanwhile.
      count(min(context.unsentBytes, written), context)
    }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
  }
}

/// The sizes of responses.
enum ResponseSize {
  /// About what the line and the fields take, in bytes.
  static let head = 512
  /// The size up to which a connection's buffer takes a body at once, in bytes: NIO's high water mark.
  static let connectionBuffer = 64 << 10
}

extension ChannelHandlerContext {
  /// The bytes that wait to be sent.
  var unsentBytes: Int {
    (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }
}
