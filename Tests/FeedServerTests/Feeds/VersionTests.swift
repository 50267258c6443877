import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import StrictJSON
import TestSupport
import Testing

/// Clients that draw documents up to a version get nothing newer, and no hole.
struct VersionTests {
  /// A section of version 2 between two of version 1.
  private static func composition(fallback: String? = nil, limit: Int = 4) -> String {
    """
    {"spacing":10,"sections":[
      {"id":"topics","kind":"featured_topics","title":"Topics","limit":2},
      {"id":"news","kind":"recent_news","title":"News","limit":\(limit),"header":{"height":44},
       "layout":{"type":"list"}\(fallback.map { ",\"fallback\":\($0)" } ?? "")},
      {"id":"photos","kind":"pickup_photos","title":"Photos","limit":3}]}
    """
  }

  private static func run(
    fallback: String? = nil, limit: Int = 4, _ body: (LiveServer) async throws -> Void
  ) async throws {
    try await LiveServer.run(
      prepare: { store, _ in
        try await store.write { transaction in
          _ = try transaction.setComposition(
            Self.composition(fallback: fallback, limit: limit), of: "home")
        }
      }, body)
  }

  /// A section of a screen.
  private struct Shown: Equatable {
    let id, layout, cell: String
    let version: Double
    let top, height: Double
    let ids: [Double]

    init(_ section: JSONValue) throws {
      id = try #require(section["id"].text)
      layout = try #require(section["layout"]["type"].text)
      cell = try #require(section["cell"]["name"].text)
      version = try #require(section["version"].number)
      top = try #require(section["frame"]["y"].number)
      height = try #require(section["frame"]["height"].number)
      ids = section["items"].elements.compactMap { $0["id"].number }
    }
  }

  private static func sections(_ answer: TestClient.Response) throws -> [Shown] {
    #expect(answer.status == 200, "\(answer.text)")
    return try answer.json()["sections"].elements.map(Shown.init)
  }

  /// Whether each section begins where the one above it ends.
  private static func isWithoutHoles(_ sections: [Shown]) -> Bool {
    zip(sections, sections.dropFirst()).allSatisfy { $1.top == $0.top + $0.height + 10 }
  }

