import Foundation
import Testing
import TestSupport

/// Point 8: the pages of a section, while its content changes, through the built binary.
@Suite(.serialized) struct SectionCursorTests {
  private static let photos = "/v1/feeds/home/sections/pickup_photos"

  @Test func pagesGoOnWithTheirRevisionUntilTheServerHasForgottenIt() async throws {
    let folder = try TemporaryFolder()
    let seeding = try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder)
    try #require(seeding.status == 0, "\(seeding.messages)")
    var kept = ""
    try await RunningServer.run(in: folder) { server in
      let whole = try await server.json("\(Self.photos)?width=414")
      let first = try await server.json("\(Self.photos)?width=414&limit=7")
      let editor = try await server.token("editor")
      for id in [1, 8] {
        #expect(
          try await server.send("DELETE", "/v1/content/pickup_photos/\(id)", editor).status == 204)
      }
      try await server.waitForRevision(3)

      var pages = [first]
      while let next = pages.last?["next"].text {
        kept = next
        pages.append(try await server.json(next))
      }
      #expect(pages.map { $0["revision"].number } == [1, 1, 1])
      for member in ["items", "frames"] {
        let parts = pages.flatMap { page in
          (member == "items" ? page["section"] : page["section"]["layout"])[member].elements
        }
        let all = member == "items" ? whole["section"] : whole["section"]["layout"]
        #expect(parts == all[member].elements)
      }
    }

    // Another start knows the newest revision only, of which a cursor goes on for ever.
    var lasting = ""
    try await RunningServer.run(in: folder) { server in
      let gone = try await server.client.get(kept)
      #expect(gone.status == 410)
      let start = try #require(try JSONValue.parse(gone.body)["start"].text)
      lasting = try #require(try await server.json(start)["next"].text)
    }
    try await RunningServer.run(in: folder) { server in
      #expect(try await server.json(lasting)["revision"].number == 3)
      let damaged = try await server.client.get(String(lasting.dropLast()) + "~")
      #expect(damaged.status == 400)
    }
  }
}
