import FeedStore
import FeedModel
import HTTPTypes
import HummingbirdCore
import Logging
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// The handlers of each connection, and the task that has its requests answered.
///
/// From the socket on, they are ``SocketHandler``, NIO's decoder and encoder of HTTP/1.1, ``ConnectionHandler`` and the
/// translation into the types of the application.
struct Connections: HTTPChannelHandler {
  let pipeline: RequestPipeline
  private var link: ConnectionLink?

  init(_ pipeline: RequestPipeline) { self.pipeline = pipeline }

  var responder: Responder {
    { [pipeline, link] request, writer, channel in
      guard let head = link?.head.withLock({ $0.take() }) else { return }
      let context = FeedRequestContext(
        of: head, on: link, from: channel.peerAddress, makeID: pipeline.configuration.makeRequestID)
      let response = await pipeline.respond(to: request, context)
      do {
        try await writer.write(response: response.head, body: response.body)
      } catch is HTTPParserError {
        // The body that was being read is malformed; another response must not follow.
        throw ChannelError.inputClosed
      }
    }
  }

  /// How much is read of one connection before others have their turn, in bytes.
  ///
  /// All requests of one read are parsed at once. With SwiftNIO's 256 KB, some connections that pipeline
  /// thousands of requests keep an event loop busy for 100 ms.
  private static let readSize = 8 << 10
  private static let maximumFieldCount = 256
  /// The bytes that the system buffers and has not sent, at most (tcp(7), `TCP_NOTSENT_LOWAT`).
  ///
  /// By default the system buffers megabytes, and takes more only when a third of them has been sent: a
  /// client that is merely slow would seem to receive nothing for minutes.
  private static let unsentSize = 128 << 10
  private static let unsentSizeOption = ChannelOptions.Types.SocketOption(
    level: .tcp, name: NIOBSDSocket.Option(rawValue: unsentSizeOptionName))
  #if canImport(Darwin)
    private static let unsentSizeOptionName: CInt = 0x201
  #else
    private static let unsentSizeOptionName: CInt = 25
  #endif

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    channel.eventLoop.makeCompletedFuture {
      try setOptions(of: channel)
      let link = ConnectionLink(channel)
      try addHandlers(to: channel, link)
      let connection = try NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
      return AcceptedConnection(connection, link)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    var connections = self
    connections.link = value.link
    await connections.handleHTTP(asyncChannel: value.connection, logger: logger)
  }

  private func setOptions(of channel: any Channel) throws {
    let options = channel.syncOptions
    try options?.setOption(.maxMessagesPerRead, value: 1)
    try options?.setOption(
      .recvAllocator,
      value: AdaptiveRecvByteBufferAllocator(
        minimum: Self.readSize / 8, initial: Self.readSize / 2, maximum: Self.readSize))
    // With SwiftNIO's 64 kB, each larger answer is one that the connection cannot take until it is flushed: all handlers
    // are told so twice, and the timeout of slow clients begins and ends.
    try options?.setOption(
      .writeBufferWaterMark,
      value: ChannelOptions.Types.WriteBufferWaterMark(
        low: Self.unsentSize / 2, high: Self.unsentSize))
    // `ConnectionHandler` asks for reads: after an answer from memory, not all handlers need to be asked.
    try options?.setOption(.autoRead, value: false)
    // Without the option, the progress of slow clients is seen in larger steps.
    try? options?.setOption(Self.unsentSizeOption, value: Self.unsentSize)
  }

