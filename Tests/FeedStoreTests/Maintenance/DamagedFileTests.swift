import FeedModel
import FeedStore
import Foundation
import GRDB
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A file whose content is damaged while a store has it open, and mended again.
@Suite struct DamagedFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: SQLiteFeedStore

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    try await SampleDatabase.copy(to: path)
    store = try SQLiteFeedStore(path: path)
  }

  /// Writes to the file in its place. It is in the way of locks, which nobody else asks for here.
  private func overwrite(from start: Int, with bytes: [UInt8]) throws {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    #expect(pwrite(descriptor, bytes, bytes.count, off_t(start)) == bytes.count)
  }

  private func readEverything() async throws {
    try await store.read { reader in
      for kind in try reader.kinds().all {
        _ = try reader.items(of: kind, matching: .all, visibility: nil, after: nil, limit: 10_000)
      }
    }
  }

  private func write(_ ids: ClosedRange<Int>) async throws {
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for id in ids { _ = try transaction.upsert(try TestContent.photo(id).item) }
    }
  }

  @Test func aTruncatedFileIsKnownWithoutARead() async throws {
    #expect(await store.failure == nil)
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let half = whole.count / 2
    try #require(truncate(path, off_t(half)) == 0)
    #expect(await store.failure?.isOfStorage == true)
    try overwrite(from: half, with: Array(whole[half...]))
    #expect(await store.failure == nil)
    try await readEverything()
  }

  /// All pages but the first, so that a list meets them.
  @Test func damagedPagesAreKnownOnceTheyWereRead() async throws {
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try overwrite(from: 4_096, with: [UInt8](repeating: 0xA5, count: whole.count - 4_096))
    let error = await #expect(throws: StoreError.self) { try await readEverything() }
    #expect(error?.isOfStorage == true)
    #expect(await store.failure?.isOfStorage == true)
    try overwrite(from: 4_096, with: Array(whole[4_096...]))
    #expect(await store.failure == nil)
    try await readEverything()
  }

  /// The pages behind the end of the file are in the write-ahead log.
  @Test func aFileThatGrowsIsNotTakenForATruncatedOne() async throws {
    let reader = try DatabaseQueue(path: path)
    let store = store
    try await reader.read { database in
      // While it reads, a checkpoint does not come to the end of the log.
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM revisions")
    }
    for start in stride(from: 1, to: 2_000, by: 500) {
      try await write(10_000 + start...10_000 + start + 499)
      #expect(await store.failure == nil)
    }
    try reader.close()
  }
}
