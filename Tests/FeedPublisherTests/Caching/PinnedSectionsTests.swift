import FeedModel
import FeedPublisher
import TestSupport
import Testing

struct PinnedSectionsTests {
  private static let now = SampleContent.committedAt

  private static func later(seconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: now.millisecondsSince1970 + seconds * 1_000)
  }

  /// The sample photos as of `revision`.
  private static func section(_ revision: Int) throws -> PublishedSection {
    let feed = PublishedFeed(
      Feeds.prepared(.home, try SampleContent.items(), revision: revision), checking: [])
    return try #require(feed.section("pickup_photos"))
  }

  private static func revision(_ number: Int, in pins: PinnedSections, at moment: Timestamp) -> Int?
  {
    pins.section("pickup_photos", of: "home", revision: number, at: moment)?.revision
  }

  @Test("A section is kept for ten minutes, and what caches may add, after its last cursor")
  func retention() throws {
    let pins = PinnedSections()
    let first = try Self.section(1)
    pins.pin(first, at: Self.now)
    #expect(Self.revision(1, in: pins, at: Self.later(seconds: 930)) == 1)
    #expect(Self.revision(1, in: pins, at: Self.later(seconds: 931)) == nil)

    pins.pin(first, at: Self.later(seconds: 900))
    #expect(Self.revision(1, in: pins, at: Self.later(seconds: 1_830)) == 1)
    #expect(Self.revision(1, in: pins, at: Self.later(seconds: 1_831)) == nil)
    #expect(Self.revision(2, in: pins, at: Self.now) == nil)
    #expect(pins.section("recent_news", of: "home", revision: 1, at: Self.now) == nil)
    #expect(pins.section("pickup_photos", of: "other", revision: 1, at: Self.now) == nil)
  }

  @Test("What has ended takes no memory once another section is pinned")
  func ended() throws {
    let pins = PinnedSections()
    for revision in 1...5 { pins.pin(try Self.section(revision), at: Self.now) }
    let five = pins.byteCount
    pins.pin(try Self.section(6), at: Self.later(seconds: 931))
    #expect(five > 0 && pins.byteCount == five / 5)
    #expect(pins.dropCount == 0)
  }

  @Test("Beyond their bytes those go first whose cursors are oldest")
  func bounded() throws {
    let one = PinnedSections()
    one.pin(try Self.section(1), at: Self.now)
    let pins = PinnedSections(maximumByteCount: one.byteCount * 3)
    let first = try Self.section(1)
    pins.pin(first, at: Self.now)
    for revision in 2...3 { pins.pin(try Self.section(revision), at: Self.now) }
    // The first has a newer cursor now than the second.
    pins.pin(first, at: Self.now)
    pins.pin(try Self.section(4), at: Self.now)
    #expect((1...4).map { Self.revision($0, in: pins, at: Self.now) } == [1, nil, 3, 4])
    #expect(pins.byteCount == one.byteCount * 3)
    #expect(pins.dropCount == 1)

    let none = PinnedSections(maximumByteCount: 0)
    none.pin(first, at: Self.now)
    #expect(Self.revision(1, in: none, at: Self.now) == nil && none.byteCount == 0)
  }
}
