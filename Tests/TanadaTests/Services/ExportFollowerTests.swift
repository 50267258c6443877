import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import Logging
import Synchronization
import TestSupport
import Testing

@testable import tanada

/// Exports behind the first one.
@Suite(.hangLimit) struct ExportFollowerTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let clock = TestClock(SampleContent.committedAt)

  init() throws {
    folder = try TemporaryFolder()
    store = try TestStore.open(folder.path("feed.sqlite"))
  }

  /// With `--replace`, others' files are still there when the second export begins.
  @Test(arguments: [false, true])
  func whatOthersHaveMadeMayBeThereAtEachExport(isBesideOthers: Bool) async throws {
    let target = AskedTarget()
    let publisher = FeedPublisher(testing: store, clock: clock)
    try await publisher.publishWhatIsDue()
    let exporter = StaticExporter(
      StaticExporter.Configuration(
        selection: ExportSelection(
          feeds: nil, widths: [], locales: [], clients: [], pageCount: 0, defaultWidth: 390,
          server: ""),
        database: "a", pictureVersion: 1, keeping: .zero, width: 1),
      to: target, publisher: publisher, store: store,
      answers: { _, _ in ExportAnswer(status: 404, fields: [:], bytes: []) }, clock: clock)
    let follower = ExportFollower(
      store: store, publisher: publisher, exporter: exporter, isBesideOthers: isBesideOthers,
      interval: .zero, clock: clock, logger: .silence
    ) { _ in }
    try await beside(follower.run) {
      for count in 1...2 {
        await clock.untilWaiting(for: .seconds(7))
        _ = try await store.write(at: clock.now) {
          _ = try $0.upsert(try TestContent.banner(count))
        }
        clock.advance(by: .seconds(7))
        try await eventually { target.asked.withLock { $0.count } >= count }
      }
    }
    #expect(Set(target.asked.withLock { $0 }) == [isBesideOthers])
  }
}

/// A target that notes whether others may have made something there, and cannot be reached.
private final class AskedTarget: ExportTarget {
  let asked = Mutex<[Bool]>([])
  let name = "nowhere"
  private let failure = ExportError.unanswered(address: "nowhere", status: 503)

  func withLock<Value: Sendable>(
    besideOthers: Bool, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    asked.withLock { $0.append(besideOthers) }
    throw failure
  }

  func manifest() async throws -> ExportManifest? { throw failure }

  func begin(
    _ plan: ExportPlan, _ manifest: ExportManifest
  ) async throws -> ExportChange {
    throw failure
  }
}
