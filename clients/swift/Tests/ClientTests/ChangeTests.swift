import FeedLayout
import Foundation
import TanadaClient
import Testing

@Suite("From one document to the next")
struct ChangeTests {
  /// The document of two sections with another page of the first one.
  private func longer(_ document: FeedDocument) throws -> FeedDocument {
    let page = try SectionPage([
      "section": Fixtures.section("first", y: 0, ids: [5, 6, 7], from: 3), "next": "/v1/page?3",
    ])
    return try #require(document.appending(page))
  }

  private func document(_ revision: Int, title: String = "Photos", next: String) throws
    -> FeedDocument
  {
    var json = Fixtures.document(revision: revision, next: next).object ?? [:]
    var sections = json["sections"]?.array ?? []
    sections[1] = .object((sections[1].object ?? [:]).merging(["title": .string(title)]) { $1 })
    json["sections"] = .array(sections)
    return try FeedDocument(.object(json))
  }

  @Test("pages stay when their section has not changed, and what is below stays below them")
  func keepsPages() throws {
    let former = try longer(document(1, next: "/v1/page?2"))
    let next = try document(2, title: "Other", next: "/v1/page?2&at=2")
    let kept = next.keepingPages(of: former)
    #expect(kept.revision == 2 && kept.section("second")?.title == "Other")
    let first = try #require(kept.section("first"))
    #expect(first.entries.map(\.id) == [1, 2, 3, 5, 6, 7] && first.next == "/v1/page?3")
    #expect(first.frame == former.section("first")?.frame)
    #expect(kept.section("second")?.frame == former.section("second")?.frame)
    #expect(kept.contentSize == former.contentSize)
  }

  @Test("pages go when their section has changed, or the screen is another one")
  func dropsPages() throws {
    let former = try longer(document(1, next: "/v1/page?2"))
    var json = Fixtures.document(revision: 2, next: "/v1/page?2").object ?? [:]
    var sections = json["sections"]?.array ?? []
    sections[0] = .object((sections[0].object ?? [:]).merging(["title": "New"]) { $1 })
    json["sections"] = .array(sections)
    let changed = try FeedDocument(.object(json))
    #expect(changed.keepingPages(of: former) == changed)
    json = Fixtures.document(revision: 1, next: "/v1/page?2").object ?? [:]
    json["viewport"] = ["width": 391]
    let wider = try FeedDocument(.object(json))
    #expect(wider.keepingPages(of: former) == wider)
    #expect(wider.keepingPages(of: nil) == wider)
  }

  private func change(from former: FeedDocument, to next: FeedDocument) -> ScreenChange {
    ScreenChange(from: FeedScreen(former), to: FeedScreen(next))
  }

