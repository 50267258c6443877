import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// The files of photos.
@Suite struct PhotoFolderTests {
  private let folder: TemporaryFolder
  private let storage: PhotoFolder

  init() throws {
    folder = try TemporaryFolder()
    storage = try PhotoFolder(path: folder.path("photos"))
  }

  private func incoming(_ text: String) throws -> IncomingFile {
    let file = try storage.makeIncomingFile()
    try Array(text.utf8).withUnsafeBytes { try file.append($0) }
    return file
  }

  private var incomingNames: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("photos/incoming"))
    }
  }

  @Test func theIDIsHalfOfTheHashOfTheContent() throws {
    // The example of FIPS 180-2, appendix B.1.
    #expect(try incoming("abc").id.description == "ba7816bf8f01cfea414140de5dae2223")
  }

  @Test func aFileThatIsKeptIsThere() async throws {
    let file = try incoming("abc")
    let id = file.id
    #expect(await storage.file(of: id) == nil)
    try await storage.keep(file, as: id)
    let path = try #require(await storage.file(of: id))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "abc")
    #expect(try await storage.photos() == [id])
    #expect(try incomingNames == [])
    try await storage.remove(id)
    try await storage.remove(id)
    #expect(try await storage.photos() == [])
  }

  @Test func aFileThatIsNotKeptIsGone() throws {
    do {
      let file = try incoming("abc")
      #expect(try incomingNames.count == 1)
      #expect(file.byteCount == 3)
    }
    #expect(try incomingNames == [])
  }

  @Test func onlyFilesThatNobodyReceivesAreAbandoned() async throws {
    let file = try incoming("abc")
    try folder.write("left", to: "photos/incoming/left")
    #expect(try await storage.removeAbandonedFiles() == 1)
    #expect(try incomingNames == [URL(fileURLWithPath: file.path).lastPathComponent])
  }

  @Test func theFolderOfADatabaseIsRefusedToAnother() throws {
    try storage.claim(for: "one")
    try storage.claim(for: "one")
    #expect(throws: PhotoStorageError.self) { try storage.claim(for: "two") }
  }

  @Test func oneAtATimeIsAloneWithTheFolder() async throws {
    let other = try PhotoFolder(path: folder.path("photos"))
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          try? await (index % 2 == 0 ? storage : other).exclusively {
            await counter.enter()
            // Time for the others to come in, if they could.
            for _ in 0..<100 { await Task.yield() }
            await counter.leave()
          }
        }
      }
    }
    #expect(await counter.most == 1)
    #expect(await counter.total == 20)
  }

  private actor Counter {
    private var present = 0
    private(set) var most = 0
    private(set) var total = 0

    func enter() {
      present += 1
      total += 1
      most = max(most, present)
    }

    func leave() { present -= 1 }
  }

  @Test func aFileThatIsTooLargeIsRefused() throws {
    let path = try folder.write("abcd", to: "picture")
    let file = try storage.makeIncomingFile()
    #expect(throws: PictureError.invalid("expected at most 3 bytes")) {
      try file.append(contentsOf: path, limit: 3)
    }
  }
}
