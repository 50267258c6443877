import FeedModel
import FeedPublisher
import FeedStore
import TestSupport
import Testing

/// A clock that is wrong for a while: the present time decides what is due, whatever was written before.
@Suite struct ClockTests {
  private static let minute = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour

  /// `seconds` after the server was started.
  private static func moment(_ seconds: Int) -> Timestamp {
    SampleContent.committedAt.later(seconds: seconds)
  }

  /// Shows news 1 from `seconds` after the start on.
  private static func embargo(_ seconds: Int, in store: any FeedStore, at moment: Timestamp)
    async throws
  {
    try await store.write(at: moment) { transaction in
      _ = try transaction.setWindow(Window(publishAt: Self.moment(seconds)), of: .recentNews, id: 1)
    }
  }

  /// Where the public finds news 1: in the feed, the list, at its own address, in the export.
  private static func places(_ server: LiveServer) async throws -> [String] {
    let feed = try await server.json("/v1/feeds/home")
    let news = feed["sections"].elements.first { $0["id"].text == "recent_news" }
    let list = try await server.json("/v1/content/recent_news")
    let export = try await server.json("/v1/export/recent_news")
    func has(_ items: JSONValue?) -> Bool {
      items?.elements.contains { $0["id"].number == 1 } ?? false
    }
    return [
      has(news?["items"]) ? "feed" : nil, has(list["result"]) ? "list" : nil,
      has(export["result"]) ? "export" : nil,
      try await server.get("/v1/content/recent_news/1").status == 200 ? "item" : nil,
    ].compactMap(\.self)
  }

  private static let everywhere = ["feed", "list", "export", "item"]

  /// Sets the wall clock, and has the publisher look at it.
  private static func set(_ seconds: Int, _ server: LiveServer) async throws {
    server.clock.set(moment(seconds))
    try await server.catchUp()
  }

  @Test(arguments: [1_000 * day, hour])
  func whatAClockAheadHasShownGoesAgain(ahead: Int) async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await Self.embargo(30 * Self.minute, in: store, at: Self.moment(0))
    }) { server in
      #expect(try await Self.places(server).isEmpty)
      try await Self.set(ahead, server)
      #expect(try await Self.places(server) == Self.everywhere)

      try await Self.set(2, server)
      #expect(try await Self.places(server).isEmpty)
      #expect(server.publisher.futureRevisionCount == 1)
      #expect(server.publisher.current?.committedAt == Self.moment(2))
      let readiness = try await server.json("/readyz")
      #expect(readiness["status"].text == "ready")
      #expect(readiness["clock"].text == "ok")

      // Items that are scheduled from now on appear at their time.
      try await Self.embargo(20 * Self.minute, in: server.store, at: Self.moment(3))
      try await Self.set(4, server)
      #expect(try await Self.places(server).isEmpty)
      try await Self.set(20 * Self.minute, server)
      #expect(try await Self.places(server) == Self.everywhere)
    }
  }

  @Test func aClockThatWentBackHidesWhatIsNotDueYet() async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await Self.embargo(-30 * Self.minute, in: store, at: Self.moment(0))
    }) { server in
      #expect(try await Self.places(server) == Self.everywhere)
      try await Self.set(-Self.hour, server)
      #expect(try await Self.places(server).isEmpty)
      try await Self.set(0, server)
      #expect(try await Self.places(server) == Self.everywhere)
    }
  }

  @Test func clocksThatDifferALittleTakeNothingBack() async throws {
    try await LiveServer.run(prepare: { store, _ in
      try await Self.embargo(0, in: store, at: Self.moment(0))
    }) { server in
      #expect(try await Self.places(server) == Self.everywhere)
      let before = server.publisher.current?.revision
      for _ in 0..<3 {
        try await Self.set(-1, server)
        #expect(try await Self.places(server) == Self.everywhere)
      }
      #expect(server.publisher.current?.revision == before)
    }
  }

  @Test func aStoreThatCannotBeWrittenShowsWhatIsDueNow() async throws {
    try await LiveServer.run(
      publishes: false,
      prepare: { store, _ in
        try await Self.embargo(30 * Self.minute, in: store, at: Self.moment(0))
        _ = try await store.applyBoundaries(at: Self.moment(Self.day))
      }
    ) { server in
      // At the time of its revision, which is from the future, news 1 would be shown.
      try await server.publisher.publish()
      #expect(try await Self.places(server).isEmpty)
      #expect(server.publisher.isFromFuture)
      let readiness = try await server.json("/readyz")
      #expect(readiness["status"].text == "degraded")
      #expect(readiness["clock"].text == "behind")
    }
  }
}
