import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FeedPhotos

/// Pictures that several ask for, that nobody waits for any more, and that cannot be made.
@Suite(.hangLimit) struct RenditionsTests {
  private let folder: TemporaryFolder
  private let clock = TestClock(SampleContent.committedAt)
  private let library: PhotoLibrary
  private let renditions: Renditions
  private let reader = PictureClient(.published, name: "192.0.2.1")

  init() throws {
    folder = try TemporaryFolder()
    library = PhotoLibrary(
      store: try SampleDatabase.openEmpty(at: folder.path("test.sqlite")),
      storage: try PhotoFolder(path: folder.path("photos")),
      workers: PictureWorkersTests.workers(clock: clock), clock: { SampleContent.committedAt })
    renditions = try Renditions(
      of: library, path: folder.path("renditions"), maximumByteCount: 1 << 20, clock: clock)
  }

  private func photo() async throws -> PhotoID {
    let file = try library.storage.makeIncomingFile()
    try file.append(
      contentsOf: PictureWorkersTests.sample("synth-orient-6.jpg"), limit: 1 << 20)
    return try await library.add(file, by: .program).photo.id
  }

  private func picture(_ photo: PhotoID, _ format: Rendition.Format = .jpg) throws -> PictureRequest
  {
    .rendition(
      Rendition(
        of: photo, box: try #require(Rendition.Box(width: 16, height: 16)), format: format))
  }

  /// The only worker, which takes its next task and is at it until it is continued or killed.
  private func stopWorker() async throws -> Int32 {
    let process = try #require(await library.workers.processIdentifiers.first)
    kill(process, SIGSTOP)
    return process
  }

  /// Pictures of one name are one file.
  @Test func cardsThatDifferHaveNamesOfTheirOwn() async throws {
    let photo = try await photo()
    var names: Set<String> = []
    var count = 0
    for (width, locale) in [(390, CardOptions.Locale.en), (391, .en), (390, .ja)] {
      for (equivalent, omits) in [(false, false), (true, false), (false, true), (true, true)] {
        for format in CardOptions.Format.allCases {
          let options = try #require(
            CardOptions(
              width: width, equivalent35mm: equivalent, locale: locale, omitsUnknown: omits,
              format: format))
          names.insert(PictureRequest.card(photo, options).name)
          count += 1
        }
      }
    }
    #expect(names.count == count)
  }

  /// Pictures of what is not published yet are readable by the server's user alone.
  @Test func picturesAreTheirOwnersAlone() async throws {
    _ = try await renditions.picture(try picture(try await photo()), for: reader)
    let path = folder.path("renditions")
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    var modes: [String: Int] = [:]
    for name in names + ["."] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      modes[name] = attributes[.posixPermissions] as? Int
      #expect(modes[name] == (isFolder ? 0o700 : 0o600), "\(name)")
    }
    // The folder, that of the version, that of the photo, and the picture.
    #expect(modes.count == 4)
  }

  @Test func theOldestPicturesGoFirstWhenAFolderIsOpenedWithLessRoom() throws {
    let path = folder.path("pictures")
    let names = ["aa-1", "bb-1", "cc-1"]
    let former = try RenditionFolder(path: path, maximumByteCount: 1_000)
    for (name, seconds) in zip(names, [2.0, 1, 3]) {
      former.write([UInt8](repeating: 1, count: 100), as: name)
      let file = "\(path)/\(RenditionFolder.version)/\(name.prefix(2))/\(name)"
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: file)
    }
    let folder = try RenditionFolder(path: path, maximumByteCount: 250)
    #expect(names.filter(folder.contains) == ["aa-1", "cc-1"])
    #expect(names.filter { folder.read($0) != nil } == ["aa-1", "cc-1"])
  }

  @Test func aPictureThatNobodyWaitsForAnyMoreIsGivenUp() async throws {
    let picture = try picture(try await photo())
    let process = try await stopWorker()
    let before = await library.workers.taskCount
    let waiting = (0..<2).map { _ in
      Task { [renditions, reader] in try await renditions.picture(picture, for: reader) }
    }
    try await eventually { await library.workers.taskCount == before + 1 }
    for task in waiting {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // The worker is at it no more.
    #expect(try await renditions.picture(picture, for: reader).count > 0)
    #expect(await !library.workers.processIdentifiers.contains(process))
  }

  @Test func aPictureIsMadeForThoseWhoStay() async throws {
    let picture = try picture(try await photo())
    let process = try await stopWorker()
    let before = await library.workers.taskCount
    let (leaving, staying) = (
      Task { [renditions, reader] in try await renditions.picture(picture, for: reader) },
      Task { [renditions] in try await renditions.picture(picture, for: .background) }
    )
    try await eventually { await library.workers.taskCount == before + 1 }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    kill(process, SIGCONT)
    #expect(try await staying.value.count > 0)
    #expect(await library.workers.taskCount == before + 1)
  }

  @Test func aPictureThatWaitsLeavesTheLineWithItsClient() async throws {
    let photo = try await photo()
    let process = try await stopWorker()
    let before = await library.workers.taskCount
    let tasks = try [Rendition.Format.jpg, .webp, .avif].map { try picture(photo, $0) }
    let first = Task { [renditions, reader] in
      try await renditions.picture(tasks[0], for: reader)
    }
    try await eventually { await library.workers.taskCount == before + 1 }
    let abandoned = tasks.dropFirst().map { picture in
      Task { [renditions, reader] in try await renditions.picture(picture, for: reader) }
    }
    try await eventually { await library.workers.waitingCount == 2 }
    for task in abandoned { task.cancel() }
    try await eventually { await library.workers.waitingCount == 0 }
    kill(process, SIGCONT)
    #expect(try await first.value.count > 0)
    #expect(await library.workers.taskCount == before + 1)
  }

  @Test func aFailureIsRememberedForAWhile() async throws {
    let photo = try await photo()
    let path = try #require(try await library.storage.file(of: photo)).path
    chmod(path, 0o644)
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
    let before = await library.workers.taskCount
    for (delay, count) in [
      (Duration.zero, 1), (Renditions.failureLifetime - .nanoseconds(1), 1), (.nanoseconds(1), 2),
    ] {
      clock.advance(by: delay)
      await #expect(throws: PictureError.self) {
        try await renditions.picture(try picture(photo), for: reader)
      }
      #expect(await library.workers.taskCount == before + count)
    }
  }

  @Test func aWebPStandsInForAnAVIFUntilThatIsMade() async throws {
    let picture = try picture(try await photo(), .avif)
    for _ in 0..<2 {
      let substitute = try await renditions.pictureOrSubstitute(picture, for: reader)
      #expect(substitute.made.mediaType == "image/webp")
      #expect(try PictureInspection(Data(substitute.bytes)).format == .webp)
      #expect(!renditions.isMade(picture))
    }
    let later = Task { [renditions] in await renditions.makeWhatIsLate() }
    try await eventually { renditions.isMade(picture) }
    later.cancel()
    let made = try await renditions.pictureOrSubstitute(picture, for: reader)
    #expect(made.made == picture)
    #expect(try PictureInspection(Data(made.bytes)).format == .avif)
  }
}
