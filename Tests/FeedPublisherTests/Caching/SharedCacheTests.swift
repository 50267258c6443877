import FeedStore
import TestSupport
import Testing

/// One bound for everything that is kept, whatever it is.
struct SharedCacheTests {
  /// The size of an entry with a value of `byteCount` bytes.
  private static func entry(_ byteCount: Int) -> Int { byteCount + SharedCache.entryByteCount }

  @Test("The least recently used leaves first, of all parts")
  func leastRecentlyUsed() {
    let cache = SharedCache(maximumByteCount: 3 * Self.entry(100))
    let numbers: SharedCache.Part<Int, String> = cache.part("numbers")
    let names: SharedCache.Part<String, Int> = cache.part("names")
    numbers.store("one", byteCount: 100, for: 1)
    names.store(2, byteCount: 100, for: "two")
    numbers.store("three", byteCount: 100, for: 3)
    #expect(cache.byteCount == 3 * Self.entry(100))
    // The first is used again, so that the second is the oldest.
    #expect(numbers.use(1) == "one")
    numbers.store("four", byteCount: 100, for: 4)
    #expect(names.use("two") == nil)
    #expect([1, 3, 4].map { numbers.use($0) } == ["one", "three", "four"])
    #expect(cache.uses["names"] == SharedCache.Use(byteCount: 0, evictionCount: 1))
    #expect(
      cache.uses["numbers"] == SharedCache.Use(byteCount: 3 * Self.entry(100), evictionCount: 0))
    #expect(numbers.byteCount == 3 * Self.entry(100))
  }

  @Test("Equal keys of two parts are different keys")
  func parts() {
    let cache = SharedCache()
    let one: SharedCache.Part<Int, Int> = cache.part("one")
    let other: SharedCache.Part<Int, Int> = cache.part("other")
    one.store(1, byteCount: 1, for: 7)
    #expect(other.use(7) == nil)
    #expect(other.keep(2, byteCount: 1, for: 7) == 2)
    #expect(one.keep(3, byteCount: 1, for: 7) == 1)
    one.removeAll { $0 == 7 }
    #expect(one.use(7) == nil && other.use(7) == 2)
    #expect(one.byteCount == 0)
    cache.removeAll()
    #expect(other.use(7) == nil && cache.byteCount == 0)
    #expect(cache.uses["other"]?.evictionCount == 0)
  }

  @Test("A value that grows is charged as long as it is kept")
  func growth() {
    let cache = SharedCache(maximumByteCount: 2 * Self.entry(100))
    let part: SharedCache.Part<Int, Int> = cache.part("part")
    part.store(1, byteCount: 100, for: 1)
    part.store(2, byteCount: 50, for: 2)
    let charge = part.charging(2)
    charge(50)
    #expect(cache.byteCount == 2 * Self.entry(100))
    charge(1)
    #expect(part.use(1) == nil && part.use(2) == 2)
    #expect(cache.byteCount == Self.entry(101))
    // Of one that is not there any more, nothing is.
    part.removeAll { _ in true }
    charge(1_000)
    #expect(cache.byteCount == 0)
  }

  @Test("What owners keep by themselves counts with the rest, until they are gone")
  func shares() {
    let cache = SharedCache(maximumByteCount: 2 * Self.entry(100))
    let part: SharedCache.Part<Int, Int> = cache.part("part")
    for number in 1...2 { part.store(number, byteCount: 100, for: number) }
    do {
      let share = SharedCache.Share(of: cache, name: "share")
      share.hold(Self.entry(100))
      #expect(part.use(1) == nil && part.use(2) == 2)
      #expect(cache.byteCount == 2 * Self.entry(100))
      share.hold(40)
      #expect(cache.uses["share"]?.byteCount == 40)
    }
    #expect(cache.uses["share"]?.byteCount == 0)
    #expect(cache.byteCount == Self.entry(100))
  }

  @Test("A value that exceeds the bound alone displaces nothing; a bound of 0 keeps nothing")
  func tooLarge() {
    let cache = SharedCache(maximumByteCount: Self.entry(100))
    let part: SharedCache.Part<Int, Int> = cache.part("part")
    part.store(1, byteCount: 100, for: 1)
    part.store(2, byteCount: 101, for: 2)
    #expect(part.use(1) == 1 && part.use(2) == nil)
    let none: SharedCache.Part<Int, Int> = SharedCache(maximumByteCount: 0).part("part")
    #expect(none.keep(1, byteCount: 0, for: 1) == 1 && none.use(1) == nil)
  }

  @Test("However much goes in from many tasks, the bound holds", arguments: SeededGenerator.seeds)
  func bounded(seed: UInt64) async {
    let cache = SharedCache(maximumByteCount: 20_000)
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask { @concurrent in
          var random = SeededGenerator(seed: seed &+ UInt64(task))
          let part: SharedCache.Part<Int, Int> = cache.part("part \(task % 2)")
          let share = SharedCache.Share(of: cache, name: "share")
          for _ in 0..<500 {
            let (key, size) = (Int(random.next() % 50), Int(random.next() % 4_000))
            switch random.next() % 4 {
            case 0: part.charge(size / 8, to: key)
            case 1: share.hold(size)
            default: part.store(key, byteCount: size, for: key)
            }
            if let found = part.use(key) { #expect(found == key) }
            #expect(cache.byteCount <= 20_000)
          }
        }
      }
    }
    // Nothing is counted twice, or left.
    #expect(cache.byteCount == cache.uses.values.reduce(0) { $0 + $1.byteCount })
    cache.removeAll()
    #expect(cache.byteCount == 0)
  }
}
