import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

@Suite("Databases that tests copy")
struct SampleDatabaseTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A copied database has what seeding the samples makes, in one file")
  func seeded() async throws {
    let path = folder.path("copy.sqlite")
    try await SampleDatabase.copy(to: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["copy.sqlite"])
    let copy = try await SQLiteFeedStore(path: path, createsFile: false).snapshot(limit: 100)
    #expect(copy.revision?.number == 1)
    #expect(copy.revision?.committedAt == SampleContent.committedAt)
    let samples = try SampleContent.items()
    #expect(copy.items.count == samples.count)
    for (kind, items) in samples {
      #expect(try copy.items[kind]?.get() == items.sorted { $0.id < $1.id })
    }
  }

  @Test("Nobody has written to an empty one, and it takes writes")
  func empty() async throws {
    let path = folder.path("empty.sqlite")
    try SampleDatabase.copyEmpty(to: path)
    let store = try SQLiteFeedStore(path: path, createsFile: false)
    #expect(try await store.latestRevision() == nil)
    let banner = try TestContent.banner(1)
    let revision = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(banner)
    }
    #expect(revision?.number == 1)
  }

  @Test("A copy has no file it would replace")
  func inPlace() throws {
    let path = try folder.write("mine", to: "mine.sqlite")
    #expect(throws: CocoaError.self) { try SampleDatabase.copyEmpty(to: path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
