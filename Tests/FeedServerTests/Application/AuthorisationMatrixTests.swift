import FeedEditing
import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import TestSupport
import Testing

/// Every route, tried by everyone there can be.
@Suite struct AuthorisationMatrixTests {
  /// Who may use a route.
  private enum Access {
    case everyone
    case role(TokenRole)
  }

  /// Who may use each route of the server. A route that is missing here fails the test.
  private static let access: [String: Access] = [
    "GET /v1/feeds": .everyone,
    "GET /v1/feeds/{feed}": .everyone,
    "DELETE /v1/feeds/{feed}": .role(.admin),
    "GET /v1/feeds/{feed}.jsonfeed": .everyone,
    "GET /v1/feeds/{feed}/variant": .everyone,
    "POST /v1/feeds/{feed}/preview": .role(.viewer),
    "GET /v1/feeds/{feed}/composition": .everyone,
    "PUT /v1/feeds/{feed}/composition": .role(.editor),
    "GET /v1/feeds/{feed}/sections/{id}": .everyone,
    "GET /v1/content/{kind}": .everyone,
    "GET /v1/content/{kind}/{id}": .everyone,
    "POST /v1/content/{kind}": .role(.editor),
    "PUT /v1/content/{kind}/{id}": .role(.editor),
    "PATCH /v1/content/{kind}/{id}": .role(.editor),
    "DELETE /v1/content/{kind}/{id}": .role(.editor),
    "POST /v1/batch": .role(.editor),
    "GET /v1/photos": .role(.viewer),
    "POST /v1/photos": .role(.contributor),
    "GET /v1/photos/{id}": .everyone,
    "PATCH /v1/photos/{id}": .role(.editor),
    "DELETE /v1/photos/{id}": .role(.editor),
    "GET /v1/photos/{id}/uses": .role(.viewer),
    "GET /v1/photos/{id}.jpg": .everyone,
    "GET /v1/photos/{id}/{picture}": .everyone,
    "GET /v1/photos/{id}/viewer": .everyone,
    "GET /v1/photos/{id}/card.jpg": .everyone,
    "GET /v1/photos/{id}/card": .everyone,
    "GET /v1/kinds": .everyone,
    "GET /v1/kinds/{kind}": .everyone,
    "PUT /v1/kinds/{kind}": .role(.admin),
    "DELETE /v1/kinds/{kind}": .role(.admin),
    "GET /v1/export/{kind}": .everyone,
    "POST /v1/import/{kind}": .role(.editor),
    "GET /v1/events": .everyone,
    "GET /v1/tokens": .role(.admin),
    "POST /v1/tokens": .role(.admin),
    "PATCH /v1/tokens/{id}": .role(.admin),
    "DELETE /v1/tokens/{id}": .role(.admin),
    "POST /v1/invitations": .role(.admin),
    "GET /studio/invitations/{secret}": .everyone,
    "GET /v1/session": .role(.viewer),
    "DELETE /v1/session": .role(.viewer),
    "POST /v1/presence": .role(.viewer),
    "GET /v1/audit": .role(.admin),
    "GET /v1/revisions": .role(.viewer),
    "GET /v1/content/{kind}/{id}/history": .role(.viewer),
    "GET /v1/feeds/{feed}/diff": .role(.viewer),
    "POST /v1/restore": .role(.editor),
    "GET /v1/releases": .role(.viewer),
    "POST /v1/releases": .role(.contributor),
    "GET /v1/releases/{id}": .role(.viewer),
    "PATCH /v1/releases/{id}": .role(.contributor),
    "DELETE /v1/releases/{id}": .role(.contributor),
    "PUT /v1/releases/{id}/operations": .role(.contributor),
    "POST /v1/releases/{id}/publish": .role(.editor),
    "POST /v1/releases/{id}/links": .role(.contributor),
    "GET /v1/layouts": .everyone,
    "POST /v1/layouts/{type}": .everyone,
    "GET /healthz": .everyone,
    "GET /readyz": .everyone,
    "GET /metrics": .everyone,
    "GET /openapi.json": .everyone,
    "GET /": .everyone,
    "GET /gallery": .everyone,
    "GET /docs": .everyone,
    "GET /docs/{file*}": .everyone,
    "GET /studio": .everyone,
    "GET /assets/{asset}": .everyone,
    "GET /tanada.js": .everyone,
    "GET /tanada.d.ts": .everyone,
    "GET /tanada-core.js": .everyone,
    "GET /tanada-core.d.ts": .everyone,
    "GET /documents.d.ts": .everyone,
  ]

  /// Tokens that are worth nothing.
  private static let worthless = [
    "Bearer tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Bearer", "Bearer ", "Bearer x",
    "Bearer tanada_", "Basic YTpi", "tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "nonsense",
  ]

