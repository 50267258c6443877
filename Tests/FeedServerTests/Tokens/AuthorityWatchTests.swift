import FeedEntities
import FeedEditing
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// Nobody goes on reading with an authority that was taken away since their request began.
@Suite(.listening) struct AuthorityWatchTests {
  // MARK: - Bodies

  /// What only reads has no transaction that would look: the end of its body does, if it is late.
  @Test(arguments: [
    ("/v1/presence", #"{"studio":"a","subjects":["content/recent_news/3"]}"#),
    ("/v1/feeds/home/preview", #"{"operations":[]}"#),
    ("/v1/content/recent_news", #"{"title":"a"}"#),
  ])
  func aLateBodyOfWhoIsNotLetInAnyMoreIsRefused(path: String, body: String) async throws {
    let editor = try await server.bearer(.editor)
    let connection = try RawConnection(port: server.port)
    connection.send(Self.head("POST", path, editor, "Content-Length: \(body.utf8.count)\r\n"))
    try await eventually { server.tokenUses.lastUse(of: 1) != nil }
    try await Self.revoke(1, in: server)
    server.clock.advance(by: .seconds(2))
    connection.send(body)
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
    #expect(answer.contains(#""code":"invalid_token""#))
  }

  /// It is not waited for the rest of a body: a beginning is enough.
  @Test(
    .listening(publishes: false), arguments: ["/v1/import/recent_news", "/v1/photos", "/v1/batch"],
    [true, false])
  func aBodyIsNotReceivedToItsEnd(path: String, isDemoted: Bool) async throws {
    let editor = try await server.bearer(.editor)
    let connection = try RawConnection(port: server.port)
    connection.send(Self.head("POST", path, editor, "Content-Length: 1000000\r\n") + "[")
    try await eventually { server.tokenUses.lastUse(of: 1) != nil }
    if isDemoted {
      try await server.store.write(at: server.clock.now) {
        _ = try $0.changeToken(1, name: "Anna", role: .viewer)
      }
    } else {
      try await Self.revoke(1, in: server)
    }
    server.clock.advance(by: .seconds(2))
    connection.send("{")
    let answer = await connection.readToEnd()
    #expect(answer.hasPrefix("HTTP/1.1 \(isDemoted ? 403 : 401) "), "\(answer)")
    #expect(answer.lowercased().contains("connection: close\r\n"))
  }

  /// It is looked again as time passes, and not for each piece.
  @Test(.noServer) func aQuickBodyIsLookedAtOnce() async throws {
    let folder = try TemporaryFolder()
    try await SampleDatabase.copy(to: folder.path("observed.sqlite"))
    let store = ObservedStore(try TestStore.open(folder.path("observed.sqlite")))
    try await LiveServer.run(publishes: false, store: store) { server in
      let viewer = try await server.bearer(.viewer)
      let reads = Counter()
      store.observe { access in if case .read = access { reads.add() } }
      for isLate in [false, true] {
        let pieces = Counter()
        let answer = try await server.application.answer(
          .post, "/v1/presence", headers: [.authorization: viewer["Authorization"] ?? ""],
          pieces: AsyncStream {
            let number = pieces.add()
            if isLate { server.clock.advance(by: .milliseconds(600)) }
            let parts = [#"{"studio""#, #":"a","#, #""subjects":"#, "[]}"]
            return parts.indices.contains(number) ? Array(parts[number].utf8) : nil
          })
        #expect(answer.status == 200)
        // That of the authentication; if the body is late, after 1.2 and 2.4 of 3 seconds.
        #expect(reads.take() == (isLate ? 3 : 1))
      }
    }
  }

  // MARK: - Long answers

  /// Each is larger than all that lies between a server and a client of `narrowConnection`.
  private static let largePaths: [(path: String, role: TokenRole)] = [
    ("/v1/export/campaign_banners?format=ndjson", .viewer),
    ("/v1/export/campaign_banners?format=csv", .viewer),
    ("/v1/content/campaign_banners?limit=1000", .viewer), ("/v1/audit?limit=1000", .admin),
  ]

  @Test(.noServer, arguments: largePaths)
  func aLongAnswerIsCutOff(path: String, role: TokenRole) async throws {
    try await LiveServer.run(
      listens: true, publishes: false, prepare: { store, _ in try await Self.fill(store) }
    ) { server in
      let reader = try await server.bearer(role)
      for isEnded in [false, true] {
        let connection = try server.narrowConnection()
        connection.send(Self.head("GET", path, reader, "Connection: close\r\n"))
        let head = await connection.read { $0.contains("\r\n\r\n") }
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"), "\(head)")
        if isEnded {
          // An admin who is not one any more is no reader of the audit; a viewer has no lower role.
          try await server.store.write(at: server.clock.now) {
            _ =
              try role == .admin
              ? $0.changeToken(1, name: "Anna", role: .editor) : $0.revokeToken(1)
          }
        }
        let rest = await connection.readBytesToEnd()
        let length = head.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.1) }
        let body = Array(head.utf8) + rest
        let count = body.count - (body.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? 0)
        let isWhole = length.map { $0 == count } ?? body.suffix(5).elementsEqual("0\r\n\r\n".utf8)
        #expect(isWhole == !isEnded, "\(count) bytes")
        #expect((count < LiveServer.largeSize) == isEnded, "\(count) bytes")
      }
    }
  }

  /// A search that waited for its turn is not answered to who was revoked meanwhile.
  @Test(.noServer) func anAnswerThatTookLongIsNotSent() async throws {
    let folder = try TemporaryFolder()
    try await SampleDatabase.copy(to: folder.path("observed.sqlite"))
    let inner = try TestStore.open(folder.path("observed.sqlite"))
    let store = ObservedStore(inner)
    try await LiveServer.run(publishes: false, store: store) { server in
      let viewer = try await server.bearer(.viewer)
      let reads = Counter()
      store.observe { _ in
        guard reads.add() == 1 else { return }
        try await inner.write(at: server.clock.now) { _ = try $0.revokeToken(1) }
        server.clock.advance(by: .seconds(5))
      }
      let answer = try await server.application.answer(
        .get, "/v1/releases", headers: [.authorization: viewer["Authorization"] ?? ""])
      #expect(answer.status == 401)
    }
  }

  // MARK: - Streams

  /// Nothing is sent to who is not let in any more: the stream ends with what would be sent next.
  @Test(.noServer, arguments: [true, false])
  func aStreamOfEventsEnds(byEvent: Bool) async throws {
    let heartbeat = Duration.seconds(15)
    try await LiveServer.run(
      listens: true, events: .init(heartbeat: byEvent ? .seconds(3_600) : heartbeat)
    ) {
      server in
      let viewer = try await server.bearer(.viewer)
      let connection = try RawConnection(port: server.port)
      connection.send(Self.head("GET", "/v1/events", viewer))
      _ = await connection.read { $0.contains("id: 1.") }
      let stranger = try RawConnection(port: server.port)
      stranger.send("GET /v1/events HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await stranger.read { $0.contains("id: 1.") }
      try await Self.revoke(1, in: server)
      if byEvent {
        server.clock.advance(by: .seconds(2))
        try await server.addNews(99)
      } else {
        await server.clock.untilWaiting(for: heartbeat)
        server.clock.advance(by: heartbeat)
      }
      let rest = await connection.readToEnd()
      #expect(!rest.contains("id: 2.") && !rest.contains(": \n\n"), "\(rest)")
      #expect(!rest.hasSuffix("0\r\n\r\n"), "and it is cut off")
      // What everybody sees goes on.
      let next = byEvent ? "id: 2." : ": \n\n"
      #expect(await stranger.read { $0.contains(next) }.contains(next))
      try await eventually { await server.events.clientCount == 1 }
    }
  }

  // MARK: - Requests

  private static func head(
    _ method: String, _ path: String, _ client: [String: String], _ fields: String = ""
  ) -> String {
    "\(method) \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: \(client["Authorization"] ?? "")\r\n"
      + "\(fields)\r\n"
  }

  private static func revoke(_ id: Int, in server: LiveServer) async throws {
    try await server.store.write(at: server.clock.now) { _ = try $0.revokeToken(id) }
  }

  /// Adds banners, which the audit has with all of their texts.
  private static func fill(_ store: any FeedStore) async throws {
    let name = String(repeating: "a", count: 4_000)
    try await store.write { transaction in
      for id in 100...1_099 {
        var banner = try TestContent.banner(1)
        banner.id = id
        banner.bannerURL = "https://example.com/\(name)"
        _ = try transaction.save(banner.item, by: .commandLine)
      }
    }
  }
}

/// Counts from any thread.
private final class Counter: Sendable {
  private let value = Mutex(0)

  /// Counts one more.
  ///
  /// - Returns: the number before.
  @discardableResult func add() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }

  /// The number so far, from which on it is counted anew.
  func take() -> Int {
    value.withLock { value in
      defer { value = 0 }
      return value
    }
  }
}
