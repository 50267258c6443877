import FeedStore
import FeedLayout
import FeedPublisher
import TestSupport
import Testing

struct DocumentCacheTests {
  /// Documents by a number: pages that begin there.
  private struct KeyedCache {
    let documents: DocumentCache
    private let space: DocumentCache.Space
    private let viewport: Viewport

    /// The size of `count` documents of `size` bytes in the cache.
    static func byteCount(_ count: Int, of size: Int) -> Int {
      count * (SharedCache.entryByteCount + size)
    }

    init(maximumByteCount: Int) throws {
      documents = DocumentCache(in: SharedCache(maximumByteCount: maximumByteCount))
      space = documents.makeSpace()
      viewport = try Viewport(width: 390)
    }

    func document(
      for key: Int, make: () throws -> PublishedDocument
    ) rethrows -> PublishedDocument {
      try documents.document(
        for: .page(
          ScreenTraits(viewport), .anyLabels, variant: nil, top: 0, position: key, limit: 1),
        in: space,
        make: make)
    }
  }

  private func document(_ size: Int) -> PublishedDocument {
    PublishedDocument(bytes: Array(repeating: 0, count: size))
  }

  @Test("However much goes in, the cache stays within its bytes", arguments: SeededGenerator.seeds)
  func bounded(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let maximum = 10_000
    let cache = try KeyedCache(maximumByteCount: maximum)
    for _ in 0..<2_000 {
      let size = Int.random(in: 0...12_000, using: &random)
      let key = Int.random(in: 0..<50, using: &random)
      _ = cache.document(for: key) { document(size) }
      #expect((0...maximum).contains(cache.documents.shared.byteCount))
    }
  }

  @Test("A known document is not made again, until it is the one used least recently")
  func leastRecentlyUsed() throws {
    let cache = try KeyedCache(maximumByteCount: KeyedCache.byteCount(3, of: 10))
    var made: [Int] = []
    func ask(_ key: Int) {
      _ = cache.document(for: key) {
        made.append(key)
        return document(10)
      }
    }
    for key in [1, 2, 3, 1, 4, 1, 3, 2] { ask(key) }
    #expect(made == [1, 2, 3, 4, 2])
    #expect(cache.documents.hitCount == 3 && cache.documents.missCount == 5)
    #expect(cache.documents.shared.byteCount == KeyedCache.byteCount(3, of: 10))
  }

  @Test("A document larger than the cache is handed out and not kept")
  func tooLarge() throws {
    let cache = try KeyedCache(maximumByteCount: KeyedCache.byteCount(1, of: 30))
    _ = cache.document(for: 1) { document(30) }
    #expect(cache.document(for: 2) { document(31) }.bytes.count == 31)
    #expect(cache.documents.shared.byteCount == KeyedCache.byteCount(1, of: 30))
    _ = cache.document(for: 1) {
      Issue.record("the document was still there")
      return document(1)
    }
  }

  @Test("A document that somebody else made meanwhile is counted once")
  func madeTwice() throws {
    let cache = try KeyedCache(maximumByteCount: KeyedCache.byteCount(2, of: 10))
    _ = cache.document(for: 1) {
      _ = cache.document(for: 1) { document(10) }
      return document(10)
    }
    #expect(cache.documents.shared.byteCount == KeyedCache.byteCount(1, of: 10))
  }

  @Test("A document is charged for each coding once it is compressed, and makes room for it")
  func compressed() throws {
    let size = 4_000
    let cache = try KeyedCache(maximumByteCount: KeyedCache.byteCount(2, of: size))
    func packed() -> PublishedDocument {
      PublishedDocument(
        bytes: Array(repeating: UInt8(ascii: "a"), count: size), codings: [.gzip, .brotli])
    }
    let first = cache.document(for: 1) { packed() }
    let second = cache.document(for: 2) { packed() }
    #expect(cache.documents.shared.byteCount == KeyedCache.byteCount(2, of: size))
    let gzip = second.representation(in: .gzip)
    #expect(gzip.coding == .gzip && gzip.bytes.count < size)
    // The other one was used before.
    #expect(
      cache.documents.shared.byteCount == KeyedCache.byteCount(1, of: size) + gzip.bytes.count)
    #expect(second.byteCount == size + gzip.bytes.count)
    // It is counted once, and no more when it is not kept.
    _ = second.representation(in: .gzip)
    _ = first.representation(in: .brotli)
    #expect(
      cache.documents.shared.byteCount == KeyedCache.byteCount(1, of: size) + gzip.bytes.count)
  }

  @Test("Many may ask at once")
  func concurrent() async throws {
    let cache = try KeyedCache(maximumByteCount: KeyedCache.byteCount(25, of: 20))
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
    #expect(cache.documents.shared.byteCount == KeyedCache.byteCount(25, of: 20))
  }
}