  func addHandlers(to channel: any Channel, _ link: ConnectionLink) throws {
    let handlers = channel.pipeline.syncOperations
    let peer = channel.peerAddress
    let configuration = pipeline.configuration
    let socket = SocketHandler(pipeline, peer: peer)
    let connection = ConnectionHandler(pipeline, socket: socket, link: link)
    try handlers.addHandler(socket)
    // Until it is removed.
    socket.connection = connection
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = configuration.limits.headerSize
    limits.maxHeaderListSize = configuration.limits.headerSize
    limits.maxHeaderFieldCount = Self.maximumFieldCount
    try handlers.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false,
      // `HTTPFields` has no invalid values.
      withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: limits)
    try handlers.addHandlers([connection, HTTP1ToHTTPServerCodec(secure: false)])
    // Last, so that a connection beyond the limit of its address is closed as a whole.
    if let peer { count(channel, of: peer) }
  }

  /// Counts `channel` as a connection of `address` until it is closed. It is closed at once if there are too many.
  private func count(_ channel: any Channel, of address: IPAddress) {
    // A proxy is one address, a client of IPv6 a network.
    let isProxy = pipeline.configuration.trustedProxies.contains(address)
    let (counts, gauge) = (pipeline.connectionsPerAddress, pipeline.metrics.connections)
    guard counts.take(1, by: address.subscriber, isShared: isProxy) == nil else {
      pipeline.metrics.noteRefusedConnection()
      return channel.close(promise: nil)
    }
    gauge.add(1)
    channel.closeFuture.whenComplete { _ in
      counts.add(-1, of: address.subscriber)
      gauge.add(-1)
    }
  }
}

/// A connection that is closed after it was handled, or dropped before.
///
/// A connection that is accepted while the server stops is dropped before it is handled. SwiftNIO crashes when a
/// `NIOAsyncChannel` is released that was not finished
/// ([swift-nio#2637](https://github.com/apple/swift-nio/issues/2637)). So it is kept until its channel is closed, which
/// finishes it, and the channel is closed when this is dropped.
package final class AcceptedConnection: ServerChildChannelValue {
  package let connection: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

  package var channel: any Channel { connection.channel }
  fileprivate let link: ConnectionLink

  fileprivate init(
    _ connection: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, _ link: ConnectionLink
  ) {
    self.connection = connection
    self.link = link
  }

  deinit { connection.channel.close(promise: nil) }
}

/// Timers that fire on an event loop.
package struct EventLoopTimers: TimerHost {
  private let eventLoop: any EventLoop

  package init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> ScheduledTimer {
    let scheduled = eventLoop.scheduleTask(in: TimeAmount(delay), fire)
    return ScheduledTimer { scheduled.cancel() }
  }

  func run(_ fire: @escaping @Sendable () -> Void) { eventLoop.execute(fire) }
}

/// What the tasks of a connection's requests know of it.
final class ConnectionLink: Sendable {
  let channel: any Channel
  /// Opened when the client has left: when it has closed the connection, or its sending side.
  ///
  /// A client that has only finished sending looks the same as one that has gone, until something is sent to it.
  /// Such a client is sent answers that are ready; no long work is done for it.
  let departure = Gate()
  /// The head of the next request, until it begins: there is one at a time.
  let head = Mutex<ReceivedHead?>(nil)

  init(_ channel: any Channel) { self.channel = channel }

  func leave() { departure.set(isOpen: true) }
}

extension FeedRequestContext {
  /// Returns when the client has left, or the task is cancelled.
  ///
  /// It is for answers that go on until their client leaves: while there is nothing to send, no write fails.
  package func waitUntilLeft() async { await (link?.departure ?? Gate()).pass() }

  /// Does `work`, which is cancelled when the client leaves.
  ///
  /// - Throws: ``Problem``, or what `work` throws.
  package func whilePresent<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      guard let departure = link?.departure else { return try await work() }
      return try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await work() }
        group.addTask {
          await departure.pass()
          throw Problem.clientLeft
        }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
      }
    } catch is CancellationError {
      throw Problem.clientLeft
    }
  }
}

extension Problem {
  /// The problem for a client that has left. One that has only finished sending still gets it. 499 is nginx's status
  /// for this.
  fileprivate static let clientLeft = Problem(
    status: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"),
    code: "client_left", title: "Client closed request",
    detail: "the client has closed the connection", headers: [.connection: "close"])
}
