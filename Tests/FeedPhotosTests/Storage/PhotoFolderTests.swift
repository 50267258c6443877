import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// The folder of photos; what it has in common with a bucket is in ``PhotoStorageTests``.
@Suite struct PhotoFolderTests {
  private let folder: TemporaryFolder
  private let storage: PhotoFolder

  init() throws {
    folder = try TemporaryFolder()
    storage = try PhotoFolder(path: folder.path("photos"))
  }

  @Test func theFolderOfADatabaseIsRefusedToAnother() async throws {
    #expect(await storage.owner() == nil)
    try storage.claim(for: "one")
    try storage.claim(for: "one")
    #expect(throws: PhotoStorageError.ofAnotherDatabase(folder.path("photos"))) {
      try storage.claim(for: "two")
    }
    #expect(await storage.owner() == "one")
  }

  /// A disk that cannot say whether there is a file does not say that there is none.
  @Test func aFileThatCannotBeLookedForIsNoMissingOne() async throws {
    let file = try storage.makeIncomingFile()
    let loop = folder.path("photos/photos/\(file.id.description.prefix(2))")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    await #expect(throws: PhotoStorageError.self) { _ = try await storage.contains(file.id) }
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    let path = try folder.write("abcd", to: "picture")
    let file = try storage.makeIncomingFile()
    #expect(throws: PictureError.invalid("expected at most 3 bytes")) {
      try file.append(contentsOf: path, limit: 3)
    }
  }
}
