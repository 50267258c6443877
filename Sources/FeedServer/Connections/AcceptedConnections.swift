import Hummingbird
import HummingbirdCore
import Logging
package import NIOCore

/// Hummingbird's HTTP/1.1 channel, for connections that may never be handled.
///
/// A connection that is accepted while the server stops is dropped before it is handled.
/// SwiftNIO crashes when a `NIOAsyncChannel` is released that nobody has finished
/// ([swift-nio#2637](https://github.com/apple/swift-nio/issues/2637)). Here it is kept until its connection is closed,
/// which finishes it, and closed when it is dropped.
struct AcceptedConnections: ServerChildChannel {
  let channel: HTTP1Channel

  /// How much is read of one connection before others have their turn, in bytes.
  ///
  /// All requests of one read are parsed at once. With SwiftNIO's 256 KB, some connections that pipeline
  /// thousands of requests keep an event loop busy for 100 ms.
  private static let readSize = 8 << 10

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    let read = AdaptiveRecvByteBufferAllocator(
      minimum: Self.readSize / 8, initial: Self.readSize / 2, maximum: Self.readSize)
    do {
      try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
      try channel.syncOptions?.setOption(.recvAllocator, value: read)
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return self.channel.setup(channel: channel, logger: logger).map { connection in
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
      return AcceptedConnection(connection)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    await channel.handle(value: value.connection, logger: logger)
  }
}

/// A connection that is closed when nobody handles it, or after it was handled.
package final class AcceptedConnection: ServerChildChannelValue {
  let connection: HTTP1Channel.Value

  package var channel: any Channel { connection.channel }

  init(_ connection: HTTP1Channel.Value) {
    self.connection = connection
  }

  deinit {
    connection.channel.close(promise: nil)
  }
}
