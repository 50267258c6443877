import Foundation
import TanadaClient
import Testing

@Suite("The store of last good documents")
struct DocumentStoreTests {
  private let folder = Fixtures.folder()
  private let clock = TestClock()

  private func store(maximumCount: Int = 20, maximumSize: Int = 1 << 20) -> DocumentStore {
    DocumentStore(
      folder: folder, maximumCount: maximumCount, maximumSize: maximumSize,
      now: { [clock] in clock.tick() })
  }

  private func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  }

  @Test("a document is found by its address, at the next start as well")
  func keeps() async throws {
    await store().keep(Data("one".utf8), tag: "\"a\"", at: "http://a/1")
    await store().keep(Data("two".utf8), tag: nil, at: "http://a/2")
    let one = await store().document(at: "http://a/1")
    #expect(one?.data == Data("one".utf8) && one?.tag == "\"a\"")
    let two = await store().document(at: "http://a/2")
    #expect(two?.data == Data("two".utf8) && two?.tag == nil)
    #expect(await store().document(at: "http://a/3") == nil)
    await store().removeAll()
    #expect(try files().isEmpty)
  }

  @Test("a file with one other byte is not read, and removed")
  func ignoresDamage() async throws {
    await store().keep(Data("one".utf8), tag: "\"a\"", at: "http://a/1")
    let file = try #require(try files().first)
    let whole = try Data(contentsOf: file)
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 1
      try damaged.write(to: file)
      let entry = await store().document(at: "http://a/1")
      // Another tag only asks for the document once more.
      #expect(entry == nil || entry?.data == Data("one".utf8))
      try? FileManager.default.removeItem(at: file)
    }
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: file)
      #expect(await store().document(at: "http://a/1") == nil)
      #expect(try files().isEmpty)
    }
  }

  @Test("the documents that were asked for longest ago leave first")
  func isBounded() async throws {
    let store = store(maximumCount: 3)
    for number in 1...3 { await store.keep(Data([1]), tag: nil, at: "http://a/\(number)") }
    await store.use("http://a/1")
    await store.keep(Data([1]), tag: nil, at: "http://a/4")
    #expect(try files().count == 3)
    #expect(await store.document(at: "http://a/2") == nil)
    #expect(await store.document(at: "http://a/1") != nil)
  }

  @Test("a size is not exceeded, and a document above it is not kept")
  func isBoundedInSize() async throws {
    let store = store(maximumSize: 1000)
    for number in 1...5 {
      await store.keep(Data(count: 300), tag: nil, at: "http://a/\(number)")
    }
    #expect(try files().count == 2)
    #expect(await store.document(at: "http://a/5") != nil)
    await store.keep(Data(count: 2000), tag: nil, at: "http://a/6")
    #expect(await store.document(at: "http://a/6") == nil)
    #expect(await store.document(at: "http://a/5") != nil)
  }
}

/// A clock that goes on by a second at each look.
final class TestClock: @unchecked Sendable {
  private let lock = NSLock()
  private var seconds = 0.0

  func tick() -> Date {
    lock.lock()
    defer { lock.unlock() }
    seconds += 1
    return Date(timeIntervalSince1970: 1_700_000_000 + seconds)
  }
}
