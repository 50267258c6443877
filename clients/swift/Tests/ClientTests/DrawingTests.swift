import FeedLayout
import Foundation
import TanadaClient
import Testing

@Suite("Visible boxes and impressions")
struct VisibilityTests {
  @Test("boxes in a range are those that a look at all of them finds")
  func findsBoxes() throws {
    let document = try FeedDocument(Fixtures.document())
    let index = FeedIndex(document)
    for lower in stride(from: -50.0, through: 450, by: 7) {
      for height in [0.0, 1, 90, 300] {
        let upper = lower + height
        func meets(_ y: Double, _ extent: Double) -> Bool {
          height == 0 ? y <= lower && lower < y + extent : y < upper && y + extent > lower
        }
        let expected = document.sections.enumerated().compactMap {
          place, section -> FeedIndex.Visible? in
          guard meets(section.frame.y, section.frame.height) else { return nil }
          let items = section.entries.filter {
            meets($0.frame.y + section.layoutTop.y, $0.frame.height)
          }
          return FeedIndex.Visible(section: place, items: items.map(\.index))
        }
        #expect(index.boxes(from: lower, to: upper) == expected)
      }
    }
    #expect(index.boxes(from: 5, to: 4).isEmpty && index.boxes(from: .nan, to: 4).isEmpty)
  }

  @Test("an impression counts after 800 ms without a break, half visible, and once")
  func countsImpressions() {
    var tracker = ImpressionTracker()
    func at(_ milliseconds: Int, _ shares: [String: Double]) -> [String] {
      tracker.update(shares, at: .milliseconds(milliseconds))
    }
    #expect(at(0, ["a": 0.5, "b": 0.49, "c": 1]).isEmpty)
    #expect(tracker.nextTime == .milliseconds(800))
    #expect(at(799, ["a": 0.5, "b": 0.5, "c": 0]).isEmpty)
    #expect(at(800, ["a": 1, "b": 0.5, "c": 1]) == ["a"])
    // What was visible up to now counts, though it is not any more.
    #expect(at(1599, ["b": 0.5, "c": 1]) == ["b"])
    #expect(at(1600, [:]) == ["c"])
    #expect(at(1700, ["a": 1, "b": 1, "c": 1]).isEmpty && tracker.nextTime == nil)
    #expect(at(9000, ["a": 1]).isEmpty)
    #expect(tracker.counted == ["a", "b", "c"])
  }

