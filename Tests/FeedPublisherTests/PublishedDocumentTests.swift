import FeedPublisher
import TestSupport
import Testing

struct PublishedDocumentTests {
  @Test("The same bytes have the same tag, and any other byte another")
  func entityTags() {
    let bytes = Array("{\"schema_version\":1}".utf8)
    let document = PublishedDocument(bytes: bytes)
    #expect(document.entityTag == PublishedDocument(bytes: bytes).entityTag)
    var tags: Set = [document.entityTag, PublishedDocument(bytes: []).entityTag]
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        tags.insert(PublishedDocument(bytes: changed).entityTag)
      }
    }
    #expect(tags.count == bytes.count * 8 + 2)
  }

  @Test("A tag is a strong one: quoted, of 32 hexadecimal digits")
  func form() throws {
    // SHA-256 of nothing begins e3b0c44298fc1c14 9afbf4c8996fb924.
    #expect(
      PublishedDocument(bytes: []).entityTag == "\"e3b0c44298fc1c149afbf4c8996fb924\"")
  }
}

struct BoundedCacheTests {
  private func document(_ size: Int) -> PublishedDocument {
    PublishedDocument(bytes: Array(repeating: 0, count: size))
  }

  @Test("However much goes in, the cache stays within its bytes", arguments: SeededGenerator.seeds)
  func bounded(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cache = BoundedCache<Int>(maximumByteCount: 1_000)
    for _ in 0..<2_000 {
      let size = Int.random(in: 0...1_200, using: &random)
      let key = Int.random(in: 0..<50, using: &random)
      _ = cache.document(for: key) { document(size) }
      #expect((0...1_000).contains(cache.byteCount))
    }
  }

  @Test("A known document is not made again, until it is the one used least recently")
  func leastRecentlyUsed() {
    let cache = BoundedCache<String>(maximumByteCount: 30)
    var made: [String] = []
    func ask(_ key: String) {
      _ = cache.document(for: key) {
        made.append(key)
        return document(10)
      }
    }
    for key in ["a", "b", "c", "a", "d", "a", "c", "b"] { ask(key) }
    #expect(made == ["a", "b", "c", "d", "b"])
    #expect(cache.hitCount == 3 && cache.missCount == 5)
    #expect(cache.byteCount == 30)
  }

  @Test("A document larger than the cache is handed out and not kept")
  func tooLarge() {
    let cache = BoundedCache<Int>(maximumByteCount: 30)
    _ = cache.document(for: 1) { document(30) }
    #expect(cache.document(for: 2) { document(31) }.bytes.count == 31)
    #expect(cache.byteCount == 30)
    _ = cache.document(for: 1) {
      Issue.record("the document was still there")
      return document(1)
    }
  }

  @Test("A document that somebody else made meanwhile is counted once")
  func madeTwice() {
    let cache = BoundedCache<Int>(maximumByteCount: 100)
    _ = cache.document(for: 1) {
      _ = cache.document(for: 1) { document(10) }
      return document(10)
    }
    #expect(cache.byteCount == 10)
  }

  @Test("Many may ask at once")
  func concurrent() async {
    let cache = BoundedCache<Int>(maximumByteCount: 500)
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask { @concurrent in
          for round in 0..<500 {
            let key = (round * (task + 1)) % 40
            let made = cache.document(for: key) {
              PublishedDocument(bytes: Array(repeating: UInt8(key), count: 20))
            }
            #expect(made.bytes.first == UInt8(key))
          }
        }
      }
    }
    #expect(cache.byteCount == 500)
  }
}
