import FeedEditing
import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Sessions, which browsers present with a cookie.
@Suite(.server) struct SessionTests {
  private static let banner = "/v1/content/campaign_banners/3"

  private static func write(
    _ headers: [String: String], to server: LiveServer
  ) async throws -> TestClient.Response {
    try await server.send("PATCH", banner, headers, json: #"{"draft":true}"#)
  }

  @Test func aSessionSaysWhoseItIs() async throws {
    let session = try await server.session(.editor, name: "編集 太郎")
    let answer = try await server.get("/v1/session", session, is: 200)
    #expect(answer.header("Cache-Control") == "no-store")
    let object = try answer.object()
    #expect(object["name"] as? String == "編集 太郎")
    #expect(object["role"] as? String == "editor")
    #expect(object["type"] as? String == "session")
    let end = Timestamp(
      millisecondsSince1970: server.clock.now.millisecondsSince1970 + 12 * 3_600_000)
    #expect(object["expires_at"] as? String == end.rfc3339)
    #expect(object["time_zone"] as? String == "Asia/Tokyo")
    #expect((object["locales"] as? [String])?.isEmpty == false)
    #expect(object["public_url"] as? String == "https://feeds.example.com")

    let bearer = try await server.bearer(.viewer, name: "Ben")
    let token = try await server.get("/v1/session", bearer)
    #expect(try token.object()["type"] as? String == "token")
    #expect(try token.object()["expires_at"] is NSNull)
    // Authorization counts more than a cookie.
    let both = try await server.get("/v1/session", session.merging(bearer) { $1 })
    #expect(try both.object()["name"] as? String == "Ben")
    #expect(try await server.get("/v1/session").code() == "token_required")
  }

  @Test(arguments: [
    (nil, false), ("null", false), ("", false), ("https://evil.example", false),
    ("http://localhost.evil.example", false), ("http://evil.example/localhost", false),
    ("http://localhost:8080", false), ("http://localhost:443", false), ("localhost", false),
    ("ftp://localhost", false), ("http://user@localhost", false), ("http://", false),
    ("http://localhost, https://evil.example", false), ("http://localhost", true),
    ("https://localhost", true), ("http://LOCALHOST", true), ("http://localhost:80", true),
  ])
  func aCookieWritesOnlyFromItsOwnPages(origin: String?, isAccepted: Bool) async throws {
    var session = try await server.session(.admin)
    session["Origin"] = origin
    let answer = try await Self.write(session, to: server)
    #expect(answer.status == (isAccepted ? 200 : 403), "\(answer.text)")
    if !isAccepted {
      #expect(try answer.code() == "origin_mismatch")
      // Nothing is changed in other ways either.
      for (method, path) in [
        ("POST", "/v1/tokens"), ("DELETE", Self.banner), ("DELETE", "/v1/session"),
        ("PUT", "/v1/kinds/x"),
      ] {
        let other = try await server.send(
          method, path, session, json: method == "DELETE" ? nil : "{}")
        #expect(try other.code() == "origin_mismatch", "\(method) \(path)")
      }
    }
    // Reading has no origin.
    try await server.get("/v1/tokens", session, is: 200)
  }

  @Test func aSessionEndsAfterTwelveHours() async throws {
    let session = try await server.session(.editor)
    server.clock.advance(by: .milliseconds(12 * 3_600_000 - 1))
    #expect(try await Self.write(session, to: server).status == 200)
    server.clock.advance(by: .milliseconds(1))
    try await Self.expectEnd(of: session, on: server)
  }

  @Test func aRevokedSessionIsRefusedAtOnce() async throws {
    let admin = try await server.session(.admin, name: "Ben")
    let session = try await server.session(.editor)
    let id = try #require(try await server.get("/v1/session", session).object()["id"] as? Int)
    try await server.send("DELETE", "/v1/tokens/\(id)", admin, is: 204)
    try await Self.expectEnd(of: session, on: server)
  }

  @Test func signingOutEndsTheSessionOnTheServer() async throws {
    let session = try await server.session(.editor)
    let answer = try await server.send("DELETE", "/v1/session", session, is: 204)
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(
      answer.header("Set-Cookie")
        == "tanada_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0")
    // A copy of the cookie is worth nothing.
    try await Self.expectEnd(of: session, on: server)
    #expect(try await server.send("DELETE", "/v1/session", session).code() == "session_ended")
    // A token is not revoked in passing.
    let bearer = try await server.bearer(.editor)
    #expect(try await server.send("DELETE", "/v1/session", bearer).code() == "no_session")
    try await server.get("/v1/session", bearer, is: 200)
  }

  @Test func aDemotedPersonHasTheNewRoleAtOnce() async throws {
    let admin = try await server.bearer(.admin)
    let session = try await server.session(.editor, name: "Ben")
    let id = try #require(try await server.get("/v1/session", session).object()["id"] as? Int)
    #expect(try await Self.write(session, to: server).status == 200)
    try await server.send("PATCH", "/v1/tokens/\(id)", admin, json: #"{"role":"viewer"}"#, is: 200)
    let refused = try await Self.write(session, to: server)
    #expect(refused.status == 403)
    #expect(try refused.code() == "role_too_low")
    let now = try await server.get("/v1/session", session)
    #expect(try now.object()["role"] as? String == "viewer")
  }

  /// No secret is accepted in place of another one.
  @Test func eachSecretIsAcceptedInItsOwnPlaceOnly() async throws {
    let bearer = try await server.bearer(.admin)
    let session = try await server.session(.admin)
    let invitation = try await server.invitation(.admin)
    let secrets = try [
      #require(bearer["Authorization"]?.split(separator: " ").last),
      #require(session["Cookie"]?.split(separator: "=").last),
      #require(invitation.split(separator: "/").last),
    ]
    for (place, secret) in secrets.enumerated() {
      try await server.get(
        "/v1/session", ["Authorization": "Bearer \(secret)"], is: place == 0 ? 200 : 401)
      try await server.get(
        "/v1/session", ["Cookie": "a=b; tanada_session=\(secret);c=d"], is: place == 1 ? 200 : 401)
      try await server.get("/studio/invitations/\(secret)", is: place == 2 ? 303 : 404)
    }
  }

  @Test(
    .noServer,
    arguments: [
      ("127.0.0.0/8", "https", true), ("127.0.0.0/8", "HTTPS", true),
      ("127.0.0.0/8", "https, http", true), ("127.0.0.0/8", "http", false),
      ("127.0.0.0/8", "http, https", false), ("127.0.0.0/8", nil, false),
      // Anybody can say so.
      ("10.0.0.0/8", "https", false), (nil, "https", false),
    ] as [(String?, String?, Bool)])
  func theCookieOfAnEncryptedConnectionStaysOnSuch(
    proxies: String?, protocolName: String?, isSecure: Bool
  ) async throws {
    let ranges = try #require(proxies.map { AddressRanges($0) } ?? AddressRanges.none)
    try await LiveServer.run(configure: { $0.http.trustedProxies = ranges }) { server in
      var headers = ["X-Forwarded-For": "192.0.2.1"]
      headers["X-Forwarded-Proto"] = protocolName
      let answer = try await server.get(try await server.invitation(), headers)
      let cookie = try #require(answer.header("Set-Cookie"))
      #expect(cookie.hasSuffix("; Secure") == isSecure, "\(cookie)")
      // A browser takes one with this name with `Secure`, `Path=/` and without `Domain` only.
      #expect(cookie.hasPrefix("__Host-tanada_session=") == isSecure, "\(cookie)")
      #expect(cookie.contains("; Path=/;") && !cookie.contains("Domain"))
      headers["Cookie"] = String(cookie.prefix { $0 != ";" })
      if isSecure {
        // A page that came without TLS is not one of this server's.
        headers["Origin"] = server.origin
        let refused = try await server.send("DELETE", "/v1/session", headers)
        #expect(try refused.code() == "origin_mismatch")
      }
      headers["Origin"] =
        isSecure ? server.origin.replacing("http:", with: "https:") : server.origin
      let end = try await server.send("DELETE", "/v1/session", headers)
      #expect(end.header("Set-Cookie")?.hasSuffix("; Secure") == isSecure)
      #expect(end.header("Set-Cookie")?.hasPrefix("__Host-") == isSecure)
    }
  }

  /// The other name may be from another host of the domain, or from before TLS.
  @Test(.noServer) func overTLSOnlyTheCookieOfThisHostCounts() async throws {
    let ranges = try #require(AddressRanges("127.0.0.0/8"))
    try await LiveServer.run(configure: { $0.http.trustedProxies = ranges }) { server in
      let session = try await server.session(.editor)
      let secret = try #require(session["Cookie"]?.split(separator: "=").last)
      func status(_ cookie: String, _ protocolName: String) async throws -> Int {
        try await server.get(
          "/v1/session",
          ["X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": protocolName, "Cookie": cookie]
        ).status
      }
      #expect(try await status("__Host-tanada_session=\(secret)", "https") == 200)
      #expect(try await status("tanada_session=\(secret)", "https") == 401)
      #expect(try await status("tanada_session=x; __Host-tanada_session=\(secret)", "https") == 200)
      #expect(try await status("tanada_session=\(secret)", "http") == 200)
      #expect(try await status("__Host-tanada_session=\(secret)", "http") == 401)
      // Those of other paths, and of other hosts of the domain, come with it.
      let (own, other) = ("tanada_session=\(secret)", "tanada_session=x")
      #expect(try await status("\(other); \(other); \(own)", "http") == 200)
      #expect(try await status("\(own); \(other)", "http") == 200)
      #expect(try await status("\(other); \(other); \(other); \(own)", "http") == 401)
      #expect(try await status("__Host-\(other); __Host-\(own)", "https") == 401)
    }
  }

  /// What needs a role says that the session has ended, and everybody's reads go on.
  private static func expectEnd(
    of session: [String: String], on server: LiveServer,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for path in ["/v1/session", "/v1/releases", "/v1/feeds/home?at=2099-01-01T00:00:00Z"] {
      let answer = try await server.get(path, session)
      #expect(answer.status == 401, "\(path)", sourceLocation: sourceLocation)
      #expect(try answer.code() == "session_ended", sourceLocation: sourceLocation)
    }
    let refused = try await write(session, to: server)
    #expect(try refused.code() == "session_ended", sourceLocation: sourceLocation)
    for path in ["/v1/feeds/home?width=390", "/v1/feeds", "/v1/content/pickup_photos", "/studio"] {
      let found = try await server.get(path, session)
      let expected = try await server.get(path)
      #expect(found.status == 200, "\(path)", sourceLocation: sourceLocation)
      #expect(found.body == expected.body, "\(path)", sourceLocation: sourceLocation)
      for name in ["ETag", "Cache-Control", "Vary", "Set-Cookie"] {
        #expect(
          found.header(name) == expected.header(name), "\(path)", sourceLocation: sourceLocation)
      }
    }
  }
}
