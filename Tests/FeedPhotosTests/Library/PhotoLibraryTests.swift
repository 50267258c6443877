import FeedEntities
import FeedEditing
import FeedModel
import FeedPhotos
import FeedStore
import Foundation
import TestSupport
import Testing

/// Photos as rows and files together.
@Suite struct PhotoLibraryTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let storage: PhotoFolder
  private let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleDatabase.openEmpty(at: folder.path("test.sqlite"))
    storage = try PhotoFolder(path: folder.path("photos"))
    library = PhotoLibrary(
      store: store, storage: storage, workers: PictureWorkersTests.workers(),
      clock: { SampleContent.committedAt })
  }

  private func add(_ name: String, assignedTo address: String? = nil) async throws -> Photo {
    let file = try storage.makeIncomingFile()
    try file.append(contentsOf: PictureWorkersTests.sample(name), limit: 1 << 20)
    return try await library.add(file, assignedTo: address, by: .program).photo
  }

  @Test func aPhotoIsARowAndAFile() async throws {
    let photo = try await add("synth-orient-6.jpg")
    #expect(photo.size == PictureSize(width: 32, height: 48))
    #expect(photo.camera.make == "SYNTH")
    #expect(try await library.photo(photo.id) == photo)
    #expect(try await storage.contains(photo.id))
    let audit = try await store.read {
      try $0.auditEntries(about: "photos/\(photo.id)", before: nil, limit: 10)
    }
    #expect(audit.map(\.action) == ["create"])
  }

  @Test func picturesThatAnEarlierVersionHasMadeAreRemoved() async throws {
    let path = folder.path("renditions")
    let former = try folder.write("a picture with metadata", to: "renditions/1/ab/abc-8x8.webp")
    let other = try folder.write("of somebody else", to: "renditions/notes")
    _ = try Renditions(
      of: library, path: path, maximumByteCount: 1 << 20,
      clock: TestClock(SampleContent.committedAt))
    #expect(!FileManager.default.fileExists(atPath: former))
    #expect(FileManager.default.fileExists(atPath: other))
  }

  @Test func aFileThatWasLostComesBackWithTheSamePicture() async throws {
    let photo = try await add("synth-orient-6.jpg")
    try await storage.remove(photo.id)
    #expect(try await add("synth-orient-6.jpg") == photo)
    #expect(try await storage.contains(photo.id))
  }

  @Test func aPhotoThatIsAddedAgainCountsAsAddedThen() async throws {
    let clock = TestClock(SampleContent.committedAt)
    let library = PhotoLibrary(
      store: store, storage: storage, workers: PictureWorkersTests.workers(), clock: { clock.now })
    let later = Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 60_000)
    for moment in [SampleContent.committedAt, later] {
      clock.set(moment)
      let file = try storage.makeIncomingFile()
      try file.append(
        contentsOf: PictureWorkersTests.sample("synth-orient-6.jpg"), limit: 1 << 20)
      #expect(try await library.add(file, by: .program).photo.addedAt == moment)
    }
    #expect(try await library.sweep(addedBefore: later, by: .program).unused == [])
  }

  @Test func theAuditHasTheAddressThatIsAssigned() async throws {
    let address = "https://example.com/a.jpg"
    let first = try await add("synth-orient-1.jpg", assignedTo: address)
    let second = try await add("synth-orient-2.jpg", assignedTo: address)
    let entries = try await store.read {
      try $0.auditEntries(about: "photos/\(second.id)", before: nil, limit: 10)
    }
    let update = try #require(entries.first { $0.action == "update" })
    #expect(update.beforeText == #"{"address":"\#(address)","photo":"\#(first.id)"}"#)
    #expect(update.afterText == #"{"address":"\#(address)","photo":"\#(second.id)"}"#)
  }

  @Test func aSweepRemovesWhatNothingKnowsAndNothingElse() async throws {
    let address = "https://example.com/pickup_photo1.jpg"
    let shown = try await add("synth-orient-1.jpg", assignedTo: address)
    let own = try await add("synth-orient-2.jpg")
    let unused = try await add("synth-orient-3.jpg", assignedTo: "https://example.com/other.jpg")
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for (id, url) in [(1, address), (2, "https://a.example\(PhotoAddress.path(of: own.id))")] {
        var banner = try TestContent.banner(id)
        banner.bannerURL = url
        _ = try transaction.upsert(banner)
      }
    }
    let stray = try storage.makeIncomingFile()
    try await storage.keep(stray, as: stray.id)
    try folder.write("left", to: "photos/incoming/left")
    let later = Timestamp(
      millisecondsSince1970: SampleContent.committedAt.millisecondsSince1970 + 1)

    let plan = try await library.sweep(addedBefore: later, by: .program, isDryRun: true)
    #expect(plan.unused == [unused.id])
    #expect(plan.strayFileCount == 1)
    #expect(try await storage.photos().count == 4)
    let young = try await library.sweep(
      addedBefore: SampleContent.committedAt, by: .program)
    #expect(young.unused == [])
    #expect(young.strayFileCount == 1)
    #expect(young.abandonedFileCount == 1)

    let report = try await library.sweep(addedBefore: later, by: .program)
    #expect(report.unused == [unused.id])
    #expect(try await storage.photos() == [shown.id, own.id].sorted())
    #expect(try await library.photo(unused.id) == nil)
    await #expect(throws: PhotoInUse.self) {
      try await library.remove(own.id, by: .program)
    }
  }

  @Test func anImportTakesThePicturesThatContentNames() async throws {
    let names = ["synth-orient-1.jpg", "synth-orient-2.jpg", "none.jpg"]
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for (index, name) in names.enumerated() {
        var banner = try TestContent.banner(index + 1)
        banner.bannerURL = "https://example.com/a/\(name)"
        _ = try transaction.upsert(banner)
      }
    }
    for name in names.dropLast() {
      let picture = try #require(
        FileManager.default.contents(atPath: PictureWorkersTests.sample(name)))
      try folder.write(picture, to: "pictures/example.com/a/\(name)")
    }
    let importer = PhotoImporter(
      library: library, source: PictureFolder(path: folder.path("pictures")))
    let addresses = try await importer.addresses(of: ContentKinds.standard.all)
    #expect(addresses == names.map { "https://example.com/a/\($0)" }.sorted())
    let report = try await importer.run(addresses, by: .program) { _, _ in }
    #expect(report.addedCount == 2)
    #expect(report.failures.map(\.address) == ["https://example.com/a/none.jpg"])
    #expect(
      try await importer.addresses(of: ContentKinds.standard.all)
        == ["https://example.com/a/none.jpg"])
  }

  @Test func anAddressNeverLeadsOutOfTheFolder() async throws {
    let file = try storage.makeIncomingFile()
    let source = PictureFolder(path: folder.path("pictures"))
    await #expect(throws: PictureFolder.Missing.self) {
      try await source.copy("https://../test.sqlite", into: file)
    }
    await #expect(throws: PictureFolder.Missing.self) {
      try await source.copy("https://example.com/../../test.sqlite", into: file)
    }
  }
}
