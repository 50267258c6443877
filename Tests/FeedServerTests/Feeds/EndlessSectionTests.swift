import FeedEntities
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Sections whose first page is on the screen, and whose other pages have everything that their query finds.
@Suite(.photos) struct EndlessSectionTests {
  private static let count = 57

  /// A feed whose section shows the first seven of all photos, and one that shows all of them.
  fileprivate static func run(
    layout: String = "staggered_grid", sort: String = "-published_at", designs: [Design] = [],
    _ body: (LiveServer) async throws -> Void
  ) async throws {
    let theme = designs.first { $0.key.type == .theme }.map { #""theme":"\#($0.key.name)","# } ?? ""
    let cell = designs.first { $0.key.type == .cell }.map { #""cell":"\#($0.key.name)","# } ?? ""
    @Sendable func composition(limit: Int) -> String {
      """
      {\(theme)"sections":[
        {"id":"topics","kind":"featured_topics","title":"Topics","limit":2},
        {"id":"photos","kind":"pickup_photos","title":"Photos","limit":\(limit),\(cell)
         "header":{"height":44},
         "layout":{"type":"\(layout)","options":{}},
         "source":{"query":{"sort":"\(sort)"}}}]}
      """
    }
    try await LiveServer.run(
      prepare: { store, _ in
        try await store.write { transaction in
          for id in 1...count {
            var photo = try TestContent.photo(id, width: 300 + id * 37 % 200, height: 400)
            photo.title = "\(id % 5)"
            _ = try transaction.upsert(photo)
          }
          for design in designs { _ = try transaction.setDesign(design) }
          _ = try transaction.setComposition(composition(limit: 7), of: "home")
          _ = try transaction.setComposition(composition(limit: 1_000), of: "whole")
        }
      }, body)
  }

  /// A page has the revision that its server had in service when it was asked for, though another one came meanwhile.
  @Test(.server(by: { try await run($0) })) func aPageIsOfThePublicationThatItIsAskedOf()
    async throws
  {
    let publisher = server.publisher
    let next = try #require(try await Self.screen("home", in: server).next)
    let text = try #require(next.firstRange(of: "cursor=")).upperBound
    let cursor = try #require(
      publisher.configuration.items.pages.open(String(next[text...]), of: "photos", in: "home"))
    let former = try #require(publisher.current)
    // The last one of the section, behind the screen.
    try await server.store.write { transaction in
      _ = try transaction.upsert(TestContent.photo(Self.count, width: 500))
    }
    try await server.catchUp()
    let newest = try #require(publisher.current)
    #expect(newest.revision == former.revision + 1)
    for publication in [former, newest] {
      let document = try #require(
        try await publisher.continuation(
          of: "photos", in: "home", at: cursor, limit: 5, as: publication))
      let revision = try JSONValue.parse(document.bytes)["revision"].number
      #expect(revision == Double(publication.revision))
    }
  }

  private struct Part {
    var ids: [Int] = []
    var frames: [String] = []
    var impressions: [String] = []
    var heights: [Double] = []
    var next: String?

    mutating func append(_ section: [String: Any], next: String?) throws {
      let items = try #require(section["items"] as? [[String: Any]])
      let layout = try #require(section["layout"] as? [String: Any])
      ids += items.compactMap { $0["id"] as? Int }
      impressions += items.compactMap { $0["impression_id"] as? String }
      frames += try #require(layout["frames"] as? [[String: Any]]).map { frame in
        frame.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      }
      heights.append(try #require((section["frame"] as? [String: Any])?["height"] as? Double))
      self.next = next
    }
  }

  /// The section on the screen.
  private static func screen(_ feed: String, in server: LiveServer) async throws -> Part {
    let document = try await server.get("/v1/feeds/\(feed)").object()
    let section = try #require((document["sections"] as? [[String: Any]])?.last)
    var part = Part()
    try part.append(section, next: section["next"] as? String)
    return part
  }

