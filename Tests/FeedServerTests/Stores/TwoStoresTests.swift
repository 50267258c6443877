import FeedEditing
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// One random history in a SQLite file and in PostgreSQL.
@Suite(.needsPostgreSQL) struct TwoStoresTests {
  private static let requestCount = TestScale.count(gate: 25, all: 60, soak: 1_000)

  @Test(
    "A random history has the same answers in both stores, byte by byte",
    arguments: SeededGenerator.seeds.prefix(2))
  func randomHistory(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let database = try SampleDatabase.makePostgreSQL()
    let file = try SQLiteFeedStore(path: folder.path("file.sqlite"), makeID: Self.ids())
    let shared = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt),
      makeID: Self.ids())
    for store in [file, shared] as [any FeedStore] {
      _ = try await Seeder(store: store).seed(
        SeedSources(at: SampleContent.files), at: SampleContent.committedAt)
    }
    try await Self.run(on: file, shared) { first, second in
      try await Self.compare(first, second, seed: seed)
    }
    await shared.close()
  }

  private static func compare(
    _ first: LiveServer, _ second: LiveServer, seed: UInt64
  ) async throws {
    let servers = [first, second]
    let tokens = try await (bearer(of: first), bearer(of: second))
    var requests = RandomRequests(seed: seed)
    var statuses: [Int: Int] = [:]
    for number in 1...requestCount {
      requests.now = first.clock.now.millisecondsSince1970
      let request = requests.next()
      let answers = try await (
        answer(to: request, of: first, tokens.0), answer(to: request, of: second, tokens.1)
      )
      #expect(answers.0 == answers.1, "\(number): \(request)")
      guard answers.0 == answers.1 else { return }
      statuses[answers.0.status / 100, default: 0] += 1
      if number.isMultiple(of: 7) {
        for server in servers { try await pass(20, of: server) }
      }
      for server in servers { try await server.catchUp() }
      for store in servers.map(\.store) { try await store.index() }
      for path in requests.reads() {
        let read = RandomRequest(method: "GET", path: path)
        let answers = try await (
          answer(to: read, of: first, tokens.0), answer(to: read, of: second, tokens.1)
        )
        #expect(answers.0 == answers.1, "\(number): \(request), then \(path)")
        guard answers.0 == answers.1 else { return }
      }
    }
    // Most are done, and some refused.
    #expect(statuses[2, default: 0] > requestCount / 2 && statuses[4, default: 0] > 0)
    #expect(statuses[5] == nil)
  }

  /// Lets seconds pass one by one, so that what is due gets its revision in its second.
  private static func pass(_ seconds: Int, of server: LiveServer) async throws {
    for _ in 0..<seconds {
      server.clock.advance(by: .seconds(1))
      try await server.publisher.publishWhatIsDue()
    }
  }

  /// An answer without what is not the store's.
  private struct Answer: Equatable, CustomStringConvertible {
    let status: Int
    let headers: [String: String]
    let body: Data

    var description: String {
      "\(status) \(headers) \(String(decoding: body.prefix(2_000), as: UTF8.self))"
    }
  }

  private static func answer(
    to request: RandomRequest, of server: LiveServer, _ token: [String: String]
  ) async throws -> Answer {
    let response = try await server.send(
      request.method, request.path, request.headers.merging(token) { $1 }, json: request.body)
    var headers = response.headers
    for name in ["x-request-id", "X-Request-ID", "X-Request-Id", "Date"] { headers[name] = nil }
    // Problems name their request.
    let body = String(decoding: response.body, as: UTF8.self)
      .replacing(/"(instance|request_id)":"[^"]*"/, with: "")
    return Answer(status: response.status, headers: headers, body: Data(body.utf8))
  }

  private static func bearer(of server: LiveServer) async throws -> [String: String] {
    let secret = TokenSecret(randomBytes: Array(repeating: 5, count: TokenSecret.byteCount))
    try await server.store.write {
      try $0.issueToken(
        name: "Anna", role: .admin, expiresAt: nil, secret: secret, by: .commandLine)
    }
    return ["Authorization": "Bearer \(secret.text)"]
  }

  /// Runs `body` with a server of each store, whose random bytes are the same.
  private static func run(
    on first: any FeedStore, _ second: any FeedStore,
    _ body: (LiveServer, LiveServer) async throws -> Void
  ) async throws {
    func configure(_ configuration: inout ServerConfiguration) {
      let random = Mutex(SeededGenerator(seed: 3))
      configuration.randomBytes = { count in
        random.withLock { random in
          (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
      }
    }
    try await LiveServer.run(configure: configure, store: first) { one in
      try await LiveServer.run(configure: configure, store: second) { other in
        try await body(one, other)
      }
    }
  }

  /// Ids that are the same in every store.
  private static func ids() -> @Sendable () -> UUID {
    let random = Mutex(SeededGenerator(seed: 11))
    return {
      random.withLock { random in
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return UUID(
          uuid: (
            bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
          ))
      }
    }
  }
}