  @Test("only what has changed is drawn again")
  func namesChanges() throws {
    let document = try document(1, next: "/v1/page?2")
    #expect(change(from: document, to: document) == .sections([]))
    #expect(try change(from: document, to: self.document(2, next: "/n")) == .sections([]))
    #expect(
      try change(from: document, to: longer(document))
        == .sections([.init(section: 0, kind: .inserted(cells: 3..<6))]))
    #expect(
      try change(from: document, to: self.document(2, title: "Other", next: "/n"))
        == .sections([.init(section: 1, kind: .section)]))
    #expect(ScreenChange(from: nil, to: FeedScreen(document)) == .all)
  }

  @Test("an item that has changed is a change of cells, and one more in the middle of the section")
  func namesChangesOfItems() throws {
    func sections(_ first: JSONValue) throws -> FeedDocument {
      try FeedDocument(["viewport": ["width": 390], "sections": [first]])
    }
    let former = try sections(Fixtures.section("a", y: 0, ids: [1, 2]))
    #expect(
      try change(from: former, to: sections(Fixtures.section("a", y: 0, ids: [1, 3])))
        == .sections([.init(section: 0, kind: .cells)]))
    #expect(
      try change(from: former, to: sections(Fixtures.section("a", y: 0, ids: [3, 1, 2])))
        == .sections([.init(section: 0, kind: .section)]))
    let headed = (Fixtures.section("a", y: 0, ids: [1, 2]).object ?? [:])
      .merging(["header": ["height": 40]]) { $1 }
    #expect(
      try change(from: former, to: sections(.object(headed)))
        == .sections([.init(section: 0, kind: .section)]))
    #expect(
      try change(from: former, to: sections(Fixtures.section("b", y: 0, ids: [1, 2]))) == .all)
    #expect(
      try change(from: former, to: sections(Fixtures.section("a", y: 9, ids: [1, 2])))
        == .sections([]))
  }

  @Test("only the last section goes on by itself, a screen before its end")
  func continues() throws {
    func screen(next first: String?, last: String?) throws -> FeedScreen {
      FeedScreen(
        try FeedDocument([
          "viewport": ["width": 390],
          "sections": [
            Fixtures.section("first", y: 0, ids: [1, 2], next: first),
            Fixtures.section("last", y: 1000, ids: [3], next: last),
          ],
        ]))
    }
    let both = try screen(next: "/1", last: "/2")
    #expect(both.sectionsToContinue(from: 100, to: 600).isEmpty)
    #expect(both.sectionsToContinue(from: 101, to: 601).map(\.id) == ["last"])
    #expect(both.sectionsToContinue(from: 1100, to: 1600).isEmpty)
    #expect(try screen(next: "/1", last: nil).sectionsToContinue(from: 101, to: 601).isEmpty)
  }

  private func shelf(width: Double, count: Int, next: String?) throws -> FeedScreen {
    let frames = (1...count).map { id -> JSONValue in
      [
        "id": JSONValue(id), "x": .number(Double(id - 1) * 100), "y": 0, "width": 90, "height": 90,
      ]
    }
    return FeedScreen(
      try FeedDocument([
        "viewport": ["width": .number(width)],
        "sections": [
          [
            "id": "row", "frame": ["x": 0, "y": 0, "width": .number(width), "height": 90],
            "items": .array((1...count).map { ["id": JSONValue($0)] }),
            "next": next.map(JSONValue.string) ?? .null,
            "layout": [
              "type": "shelf", "media_size": ["width": 90, "height": 90],
              "max_scroll_offset": .number(max(0, Double(count) * 100 - width)),
              "frames": .array(frames),
            ],
          ]
        ],
      ]))
  }

  @Test("a row goes on when one of its last eight items is in sight")
  func continuesRows() throws {
    let row = try shelf(width: 390, count: 20, next: "/1")
    #expect(row.sectionsToContinue(from: 0, to: 500, offsets: ["row": 810]).isEmpty)
    let seen = row.sectionsToContinue(from: 0, to: 500, offsets: ["row": 811])
    #expect(seen.map(\.id) == ["row"])
    #expect(row.sectionsToContinue(from: 91, to: 500, offsets: ["row": 811]).isEmpty)
    #expect(try !shelf(width: 390, count: 3, next: "/1").sectionsToContinue(from: 0, to: 9).isEmpty)
  }

  @Test("rows show the same page at another width, and do not go beyond their ends")
  func carriesOffsets() throws {
    func pages(_ width: Double) throws -> FeedScreen {
      let pages = (0..<3).map { page -> JSONValue in
        [
          "x": .number(Double(page) * width), "width": .number(width - 16),
          "snap_offset": .number(-Double(page) * width),
        ]
      }
      let frames = (0..<3).map { page -> JSONValue in
        [
          "id": JSONValue(page), "x": .number(Double(page) * width), "y": 0,
          "width": .number(width - 16), "height": 90,
        ]
      }
      return FeedScreen(
        try FeedDocument([
          "viewport": ["width": .number(width)],
          "sections": [
            [
              "id": "row", "frame": ["x": 0, "y": 0, "width": .number(width), "height": 90],
              "items": .array((0..<3).map { ["id": JSONValue($0)] }),
              "layout": [
                "type": "snap_carousel", "page_width": .number(width - 16), "page_spacing": 16,
                "initial_offset": 0, "flick_velocity": 400, "pages": .array(pages),
                "frames": .array(frames),
              ],
            ]
          ],
        ]))
    }
    let (narrow, wide) = (try pages(390), try pages(844))
    #expect(narrow.sections[0].motion != nil)
    #expect(wide.offsets(carrying: ["row": -780], from: narrow) == ["row": -1688])
    #expect(wide.offsets(carrying: ["row": -400, "gone": 3], from: narrow) == ["row": -844])
    #expect(narrow.offsets(carrying: ["row": -400], from: narrow) == ["row": -400])
    // A row without pages.
    let short = try shelf(width: 844, count: 20, next: nil)
    let long = try shelf(width: 390, count: 20, next: nil)
    #expect(short.offsets(carrying: ["row": 1600], from: long) == ["row": 1156])
  }
}

@Suite("Pages of a view")
struct PageLoaderTests {
  @Test(
    "after a failure a section waits, as long as the server says or for three seconds",
    arguments: [
      (503, "9", Duration.seconds(9)), (503, nil, .seconds(3)), (503, "1", .seconds(3)),
      (410, nil, .seconds(3)),
    ] as [(Int, String?, Duration)])
  @MainActor func waits(_ status: Int, _ retryAfter: String?, _ pause: Duration) async throws {
    let server = try LoopbackServer { _, number in
      guard number == 1 else {
        let page: JSONValue = [
          "section": Fixtures.section("first", y: 0, ids: [5, 6], from: 3), "next": .null,
        ]
        return .init(body: page.description)
      }
      var reply = Fixtures.problem(status, "not_now")
      if let retryAfter { reply.headers["Retry-After"] = retryAfter }
      return reply
    }
    let document = try FeedDocument(Fixtures.document(next: "/v1/page?2"))
    let client = FeedClient(base: server.base)
    let pauses = Pauses()
    let asked = Asked()
    let loader = PageLoader(
      client: client,
      sleep: { pause in
        await pauses.note(pause)
        // The section is still waiting: this asks nobody.
        await asked.loader?.load("first", in: document) { _ in Issue.record("asked in a pause") }
      })
    asked.loader = loader
    var seen: [String] = []
    func note(_ outcome: PageLoader.Outcome) {
      switch outcome {
      case .loaded(let longer): seen.append("\(longer.section("first")?.items.count ?? 0) items")
      case .gone: seen.append("gone")
      case .failed(let error): seen.append("failed with \(error.status)")
      case .retry: seen.append("retry")
      }
    }
    await loader.load("first", in: document, show: note)
    await loader.load("first", in: document, show: note)
    #expect(seen == [status == 410 ? "gone" : "failed with 503", "retry", "5 items"])
    #expect(await pauses.all == [pause])
    #expect(server.requests.count == 2)
  }

  /// The loader that a pause asks.
  @MainActor private final class Asked {
    var loader: PageLoader?
  }
}
