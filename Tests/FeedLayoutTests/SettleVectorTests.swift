import FeedLayout
import TestSupport
import Testing

/// Where drags come to rest, as on the iOS screens.
struct SettleVectorTests {
  struct Vectors: Decodable {
    let snapCarousel: [SnapCase]
    let circularCarousel: [CircularCase]

    enum CodingKeys: String, CodingKey {
      case snapCarousel = "snap_carousel"
      case circularCarousel = "circular_carousel"
    }
  }

  struct SnapCase: Decodable, Sendable, CustomTestStringConvertible {
    let width: Double
    let pages: Int
    let offset: Double
    let translation: Double
    let expected: Expected
    var testDescription: String { "\(pages) pages at \(offset), dragged by \(translation)" }

    struct Expected: Decodable, Sendable {
      let page: Int
      let offset: Double
    }
  }

  struct CircularCase: Decodable, Sendable, CustomTestStringConvertible {
    let count: Int
    let offset: Double
    let translation: Double
    let expected: Expected
    var testDescription: String { "\(count) cards at \(offset), dragged by \(translation)" }

    struct Expected: Decodable, Sendable {
      let offset: Double
      let slot: Int
    }
  }

  static let vectors = Result {
    try ConformanceCase.decode(Vectors.self, from: "settle.json")
  }

  @Test("All 104 drags are there")
  func count() throws {
    let vectors = try Self.vectors.get()
    #expect(vectors.snapCarousel.count == 56)
    #expect(vectors.circularCarousel.count == 48)
  }

  @Test(
    "A snap carousel settles where the screen does",
    arguments: (try? vectors.get().snapCarousel) ?? [])
  func snapCarousel(drag: SnapCase) throws {
    let settled = try SnapCarouselLayout.settle(
      pageCount: drag.pages, offset: drag.offset, translation: drag.translation,
      viewport: Viewport(width: drag.width))
    #expect(settled.page == drag.expected.page)
    #expect(settled.offset == drag.expected.offset)
  }

  @Test(
    "A circular carousel settles where the screen does",
    arguments: (try? vectors.get().circularCarousel) ?? [])
  func circularCarousel(drag: CircularCase) throws {
    let settled = try CircularCarouselLayout.settle(
      itemCount: drag.count, offset: drag.offset, translation: drag.translation)
    #expect(settled.slot == drag.expected.slot)
    #expect(settled.offset == drag.expected.offset)
  }
}