  private static func goOn(_ part: inout Part, limit: Int?, in server: LiveServer) async throws {
    var next = try #require(part.next)
    if let limit { next = next.replacing("limit=7", with: "limit=\(limit)") }
    let answer = try await server.get(next, is: 200)
    let page = try answer.object()
    try part.append(try #require(page["section"] as? [String: Any]), next: page["next"] as? String)
  }

  @Test(
    .noServer,
    arguments: ["staggered_grid", "uniform_grid"], [nil, 1, 10, 1_000])
  func theScreenAndItsPagesAreTheWholeSection(layout: String, limit: Int?) async throws {
    try await Self.run(layout: layout) { try await Self.checkPages(limit: limit, in: $0) }
  }

  @Test(.noServer, arguments: ["staggered_grid", "uniform_grid"])
  func pagesHaveTheCellAndTheThemeOfTheirFeed(layout: String) async throws {
    let designs = [try TestDesigns.cell("pin", lines: 7), try TestDesigns.theme("night")]
    try await Self.run(layout: layout, designs: designs) { server in
      try await Self.checkPages(limit: 10, in: server)
    }
  }

  /// The items and frames of the screen and its pages are those of the whole section.
  private static func checkPages(limit: Int?, in server: LiveServer) async throws {
    let whole = try await screen("whole", in: server)
    #expect(whole.ids.count == count && whole.next == nil)
    var part = try await screen("home", in: server)
    #expect(part.ids.count == 7)
    while part.next != nil { try await goOn(&part, limit: limit, in: server) }
    #expect(part.ids == whole.ids)
    #expect(part.frames == whole.frames)
    #expect(Set(part.impressions).count == count)
    // The section grows with its pages.
    #expect(part.heights == part.heights.sorted() && part.heights.last == whole.heights[0])
  }

  @Test(.noServer, arguments: ["title", "-title", "id"])
  func itemsThatAreAlikeAreNotLost(sort: String) async throws {
    try await Self.run(sort: sort) { server in
      var part = try await Self.screen("home", in: server)
      while part.next != nil { try await Self.goOn(&part, limit: 4, in: server) }
      #expect(part.ids == (try await Self.screen("whole", in: server)).ids)
    }
  }

  @Test func pagesHaveTheContentTheyBeganWith() async throws {
    let screen = try await Self.screen("home", in: server)
    var before = screen
    // 1. What is behind the screen changes: the screen does not, and neither does the address of its next page.
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.delete(.pickupPhotos, id: 9)
    }
    try await server.publisher.publish()
    #expect(try await Self.screen("home", in: server).next == screen.next)
    // 2. A client that scrolls sees what is there now, and goes on with it.
    try await Self.goOn(&before, limit: nil, in: server)
    #expect(before.ids == Array(1...8) + Array(10...15))
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.delete(.pickupPhotos, id: 16)
    }
    try await server.publisher.publish()
    try await Self.goOn(&before, limit: nil, in: server)
    #expect(before.ids == Array(1...8) + Array(10...22))
    // 3. One whose screen has changed goes on with the content of its screen.
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.delete(.pickupPhotos, id: 1)
    }
    try await server.publisher.publish()
    var old = screen
    try await Self.goOn(&old, limit: nil, in: server)
    #expect(old.ids == Array(1...14))
    #expect(old.frames.count == 14)
    let new = try await Self.screen("home", in: server)
    #expect(new.ids == Array(2...8) && new.next != screen.next)
  }

  @Test(.noServer, arguments: ["snap_carousel", "card_stack", "justified_rows"])
  func aLayoutThatDependsOnEveryItemEndsAtItsLimit(layout: String) async throws {
    try await Self.run(layout: layout) { server in
      let part = try await Self.screen("home", in: server)
      #expect(part.ids.count == 7 && part.next == nil)
    }
  }

  @Test(.server(by: { try await run($0) })) func aPageIsPurgedWithItsKind() async throws {
    let part = try await Self.screen("home", in: server)
    let next = try #require(part.next)
    let answer = try await server.get(next)
    #expect(answer.header("xkey") == "section:home/photos kind:pickup_photos photos")
    #expect(answer.header("X-Tanada-Revision") == "2")
  }

  @Test(.server(by: { try await run($0) })) func aPreviewHasNoPages() async throws {
    let preview = try await server.get("/v1/feeds/home?drafts=true", viewer)
    let section = try #require((preview.object()["sections"] as? [[String: Any]])?.last)
    #expect((section["items"] as? [Any])?.count == 7 && section["next"] is NSNull)
  }

  @Test func aScreenThatIsOlderThanTheHistoryGoesOn() async throws {
    let screen = try await Self.screen("home", in: server)
    // Something else is written, and everything before that is forgotten.
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.upsert(TestContent.banner(1, campaign: 7))
    }
    try await server.publisher.publish()
    await server.publisher.noteDocumentRevisionsNow()
    try await server.store.write(at: server.clock.now) { try $0.forgetHistory(before: 3) }
    var part = screen
    try await Self.goOn(&part, limit: nil, in: server)
    #expect(part.ids == Array(1...14))
    // The screen changes, and its old address shows it as it was.
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.delete(.pickupPhotos, id: 1)
    }
    try await server.publisher.publish()
    await server.publisher.noteDocumentRevisionsNow()
    var old = screen
    try await Self.goOn(&old, limit: 3, in: server)
    #expect(old.ids == Array(1...10))
  }

  @Test func aPageOfAForgottenRevisionGoesOnWhileItsContentIsKept() async throws {
    var part = try await Self.screen("home", in: server)
    try await Self.goOn(&part, limit: nil, in: server)
    // 1. Revisions 3 and 4 are elsewhere. What the next one changes is shown nowhere, but behind the screen.
    for number in 3...4 {
      try await server.publish { _ = try $0.upsert(TestContent.banner(1, campaign: number)) }
    }
    try await server.publish { _ = try $0.delete(.pickupPhotos, id: 30) }
    // 2. Revision 4 is kept, and has the content of the cursor's revision.
    try await server.publish { try $0.forgetHistory(before: 4) }
    var old = part
    while old.next != nil { try await Self.goOn(&old, limit: nil, in: server) }
    #expect(old.ids == Array(1...Self.count))
    // 3. Revision 5 has other content.
    try await server.publish { try $0.forgetHistory(before: 5) }
    try await server.get(try #require(part.next), is: 410, code: "revision_pruned")
  }

  /// A revision that hides a section is not noted as a change of it, and the composition still names it.
  @Test func aPageOfAForgottenRevisionWhoseSectionIsHiddenSaysSo() async throws {
    let screen = try await Self.screen("home", in: server)
    try await server.publish { transaction in
      _ = try transaction.setComposition(
        """
        {"sections":[
          {"id":"topics","kind":"featured_topics","title":"Topics","limit":2},
          {"id":"photos","kind":"pickup_photos","title":"Photos","limit":7,"window":{"draft":true}}]}
        """, of: "home")
    }
    try await server.publish { try $0.forgetHistory(before: 3) }
    try await server.get(try #require(screen.next), is: 410, code: "revision_pruned")
  }

  @Test func pagesOfAForgottenScreenHaveOneContent() async throws {
    var old = try await Self.screen("home", in: server)
    // The screen is of revision 2. What 3 changes is behind it, and the first kept revision is 4.
    try await server.publish { _ = try $0.delete(.pickupPhotos, id: 30) }
    try await server.publish { _ = try $0.upsert(TestContent.banner(1, campaign: 4)) }
    try await server.publish { try $0.forgetHistory(before: 4) }
    try await server.publish { _ = try $0.delete(.pickupPhotos, id: 1) }
    try await Self.goOn(&old, limit: nil, in: server)
    try await server.publish { _ = try $0.delete(.pickupPhotos, id: 40) }
    while old.next != nil { try await Self.goOn(&old, limit: nil, in: server) }
    #expect(old.ids == Array(1...29) + Array(31...Self.count))
  }

  @Test(.noServer) func aSectionThatAppearsWithAWriteElsewhereHasPages() async throws {
    let begin = SampleContent.committedAt.later(minutes: 5)
    try await LiveServer.run(
      prepare: { store, _ in
        try await store.write { transaction in
          for id in 1...3 { _ = try transaction.upsert(TestContent.photo(id)) }
          _ = try transaction.setComposition(
            """
            {"sections":[{"id":"photos","kind":"pickup_photos","title":"","limit":1,
              "layout":{"type":"uniform_grid"},
              "window":{"publish_at":"\(begin.rfc3339)"}}]}
            """, of: "home")
        }
      }
    ) { server in
      // Before the server makes a revision of its own.
      server.clock.set(begin.later(minutes: 1))
      try await server.store.write(at: server.clock.now) { transaction in
        _ = try transaction.upsert(TestContent.banner(1, campaign: 7))
      }
      try await server.publisher.publish()
      var part = try await Self.screen("home", in: server)
      while part.next != nil { try await Self.goOn(&part, limit: nil, in: server) }
      #expect(part.ids.count >= 3)
    }
  }

  /// The cursor is of an older revision, at whose moment the item would have been visible.
  @Test func anItemThatIsWrittenAfterItsWindowIsOnNoPage() async throws {
    let end = server.clock.now.later(minutes: 1)
    server.clock.set(server.clock.now.later(minutes: 5))
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.upsert(TestContent.photo(Self.count + 1))
      _ = try transaction.setWindow(Window(unpublishAt: end), of: .pickupPhotos, id: Self.count + 1)
    }
    try await server.publisher.publish()
    var part = try await Self.screen("home", in: server)
    while part.next != nil { try await Self.goOn(&part, limit: nil, in: server) }
    #expect(part.ids == Array(1...Self.count))
  }

  @Test func aPageChangesWithNothingThatItsKeysDoNotName() async throws {
    let next = try #require(try await Self.screen("home", in: server).next)
    let before = try await server.get(next)
    let text = #"{"kind":"others","fields":[{"name":"title","type":"text"}]}"#
    let proposal = try KindProposal(reading: JSONTree(parsing: Data(text.utf8)))
    let change = try KindChange(from: nil, to: proposal)
    try await server.store.write(at: server.clock.now) { try $0.define(change) }
    try await server.store.write(at: server.clock.now) { transaction in
      _ = try transaction.setComposition(#"{"sections":[]}"#, of: "other")
    }
    try await server.publisher.publish()
    let after = try await server.get(next)
    #expect(after.body == before.body && after.header("ETag") == before.header("ETag"))
  }
}

extension LiveServer {
  /// Writes a revision, puts it into service, and notes the documents that it changes.
  fileprivate func publish(
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws {
    try await store.write(at: clock.now, body)
    try await publisher.publish()
    await publisher.noteDocumentRevisionsNow()
  }
}

extension Trait where Self == ServerTrait {
  /// A server with a section of all photos by their ids.
  fileprivate static var photos: Self {
    .server(by: { try await EndlessSectionTests.run(sort: "id", $0) })
  }
}
