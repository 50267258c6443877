import FeedEditing
import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import TestSupport
import Testing

/// Kinds of a database of an older version, with fields whose names have been reserved since then.
struct LateNameSeedingTests {
  private let folder: TemporaryFolder
  private let names = ["locale", "untranslated", "visibility"]

  init() throws {
    folder = try TemporaryFolder()
  }

  private func store(_ name: String) throws -> SQLiteFeedStore {
    try SampleDatabase.copyEmpty(to: folder.path(name))
    return try SQLiteFeedStore(path: folder.path(name))
  }

  /// A store as the older version wrote it, with its export in the folder `out`.
  private func olderStore() async throws -> SQLiteFeedStore {
    let store = try store("older.sqlite")
    let kind = ContentKind(
      name: "shops", title: "Shops",
      fields: names.map { ContentField($0, TextField(), isNullable: true) },
      layout: Composition.LayoutChoice(type: "uniform_grid"))
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      try transaction.define(try KindChange(from: nil, to: KindProposal(kind)))
      _ = try transaction.upsert(
        ContentItem(kind: kind, id: 1, values: [.text("ja"), .text("en"), .text("draft")]))
    }
    for file in try await store.read({ try FolderExport(of: $0).files }) {
      try folder.write(String(decoding: file.bytes, as: UTF8.self), to: "out/\(file.path)")
    }
    try folder.write(
      #"{"result":[{"id":1,"locale":"ja","untranslated":"en","visibility":"draft"}]}"#,
      to: "out/shops.json")
    return store
  }

  private func seed(_ store: SQLiteFeedStore, _ path: String) async throws -> SeedSummary {
    try await Seeder(store: store).seed(
      SeedSources(at: [folder.path(path)]), at: SampleContent.committedAt)
  }

  @Test func anExportIsSeededIntoItsDatabaseAndANewOne() async throws {
    let store = try await olderStore()
    #expect(try await seed(store, "out").revision == nil)
    #expect(try await seed(store, "out/kinds/shops.json").revision == nil)
    let new = try self.store("new.sqlite")
    #expect(try await seed(new, "out").revision?.number == 1)
    #expect(try await new.kinds()["shops"]?.fields.map(\.name) == names)
  }

  @Test func otherDefinitionsCannotHaveTheNames() async throws {
    let store = try await olderStore()
    // Only the kind that has the field keeps its name.
    try folder.write(
      #"{"kind":"cafes","fields":[{"name":"locale","type":"text"}]}"#, to: "in/kinds/cafes.json")
    for (store, path) in [
      (store, "in"), (try self.store("new.sqlite"), "out/kinds/shops.json"),
    ] {
      let error = await #expect(throws: SeedError.self) { try await seed(store, path) }
      let text = error?.description ?? ""
      #expect(text.contains("/fields/0/name: expected a name that neither tanada nor SQL uses"))
    }
  }

  @Test func anExportOfTheKindIsKnownAsOne() async throws {
    let files = try await olderStore().read { try FolderExport(of: $0).files }
    let shops = try #require(files.first { $0.path == "kinds/shops.json" })
    #expect(FolderExport.isWritten(shops.bytes, kind: "shops"))
    #expect(!FolderExport.isWritten(shops.bytes, kind: "cafes"))
  }
}
