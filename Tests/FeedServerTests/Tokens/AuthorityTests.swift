import FeedEditing
import FeedModel
import FeedPhotos
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// Nobody writes with an authority that was taken away since their request began. The clock stands still, so that only the
/// transactions look.
@Suite struct AuthorityTests {
  /// What becomes of a token after its bearer was let in.
  enum Withdrawal: CaseIterable {
    case revocation, demotion, expiry
  }

  /// When in a request that happens.
  enum Moment {
    /// Half of the body has arrived.
    case body
    /// The next access to the store after that of the authentication is about to be made.
    case access
  }

  typealias Write = RoleTests.Write

  private static let banner =
    #"{"id":99,"banner_contents_id":7,"banner_url":"https://example.com/new.jpg"}"#
  private static let photo = TestPhotos.photo(1).id
  private static let picture = PhotoRouteTests.landscape

  /// The writes that ``RoleTests`` has not, in an order in which all of them can be done.
  private static let others: [Write] = [
    Write("POST /v1/import/campaign_banners", "[\(banner)]", 200, .editor),
    Write("POST /v1/import/campaign_banners?dry_run=true", "[\(banner)]", 200, .editor),
    Write("POST /v1/photos", nil, 201, .contributor),
    Write("POST /v1/photos?address=https://example.com/a.jpg", nil, 200, .editor),
    Write("PATCH /v1/photos/\(photo)", #"{"alt":"A"}"#, 200, .editor),
    Write("DELETE /v1/photos/\(photo)", nil, 204, .editor),
    Write("DELETE /v1/kinds/cafes?dry_run=true", nil, 200, .admin),
    Write("DELETE /v1/kinds/cafes", nil, 204, .admin),
    Write(
      "PUT /v1/kinds/bars?dry_run=true",
      #"{"kind":"bars","fields":[{"name":"name","type":"text"}]}"#, 200, .admin),
    Write(
      "PUT /v1/cells/pin", #"{"cell":"pin","fits":["shelf"],"content":[{"image":"image"}]}"#, 201,
      .admin),
    Write(
      "PUT /v1/cells/pin?dry_run=true",
      #"{"cell":"pin","fits":["shelf"],"content":[{"image":"image"}]}"#, 200, .admin),
    Write("DELETE /v1/cells/pin?dry_run=true", nil, 200, .admin),
    Write("DELETE /v1/cells/pin", nil, 204, .admin),
    Write("PUT /v1/themes/night", #"{"theme":"night"}"#, 201, .admin),
    Write("DELETE /v1/themes/night", nil, 204, .admin),
    Write(
      "POST /v1/restore?dry_run=true", #"{"revision":1,"subjects":["feeds/home"]}"#, 200, .editor),
    Write("POST /v1/tokens", #"{"name":"Eve","role":"admin"}"#, 201, .admin),
    Write("PATCH /v1/tokens/1", #"{"role":"admin"}"#, 200, .admin),
    Write("DELETE /v1/tokens/1", nil, 204, .admin),
    Write("POST /v1/invitations", #"{"name":"Eve","role":"admin"}"#, 201, .admin),
    Write("DELETE /v1/session", nil, 204, .viewer),
  ]

  /// Requests with other methods than GET that write nothing.
  private static let reads: Set = [
    "POST /v1/feeds/{feed}/preview", "POST /v1/presence", "POST /v1/layouts/{type}",
  ]

  /// A route that writes and is missing here fails the test.
  @Test(.server(publishes: false)) func everyRouteThatWritesIsTried() async throws {
    let tried = Set((RoleTests.writes + Self.others).map { Self.pattern(of: $0.request) })
    for route in server.routes where !route.hasPrefix("GET ") && !Self.reads.contains(route) {
      let pattern = route.replacing(/\{[a-z]+\}/, with: "*")
      #expect(tried.contains(pattern), "\(route) is not tried")
    }
  }

  /// The route of a request, with `*` for each parameter.
  private static func pattern(of request: String) -> String {
    let path = request.prefix { $0 != "?" }
    let parameters = [
      "campaign_banners", "recent_news", "home", "summer", "winter", "shops", "cafes", "bars",
      "1", "2", "3", "\(photo)", "pin", "night",
    ]
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { parameters.contains(String($0)) ? "*" : String($0) }.joined(separator: "/")
  }

  private static let withdrawals: [(Withdrawal, Moment)] = [
    (.revocation, .body), (.demotion, .access), (.expiry, .access), (.revocation, .access),
    (.demotion, .body), (.expiry, .body),
  ]

  @Test(arguments: TestScale.cases(withdrawals, gate: 3))
  func nothingIsWrittenByWhoIsNotLetInAnyMore(withdrawal: Withdrawal, moment: Moment) async throws {
    try await Self.run { server, store, inner in
      let (state, begin) = (try await Self.state(of: inner), server.clock.now)
      for type in [TokenType.token, .session] {
        for write in RoleTests.writes + Self.others {
          guard moment == .access || Self.body(of: write) != nil else { continue }
          // Whoever has the lowest role is not demoted; a token is no session.
          guard withdrawal != .demotion || write.role > .viewer else { continue }
          guard type == .session || !write.request.hasSuffix("/session") else { continue }
          let (id, headers) = try await Self.letIn(write.role, as: type, to: inner, server)
          let answer = try await Self.send(write, headers, to: server, store, at: moment) {
            try await Self.withdraw(id, by: withdrawal, from: inner, server, write.role)
          }
          // What was done has no body.
          let code = try? answer.json()["code"].text
          let comment: Comment = "\(type) \(write.testDescription): \(answer.status) \(code ?? "")"
          switch withdrawal {
          case .demotion: #expect(answer.status == 403 && code == "role_too_low", comment)
          case .revocation, .expiry:
            let expected = type == .session ? "session_ended" : "invalid_token"
            #expect(answer.status == 401 && code == expected, comment)
          }
          server.clock.set(begin)
          try await Self.remove(id, from: inner)
          #expect(try await Self.state(of: inner) == state, comment)
        }
      }
      let uploaded = try await server.photos.library.storage.photos()
      #expect(uploaded.isEmpty, "a picture is left")
    }
  }

  /// What was refused above is done for those whose authority is whole.
  @Test func theOthersAreDoneForThoseWhoMay() async throws {
    try await Self.run { server, store, inner in
      for write in Self.others {
        let type: TokenType = write.request.hasSuffix("/session") ? .session : .token
        let (_, headers) = try await Self.letIn(write.role, as: type, to: inner, server)
        let answer = try await Self.send(write, headers, to: server, store, at: .access) {}
        #expect(
          answer.status == write.status,
          "\(write.testDescription): \(String(decoding: answer.body, as: UTF8.self))")
      }
    }
  }

  /// An answer that was recorded is for those who may still write.
  @Test(arguments: Withdrawal.allCases)
  func anAnswerIsNotGivenAgainToWhoIsNotLetInAnyMore(withdrawal: Withdrawal) async throws {
    try await Self.run { server, store, inner in
      let write = Write("POST /v1/content/campaign_banners", Self.banner, 201, .editor)
      let (id, bearer) = try await Self.letIn(.editor, as: .token, to: inner, server)
      var headers = bearer
      headers[try #require(HTTPField.Name("Idempotency-Key"))] = "once"
      let first = try await Self.send(write, headers, to: server, store, at: .access) {}
      #expect(first.status == 201)
      let again = try await Self.send(write, headers, to: server, store, at: .body) {}
      #expect(again.status == 201 && again.body == first.body)
      let refused = try await Self.send(write, headers, to: server, store, at: .body) {
        try await Self.withdraw(id, by: withdrawal, from: inner, server, .editor)
      }
      #expect(refused.status == (withdrawal == .demotion ? 403 : 401))
    }
  }

  /// As the first report had it: half of the body is sent, and the rest after the token was revoked.
  @Test(.listening(publishes: false)) func aBodyThatEndsAfterTheRevocationMakesNoToken()
    async throws
  {
    let admin = try await server.bearer(.admin)
    let connection = try RawConnection(port: server.port)
    connection.send(
      "POST /v1/tokens HTTP/1.1\r\nHost: a\r\nContent-Length: 31\r\n"
        + "Authorization: \(admin["Authorization"] ?? "")\r\n\r\n" + #"{"name":"Eve","#)
    try await eventually { server.tokenUses.lastUse(of: 1) != nil }
    try await server.store.write(at: server.clock.now) { _ = try $0.revokeToken(1) }
    connection.send(#""role":  "admin"}"#)
    let answer = await connection.readAnswer()
    #expect(answer.hasPrefix("HTTP/1.1 401 "), "\(answer)")
    #expect(answer.contains(#""code":"invalid_token""#))
    #expect(try await server.store.read { try $0.tokens().map(\.name) } == ["Anna"])
  }

  /// A contributor who has begun to send operations does not change what an editor has scheduled meanwhile.
  @Test func aReleaseThatIsScheduledMeanwhileIsTheEditors() async throws {
    try await Self.run { server, store, inner in
      let write = Write("PUT /v1/releases/1/operations", #"{"operations":[]}"#, 200, .contributor)
      let (_, headers) = try await Self.letIn(.contributor, as: .token, to: inner, server)
      let answer = try await Self.send(write, headers, to: server, store, at: .body) {
        try await inner.write { transaction in
          var release = try transaction.existingRelease(1)
          release.schedule(at: Timestamp("2030-01-01T00:00:00Z"))
          try transaction.update(release)
        }
      }
      #expect(answer.status == 403)
    }
  }

  // MARK: - Servers and requests

  /// Runs `body` against a server whose accesses to the store are observed, and the store behind it.
  private static func run(
    _ body: (LiveServer, ObservedStore, any FeedStore) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await SampleDatabase.copy(to: folder.path("observed.sqlite"))
    let inner = try TestStore.open(folder.path("observed.sqlite"))
    let store = ObservedStore(inner)
    try await LiveServer.run(publishes: false, store: store) { server in
      store.setTime(by: server.clock)
      try await RoleTests.prepare(server)
      try await server.send(
        "PUT", "/v1/kinds/cafes", try await server.bearer(.admin),
        json: #"{"kind":"cafes","fields":[{"name":"name","type":"text"}]}"#, is: 201)
      try await inner.write {
        _ = try $0.addPhoto(TestPhotos.photo(1), assignedTo: nil, by: .commandLine)
      }
      try await body(server, store, inner)
    }
  }

  /// The body of a request; `nil` for one without.
  private static func body(of write: Write) -> [UInt8]? {
    write.request.hasPrefix("POST /v1/photos")
      ? [UInt8](picture) : write.body.map { Array($0.utf8) }
  }

  /// Sends a request, and calls `meanwhile` once at `moment` of it.
  private static func send(
    _ write: Write, _ headers: HTTPFields, to server: LiveServer, _ store: ObservedStore,
    at moment: Moment, _ meanwhile: @escaping @Sendable () async throws -> Void
  ) async throws -> LocalResponse {
    let parts = write.request.split(separator: " ").map(String.init)
    let method = try #require(HTTPRequest.Method(rawValue: parts[0]))
    let body = body(of: write) ?? []
    let (head, rest) = (Array(body.prefix(body.count / 2)), Array(body.dropFirst(body.count / 2)))
    var headers = headers
    if write.body != nil { headers[.contentType] = "application/json" }
    let pieces = Mutex([head, rest].filter { !$0.isEmpty })
    let accessCount = Mutex(0)
    store.observe { _ in
      // The first one is that of the authentication.
      let isNext = accessCount.withLock { count in
        count += 1
        return count == 2
      }
      if moment == .access, isNext { try await meanwhile() }
    }
    defer { store.observe { _ in } }
    return try await server.application.answer(
      method, parts[1], headers: headers,
      pieces: AsyncStream {
        let (piece, isLast) = pieces.withLock { pieces in
          (pieces.isEmpty ? nil : pieces.removeFirst(), pieces.isEmpty)
        }
        if moment == .body, piece != nil, isLast { try? await meanwhile() }
        return piece
      })
  }

  /// Adds a token or a session, and returns its number with what presents it.
  private static func letIn(
    _ role: TokenRole, as type: TokenType, to store: any FeedStore, _ server: LiveServer
  ) async throws -> (id: Int, headers: HTTPFields) {
    let secret = TokenSecret(
      randomBytes: (0..<TokenSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    let end = server.clock.now.later(minutes: 1)
    let token = try await store.write(
      at: server.clock.now,
      making: { try $0.addToken(type, name: "Ben", role: role, expiresAt: end, secret: secret) })
    let headers: HTTPFields =
      type == .token
      ? [.authorization: "Bearer \(secret.text)"]
      : [.cookie: "tanada_session=\(secret.text)", .origin: server.origin]
    return (token.id, headers)
  }

  private static func withdraw(
    _ id: Int, by withdrawal: Withdrawal, from store: any FeedStore, _ server: LiveServer,
    _ role: TokenRole
  ) async throws {
    switch withdrawal {
    case .expiry:
      // The wall clock: who was let in a moment ago was so by the other one.
      server.clock.set(server.clock.now.later(minutes: 1))
    case .revocation:
      try await store.write(at: server.clock.now) { _ = try $0.revokeToken(id) }
    case .demotion:
      let lower = TokenRole.allCases.sorted().last { $0 < role } ?? .viewer
      try await store.write(at: server.clock.now) {
        _ = try $0.changeToken(id, name: "Ben", role: lower)
      }
    }
  }

  /// Ends a token that nothing is asked with any more.
  private static func remove(_ id: Int, from store: any FeedStore) async throws {
    try await store.write { _ = try $0.revokeToken(id) }
  }

  /// What writes leave: revisions, entries of the audit, releases, photos, and tokens other than those of the test.
  private static func state(of store: any FeedStore) async throws -> [Int] {
    try await store.read { reader in
      [
        try reader.latestRevision()?.number ?? 0,
        try reader.auditEntries(about: nil, before: nil, limit: 1_000).count,
        try reader.releases(before: nil, limit: 100).count,
        try reader.photos(matching: [], before: nil, limit: 100).count,
        try reader.tokens().filter { $0.name != "Ben" && $0.revokedAt == nil }.count,
      ]
    }
  }
}
