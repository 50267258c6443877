import FeedEditing
import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Every route, tried by everyone there can be.
@Suite(.server) struct AuthorisationMatrixTests {
  /// Tokens that are worth nothing.
  private static let worthless = [
    "Bearer tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Bearer", "Bearer ", "Bearer x",
    "Bearer tanada_", "Basic YTpi", "tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "nonsense",
  ]

  /// Answers as long as somebody listens: asked for its head, in a test of its own.
  private static let endless = "GET /v1/events"

  @Test func eventsAreForEveryoneButThoseWithAWorthlessToken() async throws {
    for value in Self.worthless {
      try await server.send("HEAD", "/v1/events", ["Authorization": value], is: 401)
    }
    var welcome: [[String: String]] = [[:]]
    for role in TokenRole.allCases { welcome.append(try await server.bearer(role)) }
    for headers in welcome { try await server.send("HEAD", "/v1/events", headers, is: 200) }
  }

  @Test func everyRouteIsOpenToThoseWhoMayUseIt() async throws {
    let expired = try await server.bearer(.admin, expiresAt: SampleContent.committedAt)
    let revoked = try await server.bearer(.admin, name: "revoked")
    try await server.store.write { transaction in
      let token = try transaction.tokens().first { $0.name == "revoked" }
      _ = try transaction.revokeToken(token?.id ?? 0, by: .commandLine)
    }
    let worthless = [expired, revoked] + Self.worthless.map { ["Authorization": $0] }
    var roles: [(TokenRole, [String: String])] = []
    for role in TokenRole.allCases { roles.append((role, try await server.bearer(role))) }
    let entries = try await server.store.read {
      try $0.auditEntries(about: nil, before: nil, limit: 1_000).count
    }

    for (route, role) in server.roles where route != Self.endless {
      for headers in worthless {
        let answer = try await Self.send(route, headers)
        let challenge = answer.header("WWW-Authenticate")
        let code = try answer.code()
        #expect(
          answer.status == 401 && challenge == #"Bearer error="invalid_token""#
            && code == "invalid_token", "\(route) with \(headers): \(answer.status)")
      }
      let stranger = try await Self.send(route, [:])
      if role == nil {
        #expect(![401, 403].contains(stranger.status), "\(route)")
      } else {
        #expect(stranger.status == 401, "\(route): \(stranger.status)")
        #expect(stranger.header("WWW-Authenticate") == "Bearer", "\(route)")
      }
      for (own, headers) in roles {
        let answer = try await Self.send(route, headers)
        if let role, own < role {
          #expect(answer.status == 403, "\(route) as \(own): \(answer.status)")
        } else {
          #expect(![401, 403].contains(answer.status), "\(route) as \(own): \(answer.status)")
        }
      }
    }
    // The bodies were no good, so that whoever was let in has done nothing.
    let after = try await server.store.read {
      try $0.auditEntries(about: nil, before: nil, limit: 1_000).count
    }
    #expect(after == entries)
  }

  @Test(arguments: [
    "/v1/feeds/home?access_token=x", "/v1/feeds/home?access%5Ftoken=x",
    "/v1/content/pickup_photos?token=x",
    "/healthz?a=tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "/v1/feeds/home?a=%74anada_x",
  ])
  func aTokenInAnAddressIsRefused(path: String) async throws {
    try await server.get(path, is: 400, code: "token_in_query")
    try await server.get(path, try await server.bearer(.admin), is: 400)
  }

  @Test func aRevokedTokenIsRefusedAtOnce() async throws {
    let headers = try await server.bearer(.viewer)
    try await server.get("/v1/feeds/home", headers, is: 200)
    try await server.store.write { _ = try $0.revokeToken(1, by: .commandLine) }
    try await server.get("/v1/feeds/home", headers, is: 401)
  }

  /// Asks `route` about something that is not there, with a body that is none.
  private static func send(_ route: String, _ headers: [String: String]) async throws
    -> TestClient.Response
  {
    let parts = route.split(separator: " ")
    let path = String(parts[1])
      .replacing("{kind}", with: "pickup_photos").replacing("{type}", with: "shelf")
      .replacing("{id}", with: "999999").replacing("{feed}", with: "home")
    return try await server.send(
      String(parts[0]), path, headers,
      json: ["POST", "PUT", "PATCH"].contains(parts[0]) ? "nonsense" : nil)
  }
}

extension LiveServer {
  /// Every route with the role that it says it requires.
  fileprivate var roles: [(route: String, role: TokenRole?)] {
    application.routes.map { ($0.name, $0.role) }
  }
}
