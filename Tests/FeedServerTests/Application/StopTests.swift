import FeedServer
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@Suite struct StopTests {
  /// A connection is accepted before it is handled; between the two, the server may stop.
  @Test func aConnectionThatIsAcceptedAndNeverHandledIsClosed() async throws {
    try await LocalServer.run(publishes: false) { server in
      let channel = NIOAsyncTestingChannel()
      try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
      let application = server.application
      let accepted = try await channel.testingEventLoop.executeInContext {
        application.accept(channel)
      }.get()
      #expect(channel.isActive)
      _ = consume accepted
      await channel.testingEventLoop.run()
      try await channel.closeFuture.get()
    }
  }

  /// On a port, some connections are between the two when the server stops.
  @Test func aConnectionThatIsAcceptedWhileTheServerStopsIsClosed() async throws {
    var connections: [RawConnection] = []
    try await LiveServer.run(publishes: false) { server in
      for _ in 0..<100 { connections.append(try RawConnection(port: server.port)) }
    }
    for connection in connections {
      // A connection that was never accepted is reset: there is nothing to read either.
      #expect(await connection.readToEnd() == "")
    }
  }
}
