import FeedModel
import Foundation
import Synchronization
import TestSupport
import Testing

/// Point 3: a release through the built binary.
@Suite(.serialized) struct ServedReleaseTests {
  /// Enough to have some in the middle of an answer when the release comes.
  private static let readerCount = TestScale.count(gate: 12, soak: 200)

  /// The kinds with titles, and how many items of them there are; six banners make it 50 edits.
  private static let counts = [
    ("pickup_photos", 20), ("recent_news", 12), ("featured_topics", 8), ("trend_articles", 4),
  ]

  /// 50 edits, and a composition that shows the items with titles.
  private static func operations() -> String {
    let titles = counts.flatMap { kind, count in
      (1...count).map {
        #"{"op":"patch","kind":"\#(kind)","id":\#($0),"body":{"title":"released"}}"#
      }
    }
    let banners = (1...6).map {
      #"{"op":"patch","kind":"campaign_banners","id":\#($0),"body":{"banner_contents_id":99}}"#
    }
    let sections = counts.map { #"{"id":"\#($0.0)","kind":"\#($0.0)","title":"released"}"# }
    let composition = """
      {"op":"compose","feed":"home","body":{"sections":[\(sections.joined(separator: ","))]}}
      """
    let all = titles + banners + [composition]
    return #"{"operations":[\#(all.joined(separator: ","))]}"#
  }

  /// Whether a document shows all of the release or nothing of it; `nil` for a part.
  private static func isReleased(_ body: Data) throws -> Bool? {
    let sections = try JSONValue.parse(body)["sections"].elements
    let texts = sections.flatMap { section in
      [section["title"].text] + section["items"].elements.map { $0["title"].text }
    }
    let count = texts.count { $0 == "released" }
    return count == 0 ? false : count == texts.count ? true : nil
  }

  /// The numbers of screens that readers have seen before, after and in the middle of the release.
  private final class Seen: Sendable {
    private let state = Mutex((before: 0, after: 0, parts: 0, isDone: false))

    var counts: (before: Int, after: Int, parts: Int) {
      state.withLock { ($0.before, $0.after, $0.parts) }
    }

    /// Whether each reader reads once more and then stops.
    var isDone: Bool { state.withLock { $0.isDone } }

    func finish() { state.withLock { $0.isDone = true } }

    func note(_ isReleased: Bool?) {
      state.withLock {
        switch isReleased {
        case false: $0.before += 1
        case true: $0.after += 1
        case nil: $0.parts += 1
        }
      }
    }
  }

  @Test(
    .onlyAll(
      "ReleaseRouteTests publishes releases; aReleaseIsPublishedAtItsMomentAndPreviewedBefore at a served screen"
    ))
  func noReaderSeesAPartOfARelease() async throws {
    try await RunningServer.run(environment: ["TANADA_READ_RATE": "0"]) { server in
      let admin = try await server.token("admin")
      #expect(
        try await server.send("POST", "/v1/releases", admin, #"{"name":"Christmas"}"#).status == 201
      )
      let put = try await server.send("PUT", "/v1/releases/1/operations", admin, Self.operations())
      #expect(put.status == 200)
      // 1. A conflicting edit is named.
      let edited = try await server.client.send(
        "PATCH", "/v1/content/pickup_photos/7",
        headers: admin.merging(["Content-Type": "application/merge-patch+json"]) { $1 },
        body: Data(#"{"title":"meanwhile"}"#.utf8))
      #expect(edited.status == 200)
      let conflict = try await server.send("POST", "/v1/releases/1/publish", admin)
      #expect(conflict.status == 409)
      let problem = try JSONValue.parse(conflict.body)
      #expect(problem["code"].text == "release_conflicts")
      #expect(problem["errors"].elements.map { $0["pointer"].text } == ["/operations/6"])
      try await server.waitForRevision(2)

      // 2. Many readers at once, six by each client: one client for each would need too many descriptors.
      let seen = Seen()
      let before = try await server.client.get("/v1/feeds/home").body
      #expect(try Self.isReleased(before) == false)
      let clients = (0...Self.readerCount / 6).map { _ in TestClient(base: server.base) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<Self.readerCount {
          let reader = clients[number / 6]
          group.addTask {
            var isLast = false
            while true {
              let answer = try await reader.get("/v1/feeds/home")
              #expect(answer.status == 200)
              // Only other bytes are read as JSON, so that the readers do not keep all other tests waiting.
              seen.note(answer.body == before ? false : try Self.isReleased(answer.body))
              if isLast { return }
              isLast = seen.isDone
            }
          }
        }
        try await eventually { seen.counts.before >= Self.readerCount }
        let published = try await server.send(
          "POST", "/v1/releases/1/publish", admin, #"{"force":true}"#)
        #expect(published.status == 200)
        try await server.waitForRevision(3)
        seen.finish()
        try await group.waitForAll()
      }
      let counts = seen.counts
      #expect(counts.parts == 0)
      #expect(counts.before >= Self.readerCount && counts.after >= Self.readerCount, "\(counts)")
      // 3. One revision.
      let revisions = try JSONValue.parse(
        try await server.client.get("/v1/revisions", headers: admin).body)
      #expect(revisions["result"].elements.compactMap { $0["number"].number } == [3, 2, 1])
    }
  }

  @Test func aReleaseIsPublishedAtItsMomentAndPreviewedBefore() async throws {
    try await RunningServer.run { server in
      let admin = try await server.token("admin")
      _ = try await server.send("POST", "/v1/releases", admin, #"{"name":"New year"}"#)
      _ = try await server.send("PUT", "/v1/releases/1/operations", admin, Self.operations())
      let preview = try await Tanada.run(
        ["preview", "--release", "1", "--format", "json"], in: server.folder, status: 0)
      #expect(try Self.isReleased(Data(preview.text.utf8)) == true)
      let tomorrow = Timestamp(Date().addingTimeInterval(86_400)).rfc3339
      let scheduled = try await server.send(
        "PATCH", "/v1/releases/1", admin, #"{"publish_at":"\#(tomorrow)"}"#)
      #expect(scheduled.status == 200)
      let before = try await server.client.get("/v1/feeds/home")
      #expect(before.header("X-Tanada-Revision") == "1")
      #expect(try Self.isReleased(before.body) == false)
      // The moment comes.
      try server.folder.spoil("UPDATE tanada_releases SET publish_at = publish_at - 86400000")
      try await server.waitForRevision(2)
      #expect(try Self.isReleased(try await server.client.get("/v1/feeds/home").body) == true)
    }
    guard TestScale.current.isAll else { return }
    let folder = try await TemporaryFolder.withSamples()
    let missing = try await Tanada.run(["preview", "--release", "9"], in: folder, status: 1)
    #expect(missing.messages.contains("there is no release 9"))
  }
}