  /// Answers as long as somebody listens: asked for its head, in a test of its own.
  private static let endless = "GET /v1/events"

  @Test func eventsAreForEveryoneButThoseWithAWorthlessToken() async throws {
    try await LocalServer.run { server in
      for value in Self.worthless {
        let refused = try await server.client.send(
          "HEAD", "/v1/events", headers: ["Authorization": value])
        #expect(refused.status == 401, "\(value)")
      }
      var welcome: [[String: String]] = [[:]]
      for role in TokenRole.allCases { welcome.append(try await server.bearer(role)) }
      for headers in welcome {
        #expect(try await server.client.send("HEAD", "/v1/events", headers: headers).status == 200)
      }
    }
  }

  @Test func everyRouteIsOpenToThoseWhoMayUseIt() async throws {
    try await LocalServer.run { server in
      let expired = try await server.bearer(.admin, expiresAt: SampleContent.committedAt)
      let revoked = try await server.bearer(.admin, name: "revoked")
      _ = try await server.store.write(at: SampleContent.committedAt) { transaction in
        let token = try transaction.tokens().first { $0.name == "revoked" }
        _ = try transaction.revokeToken(token?.id ?? 0, by: .commandLine)
      }
      let worthless =
        [expired, revoked] + Self.worthless.map { ["Authorization": $0] }
      var roles: [(TokenRole, [String: String])] = []
      for role in TokenRole.allCases { roles.append((role, try await server.bearer(role))) }
      let entries = try await server.store.read {
        try $0.auditEntries(about: nil, before: nil, limit: 1_000).count
      }

      for route in server.routes where route != Self.endless {
        let access = try #require(Self.access[route], "\(route) is not in the matrix")
        for headers in worthless {
          let answer = try await Self.send(route, headers, to: server)
          let challenge = answer.header("WWW-Authenticate")
          let code = try answer.code()
          #expect(
            answer.status == 401 && challenge == #"Bearer error="invalid_token""#
              && code == "invalid_token", "\(route) with \(headers): \(answer.status)")
        }
        let stranger = try await Self.send(route, [:], to: server)
        switch access {
        case .everyone: #expect(![401, 403].contains(stranger.status), "\(route)")
        case .role:
          #expect(stranger.status == 401, "\(route): \(stranger.status)")
          #expect(stranger.header("WWW-Authenticate") == "Bearer", "\(route)")
        }
        for (role, headers) in roles {
          let answer = try await Self.send(route, headers, to: server)
          if case .role(let needed) = access, role < needed {
            #expect(answer.status == 403, "\(route) as \(role): \(answer.status)")
          } else {
            #expect(![401, 403].contains(answer.status), "\(route) as \(role): \(answer.status)")
          }
        }
      }
      // The bodies were no good, so that whoever was let in has done nothing.
      let after = try await server.store.read {
        try $0.auditEntries(about: nil, before: nil, limit: 1_000).count
      }
      #expect(after == entries)
    }
  }

  @Test(arguments: [
    "/v1/feeds/home?access_token=x", "/v1/feeds/home?access%5Ftoken=x",
    "/v1/content/pickup_photos?token=x",
    "/healthz?a=tanada_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "/v1/feeds/home?a=%74anada_x",
  ])
  func aTokenInAnAddressIsRefused(path: String) async throws {
    try await LocalServer.run { server in
      let answer = try await server.client.get(path)
      #expect(answer.status == 400)
      #expect(try answer.code() == "token_in_query")
      let both = try await server.client.get(path, headers: try await server.bearer(.admin))
      #expect(both.status == 400)
    }
  }

  @Test func aRevokedTokenIsRefusedAtOnce() async throws {
    try await LocalServer.run { server in
      let headers = try await server.bearer(.viewer)
      #expect(try await server.client.get("/v1/feeds/home", headers: headers).status == 200)
      _ = try await server.store.write(at: SampleContent.committedAt) {
        _ = try $0.revokeToken(1, by: .commandLine)
      }
      #expect(try await server.client.get("/v1/feeds/home", headers: headers).status == 401)
    }
  }

  /// Asks `route` about something that is not there, with a body that is none.
  private static func send(
    _ route: String, _ headers: [String: String], to server: LiveServer
  ) async throws -> TestClient.Response {
    let parts = route.split(separator: " ")
    let path = String(parts[1])
      .replacing("{kind}", with: "pickup_photos").replacing("{type}", with: "shelf")
      .replacing("{id}", with: "999999").replacing("{feed}", with: "home")
    return try await server.send(
      String(parts[0]), path, headers,
      json: ["POST", "PUT", "PATCH"].contains(parts[0]) ? "nonsense" : nil)
  }
}
