import FeedModel
import Foundation
import TestSupport
import Testing

/// Point 8: the pages of a section, while its content changes, through the built binary.
@Suite(.serialized) struct SectionCursorTests {
  private static let photos = "/v1/feeds/home/sections/pickup_photos"

  @Test(.onlyAll("EndlessSectionTests has walks during edits; SameBytesTests other servers"))
  func aWalkBegunBeforeManyEditsGoesOnAtAnotherServerAfterARestart() async throws {
    let folder = try TemporaryFolder()
    try await folder.copySamples()
    var pages: [JSONValue] = []
    var whole = JSONValue.null
    try await RunningServer.run(in: folder) { server in
      whole = try await server.json("\(Self.photos)?width=414")
      pages.append(try await server.json("\(Self.photos)?width=414&limit=3"))
    }
    try await RunningServer.run(in: folder) { server in
      let editor = try await server.token("editor")
      // Twice to each photo, and four are deleted.
      for number in 0..<TestScale.count(gate: 40, soak: 500) {
        let path = "/v1/content/pickup_photos/\(number % 20 + 1)"
        let body = #"{"title":"\#(number)","photo_height":\#(100 + number)}"#
        let edit = number % 9 == 8 ? ("DELETE", nil) : ("PATCH", body as String?)
        let answer = try await server.client.send(
          edit.0, path,
          headers: editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
          body: edit.1.map { Data($0.utf8) })
        // Some are gone already.
        #expect([200, 204, 404].contains(answer.status))
      }
      let newest = try await server.json("\(Self.photos)?width=414")
      #expect(newest["section"]["items"] != whole["section"]["items"])

      // Each page from the server that is asked next.
      try await RunningServer.run(in: folder) { other in
        var turn = 0
        while let next = pages.last?["next"].text {
          pages.append(try await [server, other][turn % 2].json(next))
          turn += 1
        }
      }
    }
    #expect(pages.count == 7)
    #expect(pages.allSatisfy { $0["revision"].number == 1 })
    for member in ["items", "frames"] {
      let parts = pages.flatMap { page in
        (member == "items" ? page["section"] : page["section"]["layout"])[member].elements
      }
      let all = member == "items" ? whole["section"] : whole["section"]["layout"]
      #expect(parts == all[member].elements)
    }
  }

  @Test(.onlyAll("EndlessSectionTests has cursors of revisions that are gone"))
  func aCursorOfARevisionThatIsPrunedSaysWhereToBegin() async throws {
    let folder = try TemporaryFolder()
    try await folder.copySamples()
    var (kept, deletion) = ("", "")
    try await RunningServer.run(in: folder) { server in
      kept = try #require(try await server.json("\(Self.photos)?width=414&limit=7")["next"].text)
      let editor = try await server.token("editor")
      #expect(
        try await server.send("DELETE", "/v1/content/pickup_photos/1", editor).status == 204)
      let revisions = try await server.client.get("/v1/revisions", headers: editor)
      deletion = try #require(
        try JSONValue.parse(revisions.body)["result"].elements.first?["committed_at"].text)
    }
    let pruned = try await Tanada.run(["history", "prune", "--before", deletion], in: folder)
    #expect(pruned.text.hasSuffix("the history begins with revision 2\n"))
    try await RunningServer.run(in: folder) { server in
      let gone = try await server.client.get(kept)
      #expect(gone.status == 410)
      let problem = try JSONValue.parse(gone.body)
      #expect(problem["code"].text == "revision_pruned")
      let start = try #require(problem["start"].text)
      let lasting = try #require(try await server.json(start)["next"].text)
      #expect(try await server.json(lasting)["revision"].number == 2)
      let damaged = try await server.client.get(String(lasting.dropLast()) + "~")
      #expect(damaged.status == 400)
    }
  }
}
