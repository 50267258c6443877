import Foundation
import TestSupport
import Testing

/// `tanada feed list` and `tanada feed remove`.
@Suite struct FeedCommandTests {
  private static let composition = """
    {"sections":[{"id":"best","kind":"recent_news","title":"Best"}]}
    """

  @Test(.onlyAll("CompositionRouteTests removes feeds"))
  func feedsAreListedAndRemovedUnderARunningServer() async throws {
    try await RunningServer.run { server in
      func list() async throws -> String {
        try await Tanada.run(["feed", "list"], in: server.folder).text
      }
      #expect(try await list() == "home  6  default\n")
      let admin = try await server.token("admin")
      let written = try await server.send(
        "PUT", "/v1/feeds/winter/composition", admin, Self.composition)
      #expect(written.status == 201)
      #expect(try await list() == "home    6  default\nwinter  1\n")

      let removal = try await Tanada.run(
        ["feed", "remove", "winter"], in: server.folder, status: 0)
      #expect(removal.text == "winter  removed, revision 3\n")
      #expect(try await list() == "home  6  default\n")
      try await eventually {
        try await server.client.get("/v1/feeds/winter").status == 404
      }
    }
  }

  @Test(
    .onlyAll("CompositionRouteTests has feeds that cannot be removed"),
    arguments: [
      ("home", "error: home: this feed cannot be removed\n"),
      ("winter", "error: winter: there is no such feed; expected one of home\n"),
    ])
  func aFeedThatCannotBeRemovedStaysWithAReason(feed: String, message: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let outcome = try await Tanada.run(["feed", "remove", feed], in: folder, status: 1)
    #expect(outcome.messages == message)
  }

  @Test(.onlyAll("DatabaseFailureTests has a command with a file that is no database"))
  func thereAreNoFeedsWithoutADatabase() async throws {
    let folder = try TemporaryFolder()
    for arguments in [["feed", "list"], ["feed", "remove", "winter"]] {
      let outcome = try await Tanada.run(arguments, in: folder, status: 1)
      #expect(outcome.text.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: folder.path("tanada.sqlite")))
    }
  }
}
