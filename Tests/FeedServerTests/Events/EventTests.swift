import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite(.server) struct EventTests {
  private static let time = SampleContent.committedAt.rfc3339

  /// Writes banners 1 to `count` of `campaign` as one revision.
  private static func write(
    _ campaign: Int, count: Int = 1, to store: any FeedStore, of server: LiveServer? = nil
  ) async throws {
    let banners = try (1...count).map { try TestContent.banner($0, campaign: campaign) }
    try await store.write { transaction in
      for banner in banners { _ = try transaction.upsert(banner) }
    }
    server?.publisher.storeChanged()
  }

  /// The id of the revision `number`.
  private static func id(of number: Int, in store: any FeedStore) async throws -> String {
    try #require(try await store.read { try $0.revision(number) }).id.text
  }

  /// The first line of a block, with the number of the revision but not its id.
  private static func number(in block: String) -> Substring? {
    block.split(separator: "\n").first?.split(separator: ".").first
  }

  @Test(.listening) func everyRevisionIsToldWithTheKeysOfWhatItChanged() async throws {
    let client = try EventClient("\(server.base)/v1/events")
    defer { client.close() }
    let first = try await Self.id(of: 1, in: server.store)
    #expect(await client.next() == "retry: 2000\nid: 1.\(first)")
    try await Self.write(7, count: 2, to: server.store, of: server)
    let second = try await Self.id(of: 2, in: server.store)
    #expect(
      await client.next() == """
        id: 2.\(second)
        data: {"revision":2,"revision_id":"\(second)","committed_at":"\(Self.time)",\
        "keys":["feed:home","section:home/campaign_banners","kind:campaign_banners",\
        "campaign_banners:1","campaign_banners:2"]}
        """)
    // A composition that shows what was shown before changes nothing.
    try await server.store.write { transaction in
      _ = try transaction.setComposition("{}", of: "home")
    }
    server.publisher.storeChanged()
    let third = try await Self.id(of: 3, in: server.store)
    #expect(
      await client.next() == """
        id: 3.\(third)
        data: {"revision":3,"revision_id":"\(third)","committed_at":"\(Self.time)","keys":[]}
        """)
  }

  @Test(.noServer, arguments: [true, false])
  func aClientThatComesBackIsToldWhatItMissed(byHeader: Bool) async throws {
    try await LiveServer.run(
      listens: true,
      prepare: { store, _ in for number in 10...12 { try await Self.write(number, to: store) } }
    ) { server in
      let client = try EventClient(
        "\(server.base)/v1/events" + (byHeader ? "?last_event_id=9999" : "?last_event_id=2"),
        headers: byHeader ? ["Last-Event-ID": "2"] : [:])
      defer { client.close() }
      var ids: [Substring?] = []
      for _ in 1...3 { ids.append(await client.next().flatMap(Self.number)) }
      try await Self.write(13, to: server.store, of: server)
      ids.append(await client.next().flatMap(Self.number))
      #expect(ids == ["retry: 2000", "id: 3", "id: 4", "id: 5"])
    }
  }

  @Test(
    .noServer,
    arguments: [
      "0", "1", "3.1b4e28ba-2fa1-4d2b-883f-0016d3cca427", "9.1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
    ])
  func aClientThatMissedTooMuchOrHasSeenAnotherCopyBeginsAnew(seen: String) async throws {
    try await LiveServer.run(
      listens: true, events: .init(maximumReplayCount: 2),
      prepare: { store, _ in for number in 10...12 { try await Self.write(number, to: store) } }
    ) { server in
      let client = try EventClient("\(server.base)/v1/events?last_event_id=\(seen)")
      defer { client.close() }
      _ = await client.next()
      let id = try await Self.id(of: 4, in: server.store)
      #expect(
        await client.next() == """
          id: 4.\(id)
          event: reset
          data: {"revision":4,"revision_id":"\(id)"}
          """)
    }
  }

  @Test(.noServer) func aClientThatMissedWhatIsPrunedBeginsAnew() async throws {
    try await LiveServer.run(
      listens: true,
      prepare: { store, _ in
        for number in 10...12 { try await Self.write(number, to: store) }
        try await store.write { try $0.forgetHistory(before: 4) }
      }
    ) { server in
      for (seen, event) in [(2, "event: reset"), (3, "data:")] {
        let client = try EventClient("\(server.base)/v1/events?last_event_id=\(seen)")
        defer { client.close() }
        _ = await client.next()
        let lines = await client.next()?.split(separator: "\n") ?? []
        #expect(lines.first?.hasPrefix("id: 4.") == true)
        #expect(lines.dropFirst().first?.hasPrefix(event) == true)
      }
    }
  }

  @Test(.listening) func aClientThatIsAheadWaits() async throws {
    // Revision 3 was seen at another server.
    let seen = "3"
    let client = try EventClient("\(server.base)/v1/events?last_event_id=\(seen)")
    defer { client.close() }
    #expect(await client.next() == "retry: 2000\nid: \(seen)")
    for number in 10...12 {
      try await Self.write(number, to: server.store, of: server)
      await server.untilServed(number - 8)
    }
    let block = try #require(await client.next())
    #expect(block.hasPrefix("id: 4."))
    #expect(!block.contains("event: reset"))
  }

  /// A client sends what it has, each time that it comes back. It would never come back after a refusal.
  @Test(
    arguments: ["x", "2.x", "-1", "1.5", "99999999999999999999", "1,1", "1.1b4e28ba", "%00", "ｘ"],
    [true, false])
  func anIdOfSomethingElseBeginsAnew(id: String, byHeader: Bool) async throws {
    let answer = try await server.get(
      "/v1/events" + (byHeader ? "?last_event_id=1" : "?last_event_id=\(id.percentEncoded)"),
      byHeader ? ["Last-Event-ID": id] : [:], is: 200)
    let first = try await Self.id(of: 1, in: server.store)
    #expect(
      answer.text == """
        retry: 2000
        id: 1.\(first)

        id: 1.\(first)
        event: reset
        data: {"revision":1,"revision_id":"\(first)"}


        """)
  }

  @Test(arguments: [
    ("", ["Last-Event-ID": ""]), ("?last_event_id=", [:]),
    ("?last_event_id=", ["Last-Event-ID": ""]),
  ])
  func anEmptyIdIsNone(query: String, headers: [String: String]) async throws {
    let answer = try await server.get("/v1/events\(query)", headers)
    let first = try await Self.id(of: 1, in: server.store)
    #expect(answer.text == "retry: 2000\nid: 1.\(first)\n\n")
    // The parameter counts beside an empty field.
    let seen = try await server.get("/v1/events?last_event_id=7", ["Last-Event-ID": ""])
    #expect(seen.text == "retry: 2000\nid: 7\n\n")
  }

  @Test(.listening(events: .init(heartbeat: .seconds(11))))
  func heartbeatsComeWhileNothingHappensAndAGoneClientIsForgotten() async throws {
    let client = try EventClient("\(server.base)/v1/events")
    _ = await client.next()
    for _ in 1...3 {
      await server.clock.untilWaiting(for: .seconds(11))
      server.clock.advance(by: .seconds(11))
      #expect(await client.next() == ": ")
    }
    #expect(await server.events.clientCount == 1)
    client.close()
    // It is noticed when nobody takes a heartbeat.
    try await eventually {
      server.clock.advance(by: .seconds(11))
      return await server.events.clientCount == 0
    }
  }

  @Test(.listening(events: .init(maximumClientCount: 1))) func aClientTooManyIsAskedToTryAgain()
    async throws
  {
    let client = try EventClient("\(server.base)/v1/events")
    defer { client.close() }
    _ = await client.next()
    let refused = try await server.get("/v1/events", is: 503)
    #expect(refused.header("Retry-After") == "5")
    #expect(try refused.object()["code"] as? String == "too_many_clients")
  }

  /// How a client leaves.
  enum Departure: CaseIterable {
    case closes, finishesSending, breaksOff
    /// With requests behind that for the events, which wait for their turn.
    case closesBehindOthers, finishesSendingBehindOthers
    /// With so many of them that nothing more is read.
    case closesBehindMany
  }

  @Test(
    "A place is free when its client leaves, not at the next heartbeat",
    .listening(events: .init(heartbeat: .seconds(3_600), maximumClientCount: 2)),
    arguments: Departure.allCases)
  func aPlaceIsFreeWhenItsClientLeaves(departure: Departure) async throws {
    let staying = try EventClient("\(server.base)/v1/events")
    defer { staying.close() }
    _ = await staying.next()
    let connection = try RawConnection(port: server.port)
    let others =
      switch departure {
      case .closes, .finishesSending, .breaksOff: 0
      case .closesBehindOthers, .finishesSendingBehindOthers: 1
      case .closesBehindMany: 100
      }
    let next = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    connection.send(
      "GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n" + String(repeating: next, count: others))
    let beginning = await connection.read { $0.contains("retry: 2000\nid: ") }
    #expect(beginning.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(beginning)")
    #expect(await server.events.clientCount == 2)
    switch departure {
    case .closes, .closesBehindOthers, .closesBehindMany: connection.close()
    case .finishesSending, .finishesSendingBehindOthers: connection.finishSending()
    case .breaksOff: connection.reset()
    }
    try await eventually { await server.events.clientCount == 1 }
    if departure == .finishesSending || departure == .finishesSendingBehindOthers {
      // The stream ends as every answer does, and those behind it are answered.
      let rest = await connection.readToEnd()
      #expect(rest.components(separatedBy: "HTTP/1.1 200 OK\r\n").count == 1 + others, "\(rest)")
    }
    let another = try EventClient("\(server.base)/v1/events")
    defer { another.close() }
    #expect(await another.next()?.hasPrefix("retry: 2000\n") == true)
    #expect(await server.events.clientCount == 2)
  }

  @Test func aHeadRequestTakesNoPlace() async throws {
    let answer = try await server.send("HEAD", "/v1/events")
    #expect(answer.header("Content-Type") == "text/event-stream")
    #expect(await server.events.clientCount == 0)
  }

  @Test(
    "A client that reads gets the events of many revisions that go into service at once", .noServer)
  func manyRevisionsAtOnce() async throws {
    // PostgreSQL tells the server of each revision: it may announce them one by one.
    try TestStore.requireFile()
    try await LiveServer.run(listens: true, events: .init(maximumPendingCount: 4)) { server in
      let client = try EventClient("\(server.base)/v1/events")
      defer { client.close() }
      _ = await client.next()
      for campaign in 2...40 { try await Self.write(campaign, to: server.store) }
      server.publisher.storeChanged()
      for number in 2...40 {
        #expect(await client.next().flatMap { Self.number(in: $0) } == "id: \(number)")
      }
    }
  }

  @Test("A client that does not read is let go, and one that reads stays", .noServer)
  func aClientThatDoesNotReadIsLetGo() async throws {
    // Its names are longer than an entry of an index of PostgreSQL.
    try TestStore.requireFile()
    try await LiveServer.run(listens: true, events: .init(maximumPendingCount: 2)) { server in
      let silent = try server.narrowConnection()
      defer { silent.close() }
      silent.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
      let reading = try EventClient("\(server.base)/v1/events")
      defer { reading.close() }
      _ = await reading.next()
      try await eventually { await server.events.clientCount == 2 }
      // Events of a megabyte each, until everything between the two is full; a server that keeps them
      // all fails here.
      var number = 1
      while await server.events.clientCount > 1, number < 60 {
        let name = "\(number)" + String(repeating: "x", count: 1 << 20)
        try await server.store.write { transaction in
          _ = try transaction.setComposition(#"{"sections":[]}"#, of: name)
        }
        try await server.publisher.publish()
        number += 1
        // Revisions that go into service before the event of the last one is sent are sent with the next one, as one
        // announcement: on a busy machine there would be too few of them.
        #expect(await reading.next().flatMap { Self.number(in: $0) } == "id: \(number)")
      }
      #expect(await server.events.clientCount == 1)
    }
  }
}
