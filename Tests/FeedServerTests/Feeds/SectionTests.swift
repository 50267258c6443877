import FeedEditing
import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite(.server) struct SectionTests {
  @Test(arguments: ContentKinds.standard.all)
  func aSectionIsTheOneOnTheScreen(kind: ContentKind) async throws {
    let screen = try await server.get("/v1/feeds/home?width=375").object()
    let sections = try #require(screen["sections"] as? [[String: Any]])
    var onScreen = try #require(sections.first { $0["id"] as? String == kind.name })
    // A section of a screen also says where it goes on.
    #expect(onScreen.removeValue(forKey: "next") is NSNull)
    let answer = try await server.get("/v1/feeds/home/sections/\(kind.name)?width=375")
    #expect(answer.header("Cache-Control") == ScreenTests.feedCaching)
    let page = try answer.object()
    #expect(page["feed"] as? String == "home")
    #expect(page["revision"] as? Int == 1)
    #expect(page["next"] is NSNull)
    #expect(page["section"] as? NSDictionary == onScreen as NSDictionary)
  }

  @Test(
    "The next page of a new feed is answered by a server that has not seen the feed yet", .noServer)
  func pagesOfAnotherServer() async throws {
    try await LiveServer.run { ahead in
      try await LiveServer.run(store: ahead.store) { behind in
        try await ahead.store.write(at: ahead.clock.now) { transaction in
          _ = try transaction.setComposition(
            #"{"sections":[{"id":"photos","kind":"pickup_photos","title":"Photos","limit":3}]}"#,
            of: "new")
        }
        try await ahead.publisher.publish()
        let path = "/v1/feeds/new/sections/photos?width=375&limit=2"
        var next: String? = try await ahead.client.get(path).object()["next"] as? String
        #expect(try await behind.client.get(path).status == 404)
        var count = 0
        while let address = next, count < 4 {
          let page = try await behind.client.get(address)
          #expect(page.status == 200)
          #expect(page.body == (try await ahead.client.get(address)).body)
          next = try page.object()["next"] as? String
          count += 1
        }
        #expect(count > 1)
      }
    }
  }

  @Test func aScreenIsForATextSizeAndADirection() async throws {
    let address = "/v1/feeds/home?width=375&text_size=1.5&direction=rtl"
    let screen = try await server.get(address)
    #expect(try screen.object()["text_size"] as? Double == 1.5)
    #expect(try screen.object()["direction"] as? String == "rtl")
    #expect(screen.header("Cache-Control") == ScreenTests.feedCaching)
    // The pages of its sections go on with both.
    let path = "/v1/feeds/home/sections/pickup_photos?width=375&text_size=1.5&direction=rtl"
    let page = try await server.get(path + "&limit=7").object()
    let next = try #require(page["next"] as? String)
    #expect(next.hasPrefix(path + "&limit=7&cursor="))
    let second = try await server.get(next).object()
    let sections = try #require(try screen.object()["sections"] as? [[String: Any]])
    let photos = try #require(sections.first { $0["id"] as? String == "pickup_photos" })
    let frames = try #require((photos["layout"] as? [String: Any])?["frames"] as? [NSDictionary])
    #expect(try Self.content(of: second).frames == Array(frames[7..<14]))
    // A cursor is of its screen.
    let other = next.replacing("text_size=1.5", with: "text_size=2")
    try await server.get(other, is: 400, code: "invalid_text_size")
  }

  @Test(arguments: [
    ("text_size=0.79", "invalid_text_size"), ("text_size=3.2", "invalid_text_size"),
    ("text_size=large", "invalid_text_size"), ("direction=up", "invalid_direction"),
    ("direction=rtl&direction=ltr", "repeated_parameter"),
  ])
  func whatNoScreenIsMadeForIsRefused(query: String, code: String) async throws {
    for path in ["/v1/feeds/home", "/v1/feeds/home/sections/recent_news"] {
      try await server.get("\(path)?\(query)", is: 400, code: code)
    }
  }

  @Test(arguments: [1, 3, 7, 19, 20, 21])
  func pagesLaidEndToEndAreTheWholeSection(limit: Int) async throws {
    let path = "/v1/feeds/home/sections/pickup_photos"
    let whole = try Self.content(of: try await server.get(path).object())
    var frames: [NSDictionary] = []
    var items: [NSDictionary] = []
    var next: String? = "\(path)?limit=\(limit)"
    var pages = 0
    while let address = next {
      let page = try await server.get(address).object()
      let part = try Self.content(of: page)
      #expect(part.frames.count == part.items.count)
      #expect(part.items.count <= limit)
      frames += part.frames
      items += part.items
      next = page["next"] as? String
      pages += 1
    }
    #expect(frames == whole.frames)
    #expect(items == whole.items)
    #expect(pages == (20 + limit - 1) / limit)
  }

  @Test func aCursorGoesOnWithItsRevisionUntilThatIsPrunedAndThenSaysWhereToBegin()
    async throws
  {
    let path = "/v1/feeds/home/sections/pickup_photos?width=375&limit=5"
    let whole = try Self.content(
      of: try await server.get("/v1/feeds/home/sections/pickup_photos?width=375").object())
    let first = try await server.get(path)
    var next = try #require(try first.object()["next"] as? String)
    #expect(first.header("Link") == "<\(next)>; rel=\"next\"")

    // The item in front of all others goes, and the rest of the section with it.
    let items = try Self.content(of: try first.object()).items
    let gone = try #require(items.first?["id"] as? Int)
    try await server.send("DELETE", "/v1/content/pickup_photos/\(gone)", admin, is: 204)
    try await server.publisher.publish()
    #expect(try await server.get(path).object()["revision"] as? Int == 2)

    // Hours between two pages are no hindrance.
    var frames = try Self.content(of: try first.object()).frames
    for page in 1...3 {
      server.clock.set(SampleContent.committedAt.later(minutes: 300 * page))
      let answer = try await server.get(next)
      #expect(answer.header("X-Tanada-Revision") == "2", "what is in service")
      let document = try answer.object()
      #expect(document["revision"] as? Int == 1)
      frames += try Self.content(of: document).frames
      if page < 3 { next = try #require(document["next"] as? String) }
    }
    #expect(frames == whole.frames)

    // Memory keeps it for some minutes after the history has forgotten it.
    _ = try await server.store.pruneHistory(
      before: SampleContent.committedAt.later(minutes: 1), at: server.clock.now)
    server.clock.set(SampleContent.committedAt.later(minutes: 1_200))
    let answer = try await server.get(next, is: 410, code: "revision_pruned")
    #expect(try answer.object()["start"] as? String == path)
    try await server.get(path, is: 200)
  }

  @Test func anotherServerOfTheStoreGoesOn() async throws {
    let next = try await Self.secondPage(of: server)
    let other = FeedApplication(
      server.configuration, publishing: server.publisher.configuration, of: server.store,
      photos: server.photos, logger: LiveServer.silence)
    try await other.publisher.publish()
    let answer = try await other.get(next)
    #expect(answer.status == 200)
    #expect(try await Data(answer.body) == server.get(next).body)
  }

  @Test func aCursorThatIsDamagedAnywhereIsABadRequest() async throws {
    let next = try await Self.secondPage(of: server)
    let start = try #require(next.range(of: "cursor=")).upperBound
    let (address, cursor) = (next[..<start], Array(next[start...]))
    var damaged: [String] = []
    for index in cursor.indices {
      var other = cursor
      other[index] = cursor[index] == "A" ? "B" : "A"
      damaged.append(String(other))
    }
    damaged += [String(cursor.dropLast()), String(cursor.dropFirst()), String(cursor) + "A"]
    for text in damaged {
      let answer = try await server.application.get(address + text)
      #expect(answer.status == 400, "\(text)")
    }
  }

  @Test(arguments: [
    "x", "", "1", "1.5", "AAAA", "1.99999999999999999999", String(repeating: "A", count: 2_000),
    // Signed by nobody: an empty object behind 32 zeros.
    String(repeating: "A", count: 43) + "3t9",
  ])
  func aCursorNobodyWroteIsABadRequest(cursor: String) async throws {
    try await server.get(
      "/v1/feeds/home/sections/pickup_photos?cursor=\(cursor)", is: 400, code: "invalid_cursor")
  }

  @Test func aCursorIsForItsFeedItsSectionItsWidthAndItsStore() async throws {
    let next = try await Self.secondPage(of: server)
    let others: [(from: String, to: String, code: String)] = [
      ("/sections/pickup_photos", "/sections/trend_articles", "invalid_cursor"),
      ("/feeds/home", "/feeds/other", "invalid_cursor"),
      ("width=390", "width=391", "invalid_width"),
    ]
    for other in others {
      let answer = try await server.get(next.replacing(other.from, with: other.to), is: 400)
      #expect(try answer.code() == other.code)
    }
    // Without a width it has its own.
    #expect(
      try await server.get(next.replacing("width=390&", with: "")).body == server.get(next).body)

    // Another store's.
    let cursor = try #require(
      PageAddresses(secret: Array(repeating: 7, count: 32)).open(
        String(next.split(separator: "cursor=")[1]), of: "pickup_photos", in: "home"))
    let other = try PageAddresses(secret: Array(repeating: 8, count: 32)).page(
      at: cursor, of: "pickup_photos", in: "home", limit: 10)
    try await server.get(other, is: 400)
  }

  @Test(arguments: ["0", "-1", "1001", "x", "1.5", "", "1e2"])
  func aLimitThatIsNoneIsABadRequest(limit: String) async throws {
    for path in ["/v1/feeds/home/sections/pickup_photos", "/v1/content/pickup_photos"] {
      try await server.get("\(path)?limit=\(limit)", is: 400, code: "invalid_limit")
    }
  }

  @Test func aSectionThatIsNotOnTheFeedIsNotFound() async throws {
    try await server.get("/v1/feeds/home/sections/nope", is: 404)
  }

  /// The address of the second page of the photos.
  private static func secondPage(of server: LiveServer) async throws -> String {
    let page = try await server.get("/v1/feeds/home/sections/pickup_photos?limit=5")
    return try #require(try page.object()["next"] as? String)
  }

  private static func content(
    of page: [String: Any]
  ) throws -> (frames: [NSDictionary], items: [NSDictionary]) {
    let section = try #require(page["section"] as? [String: Any])
    let layout = try #require(section["layout"] as? [String: Any])
    let frames = try #require(layout["frames"] as? [[String: Any]])
    let items = try #require(section["items"] as? [[String: Any]])
    return (frames.map { $0 as NSDictionary }, items.map { $0 as NSDictionary })
  }
}
