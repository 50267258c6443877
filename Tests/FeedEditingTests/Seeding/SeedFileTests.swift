import FeedEditing
import FeedModel
import FeedStore
import Foundation
import TestSupport
import Testing

/// Which files a path stands for.
struct SeedFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["pickup_photos.json", "notes.json", "recent_news.json", "readme.txt"] {
      try folder.write("{}", to: "seeds/\(name)")
    }
  }

  @Test("A folder stands for its content files by name; other JSON files are mentioned")
  func folderOfFiles() throws {
    let found = try SeedFile.find(at: [folder.path("seeds")])
    #expect(found.files.map(\.kind) == [.pickupPhotos, .recentNews])
    #expect(found.ignored == [folder.path("seeds/notes.json")])
  }

  @Test("Files stand for themselves, in the order given")
  func files() throws {
    let paths = ["seeds/recent_news.json", "seeds/pickup_photos.json"].map(folder.path)
    #expect(try SeedFile.find(at: paths).files.map(\.kind) == [.recentNews, .pickupPhotos])
  }

  @Test("A file that is named twice is read once, by whatever path")
  func twice() throws {
    let paths = ["seeds/recent_news.json", "seeds", "seeds", "seeds/../seeds/recent_news.json"]
    let found = try SeedFile.find(at: paths.map(folder.path))
    #expect(found.files.map(\.kind) == [.recentNews, .pickupPhotos])
  }

  @Test("A path with nothing at it is named")
  func missing() {
    let path = folder.path("none")
    let error = #expect(throws: SeedError.self) { try SeedFile.find(at: [path]) }
    #expect(error?.description == "\(path): no such file or folder")
  }

  @Test("A file whose name is no kind is refused, with the names that are")
  func unknownName() {
    let path = folder.path("seeds/notes.json")
    let error = #expect(throws: SeedError.self) { try SeedFile.find(at: [path]) }
    #expect(error?.description.hasPrefix("\(path): the file name is not a kind of content") == true)
    #expect(error?.description.contains("pickup_photos.json") == true)
  }

  @Test("A folder without content files is refused")
  func emptyFolder() throws {
    try folder.write("{}", to: "other/notes.json")
    let error = #expect(throws: SeedError.self) { try SeedFile.find(at: [folder.path("other")]) }
    #expect(error?.description.hasPrefix("\(folder.path("other")): has no content file") == true)
  }
}
