import FeedEditing
import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization
import TestSupport
import Testing

extension LiveServer {
  /// Adds a token to the store and returns the header that presents it.
  func bearer(
    _ role: TokenRole, name: String = "Anna", expiresAt: Timestamp? = nil
  ) async throws -> [String: String] {
    let (_, secret) = try await issue(role, name: name, expiresAt: expiresAt)
    return ["Authorization": "Bearer \(secret.text)"]
  }

  /// The header with the one token of the test that has this role.
  func presented(by role: TokenRole) async throws -> [String: String] {
    if let known = presentedTokens.headers.withLock({ $0[role] }) { return known }
    let made = try await bearer(role)
    presentedTokens.headers.withLock { $0[role] = made }
    return made
  }

  /// Adds a token to the store and returns its bearer; `nil` for the public, without a role.
  func identity(_ role: TokenRole?) async throws -> Identity? {
    guard let role else { return nil }
    return try await issue(role, name: "Anna", expiresAt: nil).token.identity
  }

  private func issue(
    _ role: TokenRole, name: String, expiresAt: Timestamp?
  ) async throws -> (token: Token, secret: TokenSecret) {
    let secret = TokenSecret(
      randomBytes: (0..<TokenSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    let token = try await store.write(making: {
      try $0.issueToken(
        name: name, role: role, expiresAt: expiresAt, secret: secret, by: .commandLine)
    })
    return (token, secret)
  }

  /// Sends a request, and expects what is said of the answer: its status, and the code and pointers of a problem.
  @discardableResult
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], json: String? = nil,
    body: Data? = nil, is status: Int? = nil, code: String? = nil, pointers: [String]? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> TestClient.Response {
    var headers = headers
    if json != nil, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    let answer = try await client.send(
      method, path, headers: headers, body: body ?? json.map { Data($0.utf8) })
    let comment: Comment = "\(method) \(path): \(answer.status) \(answer.text.prefix(1_000))"
    if let status { #expect(answer.status == status, comment, sourceLocation: location) }
    if let code { #expect(try answer.code() == code, comment, sourceLocation: location) }
    if let pointers {
      #expect(try answer.pointers() == pointers, comment, sourceLocation: location)
    }
    return answer
  }

  /// Sends GET, and expects what is said of the answer.
  @discardableResult
  func get(
    _ path: String, _ headers: [String: String] = [:], is status: Int? = nil, code: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> TestClient.Response {
    try await send("GET", path, headers, is: status, code: code, at: location)
  }

  /// The answers to GET from `path` on, up to the end of a list; one that repeats itself ends after a hundred.
  func pages(
    of path: String, _ headers: [String: String] = [:]
  ) async throws -> [TestClient.Response] {
    var (pages, next): ([TestClient.Response], String?) = ([], path)
    while let address = next, pages.count < 100 {
      pages.append(try await get(address, headers, is: 200))
      next = try pages.last?.object()["next"] as? String
    }
    return pages
  }

  /// Prepares a release of `operations`, which is published at a moment if there is one, and returns its path.
  @discardableResult
  func prepareRelease(
    _ operations: String, at publishAt: String? = nil, _ headers: [String: String]
  ) async throws -> String {
    let moment = publishAt.map { #","publish_at":"\#($0)""# } ?? ""
    let made = try await send(
      "POST", "/v1/releases", headers, json: #"{"name":"Christmas"\#(moment)}"#, is: 201)
    let path = try #require(made.header("Location"))
    try await send("PUT", "\(path)/operations", headers, json: operations, is: 200)
    return path
  }

  /// The address of the document that a link to the release at `path` opens.
  func link(to path: String, _ headers: [String: String]) async throws -> String {
    let link = try await send("POST", "\(path)/links", headers, is: 201)
    return try #require(try link.json()["document"].text)
  }

  /// The number of the newest revision.
  func revision() async throws -> Int? { try await store.latestRevision()?.number }

  /// The body of the answer to GET.
  func json(_ path: String, _ headers: [String: String] = [:]) async throws -> JSONValue {
    try await get(path, headers).json()
  }
}

extension Locales {
  /// The locales with these tags, the default one first.
  init(_ tags: String...) { self.init(tags.compactMap { LocaleTag($0) }) }
}

extension [String: String] {
  /// These headers and one more.
  func with(_ name: String, _ value: String) -> Self { merging([name: value]) { $1 } }
}

extension JSONValue {
  /// The titles of the items of a screen.
  var titles: [String] {
    self["sections"].elements.flatMap { section in
      section["items"].elements.compactMap { $0["title"].text }
    }
  }
}

extension LocalResponse {
  /// The body.
  func json() throws -> JSONValue { try JSONValue.parse(body) }
}

extension TestClient.Response {
  /// The body.
  func json() throws -> JSONValue { try JSONValue.parse(body) }

  /// The first item of a result.
  func item() throws -> [String: Any] {
    (try object()["result"] as? [[String: Any]])?.first ?? [:]
  }

  /// The items of a result.
  func items() throws -> [[String: Any]] { try #require(object()["result"] as? [[String: Any]]) }

  /// The ids of the items of a result.
  func ids() throws -> [Int] { try items().compactMap { $0["id"] as? Int } }

  /// The code of a problem.
  func code() throws -> String? { try object()["code"] as? String }

  /// The pointers of a problem's parts.
  func pointers() throws -> [String] {
    (try object()["errors"] as? [[String: Any]] ?? []).compactMap { $0["pointer"] as? String }
  }
}

extension LiveServer {
  /// The origin of the server's own pages.
  var origin: String { port == 0 ? "http://localhost" : base }

  /// Adds an invitation to the store and returns its path.
  func invitation(_ role: TokenRole = .editor, name: String = "Anna") async throws -> String {
    let secret = TokenSecret(
      randomBytes: (0..<TokenSecret.byteCount).map { _ in UInt8.random(in: .min ... .max) })
    let now = clock.now
    try await store.write(at: now) {
      _ = try $0.invite(name: name, role: role, secret: secret, by: .commandLine)
    }
    return StudioAddress.invitation(secret)
  }

  /// Signs in and returns the header with the session's cookie, and what a page of the server sends with writes.
  func session(_ role: TokenRole, name: String = "Anna") async throws -> [String: String] {
    // Without a library between that follows redirects, and has cookies of its own.
    let answer = try await LocalClient(application: application)
      .get(try await invitation(role, name: name))
    let cookie = try #require(answer.header("Set-Cookie"))
    return ["Cookie": String(cookie.prefix { $0 != ";" }), "Origin": origin]
  }
}

/// Sends requests to a server.
protocol ServerClient: Sendable {
  func send(
    _ method: String, _ path: String, headers: [String: String], body: Data?
  ) async throws -> TestClient.Response
}

extension ServerClient {
  func get(_ path: String, headers: [String: String] = [:]) async throws -> TestClient.Response {
    try await send("GET", path, headers: headers, body: nil)
  }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:]
  ) async throws -> TestClient.Response {
    try await send(method, path, headers: headers, body: nil)
  }

  func send(_ method: String, _ path: String, body: Data?) async throws -> TestClient.Response {
    try await send(method, path, headers: [:], body: body)
  }
}

extension TestClient: ServerClient {}

/// Passes requests to the application behind its connections: through all middleware, and without a port.
struct LocalClient: ServerClient {
  let application: FeedApplication

  func send(
    _ method: String, _ path: String, headers: [String: String], body: Data?
  ) async throws -> TestClient.Response {
    guard let method = HTTPRequest.Method(rawValue: method) else { throw URLError(.badURL) }
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { throw URLError(.badURL) }
      fields[name] = value
    }
    if let body { fields[.contentLength] = "\(body.count)" }
    let answer = try await application.answer(
      method, path, headers: fields, body: body.map { [UInt8]($0) } ?? [],
      from: IPAddress("127.0.0.1"))
    let pairs = answer.headers.map { ($0.name.canonicalName, $0.value) }
    return TestClient.Response(
      status: answer.status, headers: Dictionary(pairs) { "\($0), \($1)" }, body: Data(answer.body))
  }
}

extension FeedApplication {
  /// Answers a request with `body` without a connection.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8],
    as identity: Identity? = nil, from peer: IPAddress? = nil
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers, body: RequestBody(buffer: ByteBuffer(bytes: body)),
      as: identity, from: peer)
  }

  /// Answers a request without a connection whose body arrives in `pieces`.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:],
    pieces: AsyncStream<[UInt8]>
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers,
      body: RequestBody(asyncSequence: pieces.map { ByteBuffer(bytes: $0) }))
  }
}