  static let fallbacks: [(fallback: String?, layout: String?, cell: String?)] = [
    (nil, "uniform_grid", "card"), ("null", "uniform_grid", "card"),
    (#"{"layout":{"type":"snap_carousel"}}"#, "snap_carousel", "recent_news"),
    (#"{"layout":{"type":"shelf"},"cell":"card"}"#, "shelf", "card"),
    // A cell that does not fit in its layout is replaced by the one of the layout.
    (#"{"layout":{"type":"shelf"},"cell":"row"}"#, "shelf", "caption_below"),
    // A fallback that needs version 2 itself.
    (#"{"layout":{"type":"list","options":{"inset":8}},"cell":"row"}"#, "uniform_grid", "card"),
    (#""omit""#, nil, nil),
  ]

  @Test(arguments: fallbacks)
  func aScreenHasTheFallbackAndNoHole(
    fallback: String?, layout: String?, cell: String?
  ) async throws {
    try await Self.run(fallback: fallback) { server in
      let newest = try Self.sections(try await server.get("/v1/feeds/home"))
      #expect(newest.map(\.version) == [1, 2, 1] && newest[1].layout == "list")
      #expect(Self.isWithoutHoles(newest))
      for version in ["2", "3", "99999999999999999999999"] {
        let same = try await server.get("/v1/feeds/home?max_version=\(version)")
        #expect(try Self.sections(same) == newest)
      }

      let old = try Self.sections(try await server.get("/v1/feeds/home?max_version=1"))
      #expect(old.map(\.id) == (layout == nil ? ["topics", "photos"] : newest.map(\.id)))
      #expect(old.allSatisfy { $0.version == 1 } && Self.isWithoutHoles(old))
      if let layout {
        #expect(old[1].layout == layout && old[1].cell == cell)
        #expect(old[1].ids == newest[1].ids)
      }
    }
  }

  @Test(.server(by: { try await run($0) }), arguments: ["0", "-1", "1.5", "", "00", "two"])
  func aVersionIsAWholeNumberOfAtLeast1(version: String) async throws {
    for path in ["/v1/feeds/home", "/v1/feeds/home/sections/news", "/v1/feeds/home.jsonfeed"] {
      let answer = try await server.get("\(path)?max_version=\(version)", is: 400)
      #expect(answer.text.contains("max_version: expected a whole number of at least 1"))
    }
  }

  @Test(.server(by: { try await run(fallback: #"{"layout":{"type":"shelf"}}"#, $0) }))
  func previewsAndHistoryHaveTheFallback() async throws {
    let served = try Self.sections(try await server.get("/v1/feeds/home?max_version=1"))
    let first = try #require(server.publisher.current?.revision)
    // Another composition, of which there is a former revision and a release.
    let release = try await server.send("POST", "/v1/releases", admin, json: #"{"name":"spring"}"#)
    let id = try #require(try release.object()["id"] as? Int)
    let operations = """
      {"operations":[{"op":"compose","feed":"home","body":\(Self.composition(fallback: #""omit""#))}]}
      """
    try await server.send("PUT", "/v1/releases/\(id)/operations", admin, json: operations, is: 200)
    func ids(_ query: String) async throws -> [String] {
      try Self.sections(
        try await server.get("/v1/feeds/home?max_version=1&\(query)", admin)
      ).map(\.id)
    }
    #expect(try await ids("release=\(id)") == ["topics", "photos"])
    for query in ["revision=\(first)", "at=2100-01-01T00:00:00Z", "drafts=true", "platform=ios"] {
      let answer = try await server.get("/v1/feeds/home?max_version=1&\(query)", admin)
      #expect(try Self.sections(answer) == served, "\(query)")
    }
    try await server.send("POST", "/v1/releases/\(id)/publish", admin, is: 200)
    let difference = try await server.json(
      "/v1/feeds/home/diff?from=\(first)&to=\(first + 1)&max_version=1", admin)
    let changes = difference["sections"].elements.map {
      "\($0["id"].text ?? "") \($0["change"].text ?? "")"
    }
    #expect(changes == ["photos moved", "news removed"])
    #expect(try await ids("revision=\(first + 1)") == ["topics", "photos"])
    #expect(try await ids("revision=\(first)") == ["topics", "news", "photos"])
  }

  @Test(arguments: [(1, "uniform_grid"), (2, "list")])
  func pagesOfAFallbackAreTheWholeFallback(version: Int, layout: String) async throws {
    func read(_ limit: Int) async throws -> (ids: [Double], frames: [JSONValue]) {
      var (ids, frames): ([Double], [JSONValue]) = ([], [])
      try await Self.run(limit: limit) { server in
        let screen = try await server.json("/v1/feeds/home?max_version=\(version)")
        var section = screen["sections"].elements[1]
        var next = section["next"].text
        while true {
          #expect(section["version"].number == Double(version))
          #expect(section["layout"]["type"].text == layout)
          frames += section["layout"]["frames"].elements
          ids += section["items"].elements.compactMap { $0["id"].number }
          guard let address = next else { break }
          #expect(address.contains("max_version=1") == (version == 1))
          let page = try await server.json(address)
          (section, next) = (page["section"], page["next"].text)
        }
      }
      return (ids, frames)
    }
    let whole = try await read(100)
    for limit in [1, 4] {
      let pages = try await read(limit)
      #expect(pages.ids == whole.ids && pages.frames == whole.frames)
    }
    #expect(whole.ids.count > 4)
  }

  @Test(.server(by: { try await run($0) })) func aCursorStaysWithItsVersion() async throws {
    let screen = try await server.json("/v1/feeds/home?max_version=1")
    let next = try #require(screen["sections"].elements[1]["next"].text)
    let answer = try await server.get(
      next.replacing("max_version=1", with: "max_version=2"), is: 400)
    #expect(answer.text.contains("max_version: expected 1, as on the page before"))
    // Without the parameter, the cursor says it.
    let short = try await server.get(next.replacing("&max_version=1", with: ""))
    let page = try short.json()
    #expect(short.status == 200 && page["section"]["version"].number == 1)
  }

  /// Caches drop the pages that only old clients see moved: the sections below are where they were for all others.
  @Test(.server(by: { try await run(fallback: #"{"layout":{"type":"shelf"}}"#, $0) }))
  func aHigherFallbackChangesThePagesBelowIt() async throws {
    let higher = #"{"layout":{"type":"shelf","options":{"caption_height":140}}}"#
    try await server.send(
      "PUT", "/v1/feeds/home/composition", admin, json: Self.composition(fallback: higher), is: 200)
    let revisions = try await server.json("/v1/revisions?limit=1", admin)
    let keys = Set(revisions["result"].elements.first?["keys"].elements.compactMap(\.text) ?? [])
    #expect(keys.isSuperset(of: ["feed:home", "section:home/news", "section:home/photos"]))
    #expect(!keys.contains("section:home/topics"))
  }

  /// A fallback that no client gets is no part of what is published.
  @Test(arguments: [
    (nil, #"{"layout":{"type":"list"}}"#),
    (nil, #"{"layout":{"type":"uniform_grid"},"cell":"card"}"#),
    (#"{"layout":{"type":"list"}}"#, #"{"layout":{"type":"list","options":{"inset":4}}}"#),
  ])
  func aFallbackThatChangesNothingLeavesTheDocumentsAlone(
    before: String?, after: String
  ) async throws {
    try await Self.run(fallback: before) { server in
      let first = try #require(server.publisher.current?.revision)
      let screens = ["", "?max_version=1"].map { "/v1/feeds/home\($0)" }
      var tags: [String?] = []
      for screen in screens { tags.append(try await server.get(screen).header("ETag")) }
      try await server.send(
        "PUT", "/v1/feeds/home/composition", try await server.bearer(.admin),
        json: Self.composition(fallback: after), is: 200)
      await server.untilServed(first + 1)
      for (screen, tag) in zip(screens, tags) {
        #expect(try await server.get(screen).header("ETag") == tag)
      }
    }
  }

  @Test(.server(by: { try await run(fallback: #""omit""#, $0) }))
  func aSectionThatIsLeftOutHasNoPages()
    async throws
  {
    let page = "/v1/feeds/home/sections/news"
    try await server.get(page, is: 200)
    let answer = try await server.get("\(page)?max_version=1", is: 404)
    #expect(answer.text.contains("left out for clients that draw documents up to version 1"))
  }

  @Test(arguments: [#""omit""#, #"{"layout":{"type":"shelf"}}"#])
  func jsonFeedLeavesOutWhatIsOmitted(fallback: String) async throws {
    try await Self.run(fallback: fallback) { server in
      func kinds(_ query: String) async throws -> Set<String> {
        let feed = try await server.json("/v1/feeds/home.jsonfeed\(query)")
        return Set(
          feed["items"].elements.compactMap { $0["id"].text?.split(separator: ":").first }
            .map(String.init))
      }
      let all: Set = ["featured_topics", "recent_news", "pickup_photos"]
      let (newest, old) = (try await kinds(""), try await kinds("?max_version=1"))
      #expect(newest == all)
      #expect(old == (fallback.contains("omit") ? ["featured_topics", "pickup_photos"] : all))
    }
  }

  @Test(
    .server(by: { try await run($0) }),
    arguments: [
      (#"7"#, "/sections/1/fallback", "expected omit, or an object with layout and cell, found 7"),
      (#""skip""#, "/sections/1/fallback", "found \"skip\""),
      (#"{"cell":"card"}"#, "/sections/1/fallback/layout", "expected an object, found nothing"),
      (#"{"layout":{"type":"lis"}}"#, "/sections/1/fallback/layout/type", "found \"lis\""),
      (
        #"{"layout":{"type":"shelf","options":{"columns":2}}}"#,
        "/sections/1/fallback/layout/options/columns", "expected"
      ),
      (#"{"layout":{"type":"shelf"},"cell":"c"}"#, "/sections/1/fallback/cell", "found \"c\""),
      (#"{"layout":{"type":"shelf"},"more":1}"#, "/sections/1/fallback/more", "expected"),
      (
        #"{"layout":{"type":"staggered_grid"}}"#, "/sections/1/fallback/layout",
        "expected the roles image_width and image_height"
      ),
      (#"[]"#, "/sections/1/fallback", "found an array"),
    ])
  func aFallbackThatCannotBeIsRefused(
    fallback: String, pointer: String, detail: String
  ) async throws {
    let answer = try await server.send(
      "PUT", "/v1/feeds/home/composition", admin,
      json: Self.composition(fallback: fallback), is: 422)
    let errors = try answer.json()["errors"].elements
    #expect(errors.first?["pointer"].text == pointer, "\(answer.text)")
    #expect(errors.first?["detail"].text?.contains(detail) == true, "\(answer.text)")
  }
}
