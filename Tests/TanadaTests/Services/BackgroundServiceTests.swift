import FeedEditing
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import Logging
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import tanada

/// The services that run beside requests, with a clock that the test moves.
@Suite(.hangLimit) struct BackgroundServiceTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let clock = TestClock(SampleContent.committedAt)

  init() throws {
    folder = try TemporaryFolder()
    store = try TestStore.open(folder.path("feed.sqlite"))
  }

  // MARK: - Releases

  private func releases(of store: any FeedStore, every interval: Duration) -> BackgroundService {
    let editor = Editor(store: store, clock: { [clock] in clock.now })
    return .publishing(
      ReleaseSchedule(editor: editor) { _, _ in }, every: interval, clock: clock, logger: .silence)
  }

  private func release(at moment: Timestamp) async throws -> Int {
    _ = try await store.write(at: clock.now) { transaction in
      _ = try transaction.upsert(TestContent.banner(1, campaign: 10))
    }
    let editor = Editor(store: store, clock: { [clock] in clock.now })
    let operations = try #require(
      try JSONTree(
        parsing: Data(
          """
          [{"op":"patch","kind":"campaign_banners","id":1,"body":{"banner_contents_id":11}}]
          """.utf8)
      ).elements)
    return try await editor.write(by: .program) { transaction in
      let release = try transaction.prepareRelease(
        name: "Christmas", publishAt: moment, by: .commandLine)
      return try transaction.setOperations(
        operations, of: release.id, if: Precondition(matching: []), by: .commandLine
      ).id
    }
  }

  @Test func aReleaseIsPublishedAtItsMoment() async throws {
    let moment = Timestamp(millisecondsSince1970: clock.now.millisecondsSince1970 + 3_600_000)
    _ = try await release(at: moment)
    let before = try #require(try await store.latestRevision()).number
    let service = releases(of: store, every: .seconds(86_400))
    try await beside(service.run) {
      // It sleeps until the moment, not until the next poll.
      await clock.untilWaiting(for: .seconds(3_600))
      clock.advance(by: .milliseconds(3_599_999))
      #expect(try await store.latestRevision()?.number == before)
      clock.advance(by: .milliseconds(1))
      try await eventually { try await store.latestRevision()?.number == before + 1 }
      #expect(try await store.latestRevision()?.committedAt == moment)
    }
  }

  /// Another process may schedule a release at any time.
  @Test func releasesOfOthersAreFoundByTheNextPoll() async throws {
    let service = releases(of: store, every: .seconds(5))
    try await beside(service.run) {
      await clock.untilWaiting(for: .seconds(5))
      _ = try await release(at: clock.now)
      let before = try #require(try await store.latestRevision()).number
      clock.advance(by: .seconds(5))
      try await eventually { try await store.latestRevision()?.number == before + 1 }
    }
  }

  // MARK: - Tokens

  @Test func theUseOfTokensIsWrittenOnceAMinuteAndAgainAtTheEnd() async throws {
    let secret = TokenSecret(randomBytes: Array(repeating: 1, count: TokenSecret.byteCount))
    let id = try await store.write(
      at: clock.now,
      making: {
        try $0.issueToken(
          name: "Anna", role: .editor, expiresAt: nil, secret: secret, by: .commandLine
        ).id
      })
    let uses = TokenUses()
    let recorder = BackgroundService.recording(uses, in: store, clock: clock, logger: .silence)
    let (first, last) = (clock.now, SampleContent.committedAt.later(bySeconds: 60))
    try await beside(recorder.run) {
      await clock.untilWaiting(for: BackgroundService.recordingInterval)
      uses.note(id, at: first)
      clock.advance(by: .seconds(59))
      #expect(try await store.read { try $0.token(id) }?.lastUsedAt == nil)
      clock.advance(by: .seconds(1))
      try await eventually { try await store.read { try $0.token(id) }?.lastUsedAt == first }
      await clock.untilWaiting(for: BackgroundService.recordingInterval)
      uses.note(id, at: last)
    }
    #expect(try await store.read { try $0.token(id) }?.lastUsedAt == first)
    await uses.record(in: store, at: clock.now, logger: .silence)
    #expect(try await store.read { try $0.token(id) }?.lastUsedAt == last)
    #expect(uses.lastUse(of: id) == nil)
  }

  // MARK: - Indexing and following

  @Test func theStoreIsIndexedEverySecond() async throws {
    let indexCount = Mutex(0)
    let counted = ObservedStore(store)
    counted.observe { access in
      if access == .index { indexCount.withLock { $0 += 1 } }
    }
    let service = BackgroundService.indexing(counted, clock: clock, logger: .silence)
    try await beside(service.run) {
      for count in 1...3 {
        await clock.untilWaiting(for: BackgroundService.indexingInterval)
        #expect(indexCount.withLock { $0 } == count)
        clock.advance(by: BackgroundService.indexingInterval)
      }
    }
  }

  @Test func aFollowerThatIsStoppedDoesNotFail() async throws {
    let publisher = FeedPublisher(testing: store, clock: clock)
    try await beside(BackgroundService.following(publisher).run) {
      await clock.untilWaiting(for: publisher.configuration.pollInterval)
      _ = try await store.write(at: clock.now) { _ = try $0.upsert(try TestContent.banner(1)) }
      clock.advance(by: publisher.configuration.pollInterval)
      try await eventually { publisher.current?.revision == 1 }
    }
  }

  // MARK: - Pictures

  private func makeRenditions() throws -> Renditions {
    let workers = PictureWorkers(
      .init(executable: BuiltProgram.tanada.path, limits: PictureLimits()), clock: clock,
      logger: .silence)
    let library = PhotoLibrary(
      store: store, storage: try PhotoFolder(path: folder.path("photos")), workers: workers,
      clock: { [clock] in clock.now })
    return try Renditions(
      of: library, path: folder.path("renditions"), maximumByteCount: 1 << 20, clock: clock)
  }

  @Test func allPicturesOfARevisionAreMadeBeforehand() async throws {
    let renditions = try makeRenditions()
    let library = renditions.library
    let file = try library.storage.makeIncomingFile()
    try file.append(
      contentsOf: PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg").path,
      limit: 1 << 20)
    let photo = try await library.add(file, by: .program).photo.id
    let box = try #require(Rendition.Box(width: 16, height: 16))
    let (first, other) = (
      Rendition(of: photo, box: box, format: .webp), Rendition(of: photo, box: box, format: .avif)
    )
    let warmer = PictureWarmer(renditions, workerCount: 2)
    warmer.prepare((first: [first], others: [other]))
    try await beside(warmer.run) {
      try await eventually {
        renditions.isMade(.rendition(first)) && renditions.isMade(.rendition(other))
      }
    }
  }

  /// A revision may hide something, so it does not wait for what it shows.
  @Test func picturesAreMadeOnceTheirRevisionIsInService() async throws {
    let pictures = RecordedPictures()
    let publisher = FeedPublisher(
      testing: store, clock: clock, pictures: pictures.prepare)
    for number in 1...2 {
      _ = try await store.write(at: clock.now) { _ = try $0.upsert(try TestContent.banner(number)) }
      pictures.served.withLock { $0 = { publisher.current?.revision } }
      try await publisher.publish()
      #expect(pictures.revisions.withLock { $0.compactMap(\.self) } == Array(1...number))
    }
    pictures.served.withLock { $0 = nil }
  }
}

/// The revisions that were in service when their pictures were asked for.
private final class RecordedPictures: Sendable {
  let served = Mutex<(@Sendable () -> Int?)?>(nil)
  let revisions = Mutex<[Int?]>([])

  @Sendable func prepare(_ pictures: NewPictures) {
    let revision = served.withLock { $0 }?()
    revisions.withLock { $0.append(revision) }
  }
}

extension Timestamp {
  fileprivate func later(bySeconds seconds: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + seconds * 1_000)
  }
}
