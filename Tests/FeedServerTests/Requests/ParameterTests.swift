import FeedServer
import FeedStore
import Foundation
import Testing
import TestSupport

/// Query parameters that a route does not know.
@Suite struct ParameterTests {
  @Test(arguments: [
    ("/v1/feeds", "no parameters"),
    (
      "/v1/feeds/home",
      "one of width, text_size, direction, locale, max_version, variant, at, drafts, preview, release, "
        + "revision, platform, app_version, audience, share"
    ),
    (
      "/v1/feeds/home?width=390",
      "one of width, text_size, direction, locale, max_version, variant, at, drafts, preview, release, "
        + "revision, platform, app_version, audience, share"
    ),
    ("/v1/feeds/home/composition", "no parameters"),
    (
      "/v1/feeds/home/sections/pickup_photos",
      "one of width, text_size, direction, locale, max_version, variant, limit, cursor"
    ),
    ("/v1/content/recent_news/1", "one of fields, locale"),
    ("/v1/kinds", "no parameters"), ("/v1/kinds/recent_news", "no parameters"),
    ("/v1/events", "one of last_event_id"),
  ])
  func aPublicRouteRefusesWhatItDoesNotKnow(path: String, expected: String) async throws {
    try await LocalServer.run { server in
      let answer = try await server.client.get(
        path + (path.contains("?") ? "&" : "?") + "widht=375")
      #expect(answer.status == 400)
      #expect(try answer.code() == "unknown_parameter")
      #expect(try answer.object()["detail"] as? String == "widht: expected \(expected)")
    }
  }

  @Test(arguments: [
    "GET /v1/tokens", "POST /v1/tokens", "DELETE /v1/tokens/999", "GET /v1/audit",
    "PUT /v1/feeds/summer/composition", "DELETE /v1/feeds/summer", "POST /v1/batch",
    "POST /v1/content/recent_news", "PUT /v1/content/recent_news/1",
    "PATCH /v1/content/recent_news/1", "DELETE /v1/content/recent_news/1",
    "PUT /v1/kinds/shops", "DELETE /v1/kinds/shops", "GET /v1/releases", "POST /v1/releases",
    "GET /v1/releases/1", "PATCH /v1/releases/1", "DELETE /v1/releases/1",
    "PUT /v1/releases/1/operations", "POST /v1/releases/1/publish", "POST /v1/releases/1/links",
  ])
  func aRouteWithARoleRefusesWhatItDoesNotKnowOnceTheRoleIsClear(route: String) async throws {
    try await LocalServer.run { server in
      let parts = route.split(separator: " ").map(String.init)
      let body = ["POST", "PUT", "PATCH"].contains(parts[0]) ? "{}" : nil
      let stranger = try await server.send(parts[0], parts[1] + "?dryrun=true", json: body)
      #expect(stranger.status == 401)
      let answer = try await server.send(
        parts[0], parts[1] + "?dryrun=true", try await server.bearer(.admin), json: body)
      #expect(answer.status == 400)
      #expect(try answer.code() == "unknown_parameter")
      #expect(try await server.store.latestRevision()?.number == 1)
      let item = try await server.client.get("/v1/content/recent_news/1")
      #expect(item.status == 200)
    }
  }

  /// Monitoring adds parameters of its own, against caches.
  @Test(arguments: ["/healthz", "/readyz", "/metrics"])
  func monitoringMayAddParameters(path: String) async throws {
    try await LocalServer.run { server in
      let answer = try await server.client.get("\(path)?nocache=1")
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: [
    "/v1/feeds/home?width=390&width=375", "/v1/feeds/home.jsonfeed?locale=ja&locale=ja",
    "/v1/feeds/home/sections/pickup_photos?limit=1&limit=2", "/v1/content/recent_news/1?a=1&a=2",
  ])
  func aRepeatedParameterIsRefused(path: String) async throws {
    try await LocalServer.run { server in
      let answer = try await server.client.get(path)
      #expect(answer.status == 400)
      #expect(try answer.code() == "repeated_parameter")
    }
  }

  /// A preview of a section says where previews are.
  @Test(arguments: ["/v1/feeds/home.jsonfeed", "/v1/feeds/home/sections/pickup_photos"])
  func thePreviewOfASectionKeepsItsExplanation(path: String) async throws {
    try await LocalServer.run { server in
      let answer = try await server.client.get("\(path)?at=2026-12-24T09:00:00Z")
      #expect(
        try answer.object()["detail"] as? String
          == "at: expected no preview of a section; GET /v1/feeds/{feed}?at=… shows the whole screen"
      )
    }
  }
}
