import FeedModel
import FeedStore
import TestSupport
import Testing

/// A disk without room is known before a write fails.
@Suite(.enabled(if: SmallDisk.isAvailable)) struct FullDiskTests {
  @Test func theStorageFailsThoughNothingWasWritten() async throws {
    let folder = try TemporaryFolder()
    let disk = try SmallDisk(in: folder, megabytes: 8)
    defer { disk.unmount() }
    let path = disk.path + "/tanada.sqlite"
    let clock = TestClock(SampleContent.committedAt)
    let store = try SQLiteFeedStore(path: path, clock: clock)
    #expect(await store.failure == nil)
    try disk.fill()
    // It is not written to for each that asks.
    clock.advance(by: .milliseconds(9_999))
    #expect(await store.failure == nil)
    clock.advance(by: .milliseconds(1))
    #expect(await store.failure == .diskFull(path: path))
    // What changes nothing needs no room.
    _ = try await store.read { try $0.latestRevision() }
    #expect(await store.failure == .diskFull(path: path))
    try disk.clear()
    #expect(await store.failure == nil)
    try store.close()
  }
}
