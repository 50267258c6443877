import FeedModel
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// What is not shown to somebody changes no answer that they get: no byte, no tag, no header.
struct HiddenAnswerTests {
  private static let roundCount = TestScale.count(gate: 2, all: 6, soak: 40)
  private static let locales = Locales("ja", "en", "de")

  /// Public addresses that could have something of what is hidden.
  private static let paths = [
    "/", "/v1/feeds", "/v1/kinds", "/openapi.json", "/readyz",
    "/v1/feeds/home.jsonfeed", "/v1/feeds/home.jsonfeed?locale=de",
    "/v1/content/pickup_photos?limit=2&sort=-photo_width",
    "/v1/content/pickup_photos?count=true&photo_width.gte=105",
    "/v1/content/featured_topics?q=Hidden",
    "/v1/content/featured_topics?locale=de&sort=title", "/v1/content/featured_topics/40",
    "/v1/content/pickup_photos/60?locale=fr",
  ]
  private static let feedPaths = [
    "", "?width=320&locale=de", "?locale=fr&text_size=2", "/composition", "/variant",
    "/variant?platform=ios", "/variant?platform=ios&audience=members", "/sections/photos?limit=2",
    "/sections/wide?limit=1&locale=de", "/sections/pins?limit=1", "/sections/android",
    "/sections/draft_0",
  ]

  @Test(
    "Random edits of what others see, or nobody, change no answer", arguments: SeededGenerator.seeds
  )
  func hidden(seed: UInt64) async throws {
    var edits = HiddenEdits(seed: seed)
    try await LiveServer.run(locales: Self.locales) { server in
      try await edits.begin(in: server.store, at: server.clock)
      try await server.catchUp()
      var differences: [String] = []
      for round in 1...Self.roundCount {
        try await write(edits.visible(), to: server)
        let before = try await answers(of: server)
        for edit in 1...6 {
          let body = try edits.hidden(at: server.clock.now).0
          try await write(body, to: server)
          let after = try await answers(of: server)
          differences += before.keys.sorted().filter { before[$0] != after[$0] }
            .map { "round \(round), edit \(edit): \($0)" }
        }
      }
      #expect(Array(differences.prefix(20)) == [])
    }
  }

  @Test("Of pinned items, the public composition names those that everybody sees", .server)
  func pins() async throws {
    let composition = """
      {"sections":[{"id":"a","kind":"campaign_banners","title":"","source":{"pinned":[3,1,2]}}]}
      """
    try await server.store.write(at: server.clock.now) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.banner(id)) }
      _ = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 1)
      _ = try transaction.setComposition(composition, of: "home")
    }
    try await server.catchUp()
    let viewer = try await server.bearer(.viewer)
    for (headers, pins) in [([:], "[3,2]"), (viewer, "[3,1,2]")] {
      let answer = try await server.get("/v1/feeds/home/composition", headers)
      #expect(answer.text.contains(#""pinned":\#(pins)"#), "\(answer.text)")
    }
  }

  /// A pinned item behind the end is on a page, so that its section is another one when it appears.
  @Test(.server) func aScreenExpiresWhenAPinnedItemBehindItsEndAppears() async throws {
    let composition = """
      {"sections":[{"id":"a","kind":"campaign_banners","title":"","limit":1,
        "layout":{"type":"uniform_grid"},"source":{"pinned":[3,2,1]}}]}
      """
    let appears = server.clock.now.later(minutes: 1)
    try await server.store.write(at: server.clock.now) { transaction in
      for id in 1...3 { _ = try transaction.upsert(TestContent.banner(id)) }
      _ = try transaction.setWindow(Window(publishAt: appears), of: .campaignBanners, id: 1)
      _ = try transaction.setComposition(composition, of: "home")
    }
    try await server.catchUp()
    let screen = try await server.json("/v1/feeds/home")
    #expect(screen["sections"].elements[0]["next"].text != nil)
    #expect(screen["expires_at"].text == appears.rfc3339)
  }

  private func write(_ body: @escaping HiddenEdits.Write, to server: LiveServer) async throws {
    server.clock.advance(by: .seconds(2))
    try await server.store.write(at: server.clock.now, body)
    try await server.catchUp()
  }

  /// What strangers, and clients on iOS, are answered: with the pages that follow.
  private func answers(of server: LiveServer) async throws -> [String: String] {
    var answers: [String: String] = [:]
    var paths = Self.paths
    for feed in HiddenEdits.feeds {
      paths += Self.feedPaths.map { "/v1/feeds/\(feed)\($0)" }
      let name = try await VariantServer.name("platform=ios", of: feed, in: server)
      for locale in ["ja", "de", "fr"] {
        paths.append("/v1/feeds/\(feed)?variant=\(name)&locale=\(locale)")
      }
      paths += ["photos", "wide", "ios"].map {
        "/v1/feeds/\(feed)/sections/\($0)?variant=\(name)&limit=2"
      }
    }
    for path in paths {
      var next: String? = path
      for number in 0..<4 {
        guard let address = next else { break }
        let answer = try await server.get(address)
        let headers = ["ETag", "Cache-Control", "xkey", "Link", "Last-Modified", "Expires", "Vary"]
          .map { "\($0): \(answer.header($0) ?? "")" }
        answers["\(path) \(number)"] =
          ([
            "\(answer.status)",
            answer.text.replacing(/"request_id":"[^"]*"/, with: "")
              .replacing(/^(.*"status":"[a-z]+","revision":)[0-9]+/, with: ""),
          ] + headers).joined(separator: "\n")
        next = try? answer.json()["next"].text
      }
    }
    return answers
  }
}
