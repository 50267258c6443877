import FeedServer
import TestSupport
import Testing

@Suite struct StopTests {
  /// A connection is accepted before it is handled; between the two, the server may stop.
  @Test func aConnectionThatIsAcceptedWhileTheServerStopsIsClosed() async throws {
    for _ in 0..<8 {
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
}