  @Test("the visible share of an item is that of its box on the screen")
  func sharesItems() throws {
    let screen = FeedScreen(try FeedDocument(Fixtures.document()))
    #expect(
      screen.visibleShares(from: 45, to: 110) == [
        "seen-1": 0.5, "seen-2": 0.5, "seen-3": 10.0 / 90,
      ])
    #expect(screen.visibleShares(from: 1000, to: 2000).isEmpty)
  }

  @Test("a view counts when the time has come")
  @MainActor func countsInView() async {
    let (times, more) = AsyncStream.makeStream(of: Duration.self)
    let (seen, tell) = AsyncStream.makeStream(of: String.self)
    var time = Duration.zero
    let counter = ImpressionCounter(
      now: { time },
      sleep: { pause in
        more.yield(pause)
        // The time is set by the test, which lets the second wait come.
        if pause > .milliseconds(500) { try await Task.sleep(for: .seconds(3600)) }
      }, seen: { tell.yield($0) })
    var waits = times.makeAsyncIterator()
    var ids = seen.makeAsyncIterator()
    counter.update(["a": 1])
    #expect(await waits.next() == .milliseconds(800))
    time = .milliseconds(700)
    counter.update(["a": 1, "b": 1])
    time = .milliseconds(800)
    #expect(await waits.next() == .milliseconds(100))
    #expect(await ids.next() == "a")
    #expect(await waits.next() == .milliseconds(700))
    time = .milliseconds(1500)
    counter.update([:])
    #expect(await ids.next() == "b")
  }

  @Test(
    "what is out of sight before its time does not count, however long it takes until it is back")
  @MainActor func stopsCounting() {
    var time = Duration.zero
    var seen: [String] = []
    let counter = ImpressionCounter(
      now: { time }, sleep: { _ in throw CancellationError() }, seen: { seen.append($0) })
    counter.update(["a": 1])
    time = .milliseconds(700)
    counter.stop()
    time = .seconds(60)
    counter.update(["a": 1])
    time = .seconds(60) + .milliseconds(799)
    counter.update(["a": 1])
    #expect(seen.isEmpty)
    time = .seconds(60) + .milliseconds(800)
    counter.update([:])
    #expect(seen == ["a"])
  }

  @Test("a screen has a cell for each item, and one for a row that moves")
  func makesCells() throws {
    var shelf = Fixtures.section("row", y: 410, ids: [7, 8, 9]).object ?? [:]
    shelf["header"] = ["height": 50, "slots": []]
    shelf["layout_origin"] = ["x": 0, "y": 50]
    var layout = shelf["layout"]?.object ?? [:]
    layout["type"] = "shelf"
    layout["max_scroll_offset"] = 100
    shelf["layout"] = .object(layout)
    var json = Fixtures.document().object ?? [:]
    json["sections"] = .array((json["sections"]?.array ?? []) + [.object(shelf)])
    let screen = FeedScreen(try FeedDocument(.object(json)))
    #expect(screen.sections.map(\.cellCount) == [3, 1, 1])
    #expect(screen.sections[2].headerBox == Rect(x: 0, y: 410, width: 390, height: 50))
    #expect(screen.sections[2].box(ofCell: 0) == Rect(x: 0, y: 460, width: 390, height: 150))
    #expect(screen.sections[1].box(ofCell: 0) == Rect(x: 0, y: 210, width: 90, height: 90))
    #expect(
      screen.cells(from: 95, to: 430) == [
        .init(section: 0, hasHeader: false, cells: [2]),
        .init(section: 1, hasHeader: false, cells: [0]),
        .init(section: 2, hasHeader: true, cells: []),
      ])
    #expect(screen.cells(from: 465, to: 470).last?.cells == [0])
  }

  @Test("content size categories are the sizes of body text")
  func knowsTextSizes() {
    #expect(FeedQuery.textSize(ofCategory: "UICTContentSizeCategoryL") == 1)
    #expect(FeedQuery.textSize(ofCategory: "UICTContentSizeCategoryXS") == 14.0 / 17)
    let largest = FeedQuery.textSize(ofCategory: "UICTContentSizeCategoryAccessibilityXXXL")
    #expect(largest == 53.0 / 17 && FeedQuery(width: 390, textSize: largest).textSize == 3.1)
    #expect(FeedQuery.textSize(ofCategory: "_UICTContentSizeCategoryUnspecified") == 1)
  }
}

