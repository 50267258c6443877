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
