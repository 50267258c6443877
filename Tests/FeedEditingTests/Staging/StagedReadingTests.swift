import FeedEditing
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Seedings and imports read their documents in one way.
@Suite struct StagedReadingTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore

  init() throws {
    folder = try TemporaryFolder()
    store = try TestStore.open(folder.path("test.sqlite"))
  }

  private func seed(_ path: String) async throws -> SeedSummary {
    try await Seeder(store: store).seed(
      SeedSources(at: [path]), at: SampleContent.committedAt)
  }

  private func `import`(_ path: String) async throws -> ImportSummary {
    try await Editor(to: store).importItems(
      of: .campaignBanners, in: .json, from: path, by: .program)
  }

  private func document(_ items: some Sequence<String>) -> String {
    "{\"result\":[\(items.joined(separator: ","))]}"
  }

  private func banner(_ id: Int, _ rest: String = "") -> String {
    "{\"id\":\(id),\"banner_contents_id\":1,\"banner_url\":\"https://example.com/a\"\(rest)}"
  }

  @Test func aFileThatCannotBeReadIsTheSameErrorForBoth() async throws {
    let path = try folder.write("", to: "campaign_banners.json")
    let files = try SeedSources(at: [path])
    try FileManager.default.removeItem(atPath: path)
    // 1. No file. 2. A folder, which can be opened and not be read. 3. A pipe that nobody writes to, which could be
    // waited for for ever. 4. A device, which has no end.
    for (number, reason) in [
      "no such file", "is a folder; expected a file",
      "is a pipe that nobody writes to; expected a file", "is a device; expected a file",
    ].enumerated() {
      try? FileManager.default.removeItem(atPath: path)
      switch number {
      case 1:
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
      case 2: try #require(mkfifo(path, 0o600) == 0)
      case 3:
        try FileManager.default.createSymbolicLink(
          atPath: path, withDestinationPath: "/dev/zero")
      default: break
      }
      let text = "\(path): \(reason)"
      let seeding = await #expect(throws: SeedError.self) {
        try await Seeder(store: store).seed(files, at: SampleContent.committedAt)
      }
      let importing = await #expect(throws: SeedError.self) { try await `import`(path) }
      #expect(seeding?.description == text && importing?.description == text)
    }
    #expect(try await store.latestRevision() == nil)
  }

  @Test func bothTakeTheWindowsOfItems() async throws {
    func item() async throws -> StoredItem? {
      try await store.read { try $0.item(of: .campaignBanners, id: 1) }
    }
    let draft = try folder.write(
      document([banner(1, ",\"draft\":true,\"colour\":\"red\"")]), to: "campaign_banners.json")
    #expect(try await seed(draft).files[0].unknownFields == ["colour": 1])
    #expect(try await item()?.window == Window(isDraft: true))
    #expect(try await `import`(draft).counts == [.unchanged: 1])
    // Without any part of a window the item keeps the one it has.
    let plain = try folder.write(document([banner(1)]), to: "plain/campaign_banners.json")
    #expect(try await seed(plain).files[0].counts == [.unchanged: 1])
    #expect(try await item()?.window == Window(isDraft: true))
    let shown = try folder.write(
      document([banner(1, ",\"draft\":false")]), to: "shown/campaign_banners.json")
    #expect(try await seed(shown).files[0].counts == [.updated: 1])
    #expect(try await item()?.window == .always)
  }

  @Test func documentsOfSeveralPiecesAreReadCompletely() async throws {
    // More than two pieces.
    let path = try folder.write(
      document((1...8_000).map { banner($0) }), to: "campaign_banners.json")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count > 512 << 10)
    #expect(try await seed(path).files[0].counts == [.inserted: 8_000])
    #expect(try await `import`(path).counts == [.unchanged: 8_000])
  }
}
