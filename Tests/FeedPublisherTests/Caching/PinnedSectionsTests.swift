import FeedStore
import FeedModel
import FeedPublisher
import TestSupport
import Testing

struct PinnedSectionsTests {
  private static let now = SampleContent.committedAt

  /// The sample photos as of `revision`.
  private static func section(_ revision: Int) throws -> Section {
    let feed = Feeds.prepared(.home, try SampleContent.items(), revision: revision)
    return try #require(feed.section("pickup_photos"))
  }

  private static func revision(_ number: Int, in pins: DocumentCache, at moment: Timestamp) -> Int?
  {
    pins.pinnedSection("pickup_photos", of: "home", revision: number, at: moment)?.revision
  }

  @Test("A section is kept for ten minutes, and what caches may add, after its last cursor")
  func retention() throws {
    let pins = DocumentCache()
    let first = try Self.section(1)
    pins.pin(first, at: Self.now)
    #expect(Self.revision(1, in: pins, at: Self.now.later(seconds: 930)) == 1)
    #expect(Self.revision(1, in: pins, at: Self.now.later(seconds: 931)) == nil)

    pins.pin(first, at: Self.now.later(seconds: 900))
    #expect(Self.revision(1, in: pins, at: Self.now.later(seconds: 1_830)) == 1)
    #expect(Self.revision(1, in: pins, at: Self.now.later(seconds: 1_831)) == nil)
    #expect(Self.revision(2, in: pins, at: Self.now) == nil)
    #expect(pins.pinnedSection("recent_news", of: "home", revision: 1, at: Self.now) == nil)
    #expect(pins.pinnedSection("pickup_photos", of: "other", revision: 1, at: Self.now) == nil)
  }

  @Test("Beyond the bytes of everything those go first whose cursors were used least recently")
  func bounded() throws {
    let one = SharedCache()
    DocumentCache(in: one).pin(try Self.section(1), at: Self.now)
    #expect(one.byteCount > SharedCache.entryByteCount)
    let cache = SharedCache(maximumByteCount: one.byteCount * 3)
    let pins = DocumentCache(in: cache)
    let first = try Self.section(1)
    pins.pin(first, at: Self.now)
    for revision in 2...3 { pins.pin(try Self.section(revision), at: Self.now) }
    // The first has a newer cursor now than the second.
    pins.pin(first, at: Self.now)
    pins.pin(try Self.section(4), at: Self.now)
    #expect((1...4).map { Self.revision($0, in: pins, at: Self.now) } == [1, nil, 3, 4])
    #expect(cache.byteCount == one.byteCount * 3)
    #expect(cache.uses["feeds"]?.evictionCount == 1)
    // They make room for other things, too.
    let others: SharedCache.Part<Int, Int> = cache.part("others")
    others.store(1, byteCount: one.byteCount * 2, for: 1)
    #expect((1...4).map { Self.revision($0, in: pins, at: Self.now) }.compactMap(\.self).isEmpty)

    let none = DocumentCache(in: SharedCache(maximumByteCount: 0))
    none.pin(first, at: Self.now)
    #expect(Self.revision(1, in: none, at: Self.now) == nil)
  }
}