@Suite("Documents")
struct DocumentTests {
  @Test("only a viewport and a list of sections are needed")
  func isTolerant() throws {
    let document = try FeedDocument(
      data: Data(
        #"{"viewport":{"width":320},"sections":[7,{"id":"a"},{"id":"b","frame":{"x":0,"y":0,"width":1,"height":2},"layout":5,"cell":"x","items":[1,{"id":"x"},{"id":4,"image":3,"action":9,"stars":"?"}]}]}"#
          .utf8))
    #expect(document.unreadableSections.count == 2)
    let section = try #require(document.sections.first)
    #expect(section.items.map { $0?.id } == [nil, nil, 4])
    #expect(section.cell == nil && section.layout.details == .other)
    #expect(document.contentSize.height == 2)
    #expect(throws: FeedDocumentError.missing(name: "sections")) {
      try FeedDocument(["viewport": ["width": 1]])
    }
    #expect(throws: FeedDocumentError.missing(name: "viewport.width")) {
      try FeedDocument(["sections": []])
    }
  }

  @Test("texts of an item by role")
  func readsTexts() throws {
    let json: JSONValue = [
      "viewport": ["width": 1],
      "sections": [
        [
          "id": "a", "frame": ["x": 0, "y": 0, "width": 1, "height": 1],
          "roles": ["headline": "name", "rating": "stars_given", "date": "day", "label": "tags"],
          "items": [
            [
              "id": 1, "name": "N", "stars_given": 4, "day": "2020", "date_label": "D",
              "tags": ["x"],
            ]
          ],
        ]
      ],
    ]
    let section = try #require(try FeedDocument(json).sections.first)
    let item = try #require(section.items.first ?? nil)
    let texts = [SlotRole.headline, .rating, .date, .label, .author, "sound"].map {
      item.text($0, section.roles)
    }
    #expect(texts == ["N", "4.0", "D", "", "", ""])
  }

  @Test("colours with and without opacity; others are none")
  func readsColors() throws {
    let color = try #require(FeedColor.Components("#ff8000cc"))
    #expect(color.red == 1 && color.green == 128.0 / 255 && color.blue == 0 && color.alpha == 0.8)
    #expect(FeedColor.Components("#ff8000")?.alpha == 1)
    #expect(FeedColor.Components("red") == nil && FeedColor.Components("#+f8000") == nil)
  }
}

@Suite("Pictures")
struct PictureTests {
  private func image(_ more: [String: JSONValue]) throws -> FeedImage {
    let json: JSONValue = [
      "viewport": ["width": 1],
      "sections": [
        [
          "id": "a", "frame": ["x": 0, "y": 0, "width": 1, "height": 1],
          "items": [["id": 1, "image": .object(more)]],
        ]
      ],
    ]
    return try #require(try FeedDocument(json).sections[0].items[0]?.image)
  }

  @Test("the smallest source that is sharp enough, of the first format that is known")
  func choosesSource() throws {
    let sources: JSONValue = [
      ["type": "image/jxl", "1x": "j1"],
      ["type": "image/webp", "1x": "w1", "2x": "w2", "3x": "w3", "width": 7],
      ["type": "image/jpeg", "1x": "p1"],
    ]
    let image = try image(["url": "original", "sources": sources])
    #expect(
      [0.5, 1, 1.01, 2, 2.6, 3, 4].map { image.address(scale: $0) } == [
        "w1", "w1", "w2", "w2", "w3", "w3", "w3",
      ])
    #expect(image.address(pixelWidth: 1170, boxWidth: 390) == "w3")
    #expect(image.address(scale: 3, types: ["image/jpeg"]) == "p1")
    #expect(image.address(scale: 3, types: []) == "original")
  }

  @Test("a picture that covers its slot keeps its focus")
  func keepsFocus() throws {
    let wide = try image(["width": 400, "height": 100, "focus": ["x": 0, "y": 1]])
    let slot = Size(width: 100, height: 100)
    #expect(wide.rect(in: slot, mode: .fill) == Rect(x: 0, y: 0, width: 400, height: 100))
    #expect(wide.rect(in: slot, mode: .fit) == Rect(x: 0, y: 37.5, width: 100, height: 25))
    let middle = try image(["width": 400, "height": 100])
    #expect(middle.rect(in: slot, mode: .fill).x == -150)
    #expect(try image([:]).rect(in: slot, mode: .fill).size == slot)
  }

  @Test("a ThumbHash is decoded like in tanada.js")
  func decodesThumbHash() throws {
    let hash = try #require(ThumbHash(base64: "1QcSHQRnh493V4dIh4eXh1h4kJUI"))
    let pixels = try #require(hash.pixels(width: 3, height: 2))
    #expect(pixels.rgba == ThumbHashVector.pixels)
    let drawn = try #require(hash.pixels(aspect: 0.5))
    #expect(drawn.width == 8 && drawn.height == 16 && drawn.rgba.count == 8 * 16 * 4)
    #expect(ThumbHash(base64: "AA==") == nil && ThumbHash(base64: "?") == nil)
  }
}
