import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Hummingbird's HTTP/1.1 channel, for connections that may never be handled.
///
/// A connection that is accepted while the server stops is dropped before it is handled.
/// SwiftNIO crashes when a `NIOAsyncChannel` is released that nobody has finished
/// ([swift-nio#2637](https://github.com/apple/swift-nio/issues/2637)). Here it is kept until its connection is closed,
/// which finishes it, and closed when it is dropped.
struct AcceptedConnections: ServerChildChannel {
  let channel: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    self.channel.setup(channel: channel, logger: logger).map { connection in
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
      return AcceptedConnection(connection)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    await channel.handle(value: value.connection, logger: logger)
  }
}

/// A connection that is closed when nobody handles it, or after it was handled.
final class AcceptedConnection: ServerChildChannelValue {
  let connection: HTTP1Channel.Value

  var channel: any Channel { connection.channel }

  init(_ connection: HTTP1Channel.Value) {
    self.connection = connection
  }

  deinit {
    connection.channel.close(promise: nil)
  }
}
