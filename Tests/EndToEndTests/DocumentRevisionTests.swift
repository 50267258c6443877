import FeedModel
import Foundation
import TestSupport
import Testing

/// Documents say the same of themselves at every server of a database, whatever happens to the servers.
@Suite(.serialized) struct DocumentRevisionTests {
  private static let path = "/v1/content/pickup_photos/1"
  private static let page = "/v1/feeds/home/sections/pickup_photos?limit=2"

  /// The documents of a server: bytes with their cursors and impression ids, and tags.
  private struct Answers: Equatable {
    var bodies: [Data] = []
    var tags: [String?] = []

    init(of server: RunningServer) async throws {
      for path in ["/v1/feeds/home", "/v1/feeds/home?width=834", DocumentRevisionTests.page] {
        let answer = try await server.client.get(path)
        bodies.append(answer.body)
        tags.append(answer.header("ETag"))
      }
    }
  }

  private static func retitle(
    _ title: String, at server: RunningServer, _ editor: [String: String]
  ) async throws {
    let answer = try await server.client.send(
      "PATCH", path,
      headers: editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
      body: Data(#"{"title":"\#(title)"}"#.utf8))
    #expect(answer.status == 200)
  }

  @Test func aKillRightAfterAnEditChangesNoByteOfAnyRevision() async throws {
    let folder = try await TemporaryFolder.withSamples()
    var served: [Data] = []
    for round in 1...TestScale.count(gate: 1, all: 2, soak: 2) {
      try await RunningServer.run(in: folder) { server in
        let editor = try await server.token("editor")
        for edit in 1...3 {
          try await Self.retitle("\(round) \(edit)", at: server, editor)
          try await server.waitForRevision(1 + served.count + 1)
          served.append(try await server.client.get("/v1/feeds/home").body)
        }
        let last = try await Answers(of: server)
        // Undone within a second, and killed at once.
        try await Self.retitle("gone", at: server, editor)
        try await Self.retitle("\(round) 3", at: server, editor)
        try await server.waitForRevision(1 + served.count + 2)
        let undone = try await Answers(of: server)
        #expect(undone != last)
        served += [Data(), undone.bodies[0]]
        server.process.send(SIGKILL)
        _ = try await server.process.outcome()
        try await RunningServer.run(in: folder) { next in
          #expect(try await Answers(of: next) == undone)
          let viewer = try await next.token("viewer")
          for (revision, bytes) in zip(2..., served) where !bytes.isEmpty {
            let former = try await next.client.get(
              "/v1/feeds/home?revision=\(revision)", headers: viewer)
            #expect(former.body == bytes, "\(revision)")
          }
        }
      }
    }
  }

  /// Which revision changed a document last is noted before the history is forgotten that tells it.
  @Test func aHistoryThatIsPrunedWithoutAServerChangesNoDocument() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let export = try await Tanada.run(["export", "recent_news", "--format", "ndjson"], in: folder)
    let edited = export.text.replacing(#""title":""#, with: #""title":"New "#, maxReplacements: 1)
    let imported = try await Tanada.run(
      ["import", "recent_news", "-", "--format", "ndjson"], in: folder, input: Data(edited.utf8))
    #expect(imported.text.contains("revision 2"), "\(imported.messages)")
    let pruned = try await Tanada.run(
      ["history", "prune", "--before", Timestamp(Date()).rfc3339], in: folder)
    #expect(pruned.text.hasSuffix("the history begins with revision 2\n"), "\(pruned.messages)")
    let screen = try await Tanada.run(["feed", "show"], in: folder)
    let sections = try JSONValue.parse(screen.output)["sections"].elements
    for section in sections {
      let isEdited = section["id"].text == "recent_news"
      #expect(section["revision"].number == (isEdited ? 2 : 1))
    }
    #expect(sections.count > 1)
  }
}
