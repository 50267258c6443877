import Foundation
import Testing
import TestSupport

/// Server-sent events.
@Suite(.serialized) struct EventStreamTests {
  @Test func aRevisionOfAnotherProcessIsToldAndAStoppedServerEndsTheStream() async throws {
    // Without heartbeats, which come in between on a busy machine.
    let environment = ["TANADA_EVENT_HEARTBEAT": "3600"]
    try await RunningServer.run(environment: environment) { server in
      let client = try EventClient("\(server.base)/v1/events")
      defer { client.close() }
      var blocks = client.blocks.makeAsyncIterator()
      #expect(await blocks.next()?.hasPrefix("retry: 2000\nid: 1.") == true)
      try server.folder.write(
        """
        {"result":[{"id":3,"banner_contents_id":9,"banner_url":"https://example.com/new.jpg"}]}
        """, to: "campaign_banners.json")
      try await Tanada.run(["seed", "campaign_banners.json"], in: server.folder, status: 0)
      let event = try #require(await blocks.next())
      #expect(
        event.hasPrefix("id: 2.") && event.contains("\ndata: {\"revision\":2,\"revision_id\":\""))
      #expect(
        event.hasSuffix(
          """
          "keys":["feed:home","section:home/campaign_banners","kind:campaign_banners",\
          "campaign_banners:3"]}
          """))

      server.process.send(SIGTERM)
      // It is told when to connect again.
      #expect(await blocks.next()?.hasPrefix("retry: ") == true)
      #expect(await blocks.next() == nil)
      let stopped = try await server.process.outcome()
      #expect(stopped.status == 0 && !stopped.wasKilled)

      // A client that was away meanwhile is told what it missed.
      try await RunningServer.run(environment: environment, in: server.folder) { restarted in
        let client = try EventClient("\(restarted.base)/v1/events", headers: ["Last-Event-ID": "1"])
        defer { client.close() }
        var blocks = client.blocks.makeAsyncIterator()
        _ = await blocks.next()
        #expect(await blocks.next() == event)
      }
    }
  }

  @Test(.onlyAll("SlowClientTests has clients that take nothing"))
  func aClientThatDoesNotReadKeepsNoServerFromStopping() async throws {
    // A stop waits an hour for other requests.
    let environment = ["TANADA_RESPONSE_TIMEOUT": "1", "TANADA_STOP_TIMEOUT": "3600"]
    try await RunningServer.run(environment: environment) { server in
      let connection = try RawConnection(port: server.port)
      connection.send("GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(await connection.read { $0.contains("id: 1") }.contains("id: 1"))
      // An event that is larger than what lies between the two: it names the kind twice.
      try server.folder.revise(String(repeating: "x", count: 4 << 20))
      #expect(await connection.read { $0.contains("id: 2") }.contains("id: 2"))
      server.process.send(SIGTERM)
      try await eventually { server.process.hasEnded }
      let outcome = try await server.process.outcome()
      #expect(outcome.status == 0 && !outcome.wasKilled)
      connection.close()
    }
  }
}
