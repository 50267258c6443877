import FeedEntities
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A file that is deleted, moved, replaced or emptied behind the back of an open store.
struct ReplacedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
  }

  enum Mishap: CaseIterable {
    case deleted, moved, replaced
  }

  @Test("Nothing is read or written any more", arguments: Mishap.allCases)
  func mishap(_ mishap: Mishap) async throws {
    let store = try await makeStore()
    #expect(await store.failure == nil)
    let (files, other) = (FileManager.default, folder.path("other.sqlite"))
    switch mishap {
    case .deleted: try files.removeItem(atPath: path)
    case .moved: try files.moveItem(atPath: path, toPath: other)
    case .replaced:
      try (try await DatabaseCopy(of: path, for: other)).keep()
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: other, toPath: path)
    }
    let replaced = StoreError.replaced(path: path)
    #expect(await store.failure == replaced)
    await #expect(throws: replaced) { try await write(2, to: store) }
    await #expect(throws: replaced) { _ = try await store.latestRevision() }
    await #expect(throws: replaced) { _ = try await store.read(at: 1) { try $0.kinds() } }
    await #expect(throws: replaced) { _ = try await store.stage() }

    guard mishap == .moved else { return }
    try files.moveItem(atPath: other, toPath: path)
    #expect(await store.failure == nil)
    try await write(3, to: store)
    #expect(try await store.entity(CampaignBanner.self, id: 1)?.bannerContentsID == 3)
  }

  @Test("A file that cannot be looked at is not one that was moved, and is used when it can be")
  func unreadablePlace() async throws {
    let store = try await makeStore()
    try Self.hide(path)
    let failed = StoreError.storageFailed(path: path, detail: String(cString: strerror(ELOOP)))
    #expect(await store.failure == failed)
    await #expect(throws: failed) { try await write(2, to: store) }
    await #expect(throws: failed) { _ = try await store.latestRevision() }
    try Self.bringBack(path)
    try await write(3, to: store)
    #expect(await store.failure == nil)
  }

  @Test("A write during which the file disappears is not acknowledged, and may have happened")
  func disappearing() async throws {
    let store = try await makeStore()
    let path = path
    try await expectUnknown(in: store) { try Self.hide(path) }
    try Self.bringBack(path)
    #expect(try await store.entity(CampaignBanner.self, id: 1)?.bannerContentsID == 2)

    try await expectUnknown(in: store) { try FileManager.default.removeItem(atPath: path) }
    #expect(await store.failure == .replaced(path: path))
  }

  @Test("An import during which the file disappears is not acknowledged, and may have happened")
  func disappearingDuringImport() async throws {
    try SampleDatabase.copyEmpty(to: path)
    let path = path
    let store = try SQLiteFeedStore(path: path)
    let stage = try await store.stage()
    try await stage.add([StagedItem(try TestContent.banner(1, campaign: 2).item)])
    await #expect(throws: StoreError.commitUnknown(store: path)) {
      _ = try await stage.commit(
        at: SampleContent.committedAt, by: .program, isDryRun: false,
        with: CompanionWrites { _ in try Self.hide(path) })
    }
    try Self.bringBack(path)
    #expect(try await store.entity(CampaignBanner.self, id: 1)?.bannerContentsID == 2)
  }

  @Test(
    "An empty file that had content does not become a database", arguments: ["-wal", "-photos"])
  func emptied(evidence: String) throws {
    try folder.write("", to: "feed.sqlite")
    if evidence == "-wal" {
      try folder.write("some frames", to: "feed.sqlite-wal")
    } else {
      try FileManager.default.createDirectory(
        atPath: path + "-photos", withIntermediateDirectories: false)
      try folder.write("a database", to: "feed.sqlite-photos/database")
    }
    #expect(throws: StoreError.emptied(path: path)) { _ = try SQLiteFeedStore(path: path) }
    #expect(try Data(contentsOf: folder.url.appending(path: "feed.sqlite")).isEmpty)
  }

  /// Writes campaign 2, in whose transaction the mishap happens.
  private func expectUnknown(
    in store: SQLiteFeedStore, _ mishap: @escaping @Sendable () throws -> Void
  ) async throws {
    let banner = try TestContent.banner(1, campaign: 2)
    await #expect(throws: StoreError.commitUnknown(store: path)) {
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.upsert(banner)
        try mishap()
      }
    }
  }

  /// Puts a link in the place of the file that leads to itself: looking at it fails with ELOOP.
  private static func hide(_ path: String) throws {
    try FileManager.default.moveItem(atPath: path, toPath: path + "-hidden")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
  }

  private static func bringBack(_ path: String) throws {
    try #require(unlink(path) == 0)
    try FileManager.default.moveItem(atPath: path + "-hidden", toPath: path)
  }

  /// A store with campaign 1.
  private func makeStore() async throws -> SQLiteFeedStore {
    try SampleDatabase.copyEmpty(to: path)
    let store = try SQLiteFeedStore(path: path)
    try await write(1, to: store)
    return store
  }

  private func write(_ campaign: Int, to store: SQLiteFeedStore) async throws {
    let banner = try TestContent.banner(1, campaign: campaign)
    _ = try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(banner) }
  }
}
