import FeedEditing
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Which files a path stands for.
struct SeedSourcesTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleDatabase.openEmpty(at: folder.path("feed.sqlite"))
    for name in ["pickup_photos.json", "notes.json", "recent_news.json", "readme.txt"] {
      try folder.write(#"{"result":[]}"#, to: "seeds/\(name)")
    }
  }

  private func seed(_ paths: [String]) async throws -> SeedSummary {
    try await Seeder(store: store).seed(
      SeedSources(at: paths), at: SampleContent.committedAt)
  }

  private func kinds(_ paths: [String]) async throws -> [String] {
    try await seed(paths).files.map(\.kind.name)
  }

  private func refusal(_ paths: [String]) async throws -> String {
    let error = await #expect(throws: SeedError.self) { try await seed(paths) }
    return error?.description ?? ""
  }

  @Test("A folder stands for its content files by name; other JSON files are mentioned")
  func folderOfFiles() async throws {
    let summary = try await seed([folder.path("seeds")])
    #expect(summary.files.map(\.kind) == [.pickupPhotos, .recentNews])
    #expect(summary.ignored == [folder.path("seeds/notes.json")])
  }

  @Test("Files stand for themselves, in the order given")
  func files() async throws {
    let paths = ["seeds/recent_news.json", "seeds/pickup_photos.json"].map(folder.path)
    #expect(try await kinds(paths) == ["recent_news", "pickup_photos"])
  }

  @Test("A file that is named twice is read once, by whatever path")
  func twice() async throws {
    let paths = ["seeds/recent_news.json", "seeds", "seeds", "seeds/../seeds/recent_news.json"]
    #expect(try await kinds(paths.map(folder.path)) == ["recent_news", "pickup_photos"])
  }

  @Test("A path with nothing at it is named")
  func missing() async throws {
    let path = folder.path("none")
    #expect(try await refusal([path]) == "\(path): no such file or folder")
  }

  @Test("A file whose name is no kind is refused, with the names that are")
  func unknownName() async throws {
    let path = folder.path("seeds/notes.json")
    let refusal = try await refusal([path])
    #expect(refusal.hasPrefix("\(path): the file name is not a kind of content"))
    #expect(refusal.contains("pickup_photos.json"))
  }

  @Test("All files and folders without a meaning are named, with what is wrong with others")
  func severalProblems() async throws {
    try folder.write("{}", to: "other/notes.json")
    try folder.write(#"{"result":[{"id":0}]}"#, to: "campaign_banners.json")
    try folder.write(#"{"sections":[{}]}"#, to: "feeds/home.json")
    let paths = ["other", "seeds/notes.json", "campaign_banners.json", "feeds"].map(folder.path)
    let lines = try await refusal(paths).split(separator: "\n")
    #expect(lines.count > 4)
    #expect(lines[0].hasPrefix("\(paths[1]): the file name is not a kind of content"))
    #expect(lines[1].hasPrefix("\(paths[0]): has no content file"))
    #expect(lines[2].hasPrefix("\(paths[2])#/result/0/id: expected"))
    #expect(lines.last?.hasPrefix("\(paths[3])/home.json#/") == true)
    #expect(try await store.latestRevision() == nil)
  }

  @Test("A folder without content files is refused")
  func emptyFolder() async throws {
    try folder.write("{}", to: "other/notes.json")
    let refusal = try await refusal([folder.path("other")])
    #expect(refusal.hasPrefix("\(folder.path("other")): has no content file"))
  }

  @Test("A folder that only has folders of content is refused, with their names")
  func folderOfFolders() async throws {
    try folder.write(#"{"sections":[]}"#, to: "screens/b/feeds/b.json")
    try folder.write(
      #"{"kind":"shops","fields":[{"name":"name","type":"text"}]}"#,
      to: "screens/a/kinds/shops.json")
    try folder.write("{}", to: "screens/artwork/a.json")
    let path = folder.path("screens")
    #expect(
      try await refusal([path])
        == "\(path): has no content of its own, but folders of content; name those that are meant: "
        + "\(path)/a \(path)/b")
  }

  @Test("Definitions and compositions are known by their folders, or by what they have")
  func definitions() throws {
    let definition = #"{"kind":"shops","fields":[{"name":"name","type":"text"}]}"#
    for name in ["a/kinds/x.json", "b.json", "kinds/c.json"] {
      try folder.write(definition, to: name)
    }
    try folder.write(#"{"kinds":[]}"#, to: "d.json")
    for name in ["a/feeds/y.json", "e.json", "feeds/f.json"] {
      try folder.write(#"{"sections":[]}"#, to: name)
    }
    try folder.write("{}", to: "a/artwork/z.json")
    let paths = ["a", "b.json", "kinds", "d.json", "e.json", "feeds/f.json"].map(folder.path)
    let sources = try SeedSources(at: paths)
    #expect(
      sources.kinds == ["a/kinds/x.json", "b.json", "kinds/c.json", "d.json"].map(folder.path))
    #expect(sources.feeds == ["a/feeds/y.json", "e.json", "feeds/f.json"].map(folder.path))
  }

  @Test("A folder of content may be called as one of its parts", arguments: ["kinds", "feeds"])
  func contentFolder(called name: String) async throws {
    try folder.write(#"{"result":[]}"#, to: "\(name)/recent_news.json")
    try folder.write(
      #"{"kind":"shops","fields":[{"name":"name","type":"text"}]}"#, to: "\(name)/kinds/shops.json")
    try folder.write(#"{"sections":[]}"#, to: "\(name)/feeds/home.json")
    for paths in [[name], ["\(name)/kinds", "\(name)/recent_news.json", "\(name)/feeds"]] {
      let paths = paths.map(folder.path)
      let sources = try SeedSources(at: paths)
      #expect(sources.kinds == [folder.path("\(name)/kinds/shops.json")])
      #expect(sources.feeds == [folder.path("\(name)/feeds/home.json")])
      #expect(try await kinds(paths) == ["recent_news"])
    }
  }
}
