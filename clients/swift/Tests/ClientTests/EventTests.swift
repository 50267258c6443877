import Foundation
import TanadaClient
import Testing

@Suite("Events")
struct EventTests {
  private static func event(_ number: Int, _ keys: String, type: String = "message") -> String {
    "id: \(number).x\nevent: \(type)\ndata: {\"revision\":\(number),\"keys\":[\(keys)]}\n\n"
  }

  private func configuration(_ server: LoopbackServer, _ pauses: Pauses) -> FeedClient.Configuration
  {
    var configuration = FeedClient.Configuration(base: server.base)
    configuration.waiting = pauses.policy()
    return configuration
  }

  @Test("a stream that ends is opened again after the last event, with growing pauses")
  func reconnects() async throws {
    let server = try LoopbackServer { _, number in
      let stream = ["Content-Type": "text/event-stream"]
      switch number {
      case 1: return .init(headers: stream, body: Self.event(7, "\"feed:home\""))
      case 2, 3: return Fixtures.problem(503, "server_full")
      default: return .init(headers: stream, body: Self.event(9, "", type: "reset"))
      }
    }
    let pauses = Pauses()
    let client = FeedClient(configuration(server, pauses))
    var seen: [String] = []
    for try await event in client.events(after: "6.x") {
      switch event {
      case .connected: seen.append("connected")
      case .revision(let revision): seen.append("revision \(revision.revision)")
      case .disconnected: seen.append("disconnected")
      case .reset(let revision): seen.append("reset \(revision.revision)")
      }
      if case .reset = event { break }
    }
    #expect(
      seen == [
        "connected", "revision 7", "disconnected", "disconnected", "disconnected", "connected",
        "reset 9",
      ])
    #expect(
      server.requests.map { $0.headers["last-event-id"] } == ["6.x", "7.x", "7.x", "7.x"])
    #expect(await pauses.all == [.seconds(1), .seconds(2), .seconds(4)])
  }

  @Test("a server without events says so")
  func refuses() async throws {
    let server = try LoopbackServer { _, _ in Fixtures.problem(404, "not_found") }
    let client = FeedClient(configuration(server, Pauses()))
    await #expect(throws: FeedError.self) {
      for try await event in client.events() { Issue.record("found \(event)") }
    }
  }

  @Test("updates: the document, and another one when its screen changes")
  func follows() async throws {
    let server = try LoopbackServer { request, number in
      request.path.hasPrefix("/v1/events")
        ? .init(
          headers: ["Content-Type": "text/event-stream"],
          body: Self.event(number, "\"feed:summer\",\"section:home/a\"")
            + Self.event(number, "\"feed:home@en\""))
        : .init(body: Fixtures.document(revision: number).description)
    }
    let client = FeedClient(configuration(server, Pauses()))
    var revisions: [Int] = []
    for await update in client.updates(of: "home", FeedQuery(width: 390)) {
      guard case .document(let loaded) = update else { continue }
      revisions.append(loaded.document.revision)
      if revisions.count == 3 { break }
    }
    #expect(revisions == revisions.sorted() && Set(revisions).count == 3)
  }

  @Test("updates: the document is loaded once at first, and events are read from its revision")
  func loadsOnce() async throws {
    let server = try LoopbackServer { request, _ in
      guard request.path.hasPrefix("/v1/events") else {
        return .init(
          headers: ["X-Tanada-Revision": "41"], body: Fixtures.document(revision: 7).description)
      }
      return .init(headers: ["Content-Type": "text/event-stream"], body: Self.event(40, "\"x\""))
    }
    let (ends, tell) = AsyncStream.makeStream(of: Void.self)
    var configuration = FeedClient.Configuration(base: server.base)
    // The stream of events has ended.
    configuration.waiting.sleep = { _ in
      tell.yield()
      throw CancellationError()
    }
    let client = FeedClient(configuration)
    let following = Task { for await _ in client.updates(of: "home", FeedQuery(width: 390)) {} }
    for await _ in ends { break }
    // Another loading would be asked for during these.
    for _ in 0..<10 { _ = try await client.load("home", FeedQuery(width: 500)) }
    following.cancel()
    #expect(server.requests.filter { $0.path.contains("width=390") }.count == 1)
    let events = server.requests.filter { $0.path == "/v1/events" }
    #expect(events.map { $0.headers["last-event-id"] } == ["41"])
  }

  @Test("updates: events that come during a loading are one reason for another")
  func coalesces() async throws {
    let haveEnded = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { request, number in
      if request.path.hasPrefix("/v1/events") {
        return .init(
          headers: ["Content-Type": "text/event-stream"],
          body: (0..<300).map { Self.event($0, "\"feed:home\"") }.joined())
      }
      // The second loading takes as long as the events do.
      if number == 3 { _ = haveEnded.wait(timeout: .now() + 60) }
      return .init(
        headers: ["X-Tanada-Revision": "1"], body: Fixtures.document(revision: number).description)
    }
    var configuration = FeedClient.Configuration(base: server.base)
    configuration.waiting.sleep = { _ in
      haveEnded.signal()
      throw CancellationError()
    }
    let client = FeedClient(configuration)
    var documents = 0
    for await _ in client.updates(of: "home", FeedQuery(width: 390)) {
      documents += 1
      guard documents == 3 else { continue }
      // Another loading would be asked for during these.
      for _ in 0..<10 { _ = try await client.load("home", FeedQuery(width: 500)) }
      break
    }
    #expect(server.requests.filter { $0.path.contains("width=390") }.count == 3)
  }

  @Test("updates: a document that expires in the far future is asked for again after a day")
  func waitsADay() async throws {
    let server = try LoopbackServer { _, number in
      var json = Fixtures.document(revision: number).object ?? [:]
      json["expires_at"] = "9999-12-31T23:59:59.999Z"
      return .init(body: JSONValue.object(json).description)
    }
    let pauses = Pauses()
    let client = FeedClient(configuration(server, pauses))
    var count = 0
    for await _ in client.updates(of: "home", FeedQuery(width: 390), followsEvents: false) {
      count += 1
      if count == 3 { break }
    }
    #expect(await pauses.all.prefix(2) == [.seconds(86_400), .seconds(86_400)])
  }

  @Test("updates: nothing is asked for before a pause, or after it was ended in it")
  func waitsFirst() async throws {
    let server = try LoopbackServer { _, _ in .init(body: Fixtures.document().description) }
    let pauses = Pauses()
    let client = FeedClient(configuration(server, pauses))
    let query = FeedQuery(width: 390)
    for await _ in client.updates(
      of: "home", query, followsEvents: false, after: FeedClient.resizingPause)
    { break }
    #expect(await pauses.all == [.milliseconds(150)])
    var ended = FeedClient.Configuration(base: server.base)
    ended.waiting.sleep = { _ in throw CancellationError() }
    for await _ in FeedClient(ended).updates(of: "home", query, after: FeedClient.resizingPause) {
      Issue.record("asked")
    }
    #expect(server.requests.count == 1)
  }

  @Test("updates: a failure is reported, and the server asked again")
  func reports() async throws {
    let server = try LoopbackServer { _, number in
      number < 3
        ? Fixtures.problem(404, "not_found") : .init(body: Fixtures.document().description)
    }
    let pauses = Pauses()
    let client = FeedClient(configuration(server, pauses))
    var failures = 0
    for await update in client.updates(of: "home", FeedQuery(width: 390), followsEvents: false) {
      if case .failed(let error) = update {
        #expect(error.status == 404)
        failures += 1
      } else {
        break
      }
    }
    #expect(failures == 2)
    #expect(await pauses.all == [.seconds(1), .seconds(2)])
  }
}
