import FeedModel
import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Imports whose items are committed, whatever happens to the work behind the commit.
@Suite struct CommittedStageTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("stage.sqlite")
    try SampleDatabase.copyEmpty(to: path)
  }

  /// The lock of a checkpoint, as another process has it that makes one (SQLite, WAL-mode file format, section
  /// 2.3): it is a byte of the shared index of the write-ahead log.
  private final class CheckpointLock: Sendable {
    private static let firstByte = 121
    private let descriptor: Int32

    init(of path: String) throws {
      descriptor = open(path + "-shm", O_RDWR | O_CLOEXEC)
      try #require(descriptor >= 0)
      var region = Glibc.flock()
      region.l_type = Int16(F_WRLCK)
      region.l_whence = Int16(SEEK_SET)
      region.l_start = off_t(Self.firstByte)
      region.l_len = 1
      // A lock of the open file, which also holds within this process (F_OFD_SETLK of Linux).
      try #require(fcntl(descriptor, 37, &region) == 0)
    }

    deinit { close(descriptor) }
  }

  private final class Held: Sendable {
    let lock = Mutex<CheckpointLock?>(nil)
  }

  /// Few changes, and so many that they are written in a batch.
  @Test(arguments: [10, 600])
  func anImportIsCommittedWhileAnotherProcessMakesACheckpoint(count: Int) async throws {
    let path = path
    let held = Held()
    let store = try SQLiteFeedStore(
      path: path,
      beforeMerge: {
        let lock = try CheckpointLock(of: path)
        held.lock.withLock { $0 = lock }
      })
    let stage = try await store.stage()
    try await stage.add(try (1...count).map { StagedItem(try TestContent.photo($0).item) })
    let outcome = try await stage.commit(
      at: SampleContent.committedAt, by: .program, isDryRun: false)
    #expect(held.lock.withLock { $0 } != nil)
    #expect(outcome.revision?.number == 1)
    #expect(outcome.counts["pickup_photos"] == [.inserted: count])
    let stored = try await store.read {
      try $0.count(of: .pickupPhotos, matching: .all, visibility: nil)
    }
    #expect(stored == count)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!files.contains { $0.contains("-import-") })
  }

  /// By the second time the number belongs to another file.
  @Test func aLockedFileIsClosedOnce() throws {
    let file = folder.path("lock")
    let lock = try #require(LockedFile(file, isTemporary: true))
    #expect(LockedFile(file, isTemporary: true) == nil)
    lock.release()
    #expect(!FileManager.default.fileExists(atPath: file))
    let others = (0..<64).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    lock.release()
    #expect(others.allSatisfy { fcntl($0, F_GETFD) >= 0 })
    for other in others { close(other) }
    // The last reference ends the lock as well.
    _ = LockedFile(file, isTemporary: true)
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
