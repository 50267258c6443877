import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// What every storage of photos does: a folder, a bucket of the tests, and those of real services.
@Suite struct PhotoStorageTests {
  private func incoming(_ text: String, in storage: any PhotoStorage) throws -> IncomingFile {
    let file = try storage.makeIncomingFile()
    try Array(text.utf8).withUnsafeBytes { try file.append($0) }
    return file
  }

  private func add(_ text: String, to storage: any PhotoStorage) async throws -> PhotoID {
    let file = try incoming(text, in: storage)
    try await storage.keep(file, as: file.id)
    return file.id
  }

  private func content(of id: PhotoID, in storage: any PhotoStorage) async throws -> String? {
    try await storage.file(of: id).map { try String(contentsOfFile: $0.path, encoding: .utf8) }
  }

  @Test(arguments: TestedStorage.all)
  func theIDIsHalfOfTheHashOfTheContent(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let file = try incoming("abc", in: try await fixture.storage())
    // The example of FIPS 180-2, appendix B.1.
    #expect(file.id.description == "ba7816bf8f01cfea414140de5dae2223")
    #expect(file.contentHash.hasPrefix("ba7816bf8f01cfea414140de5dae2223b00361a3"))
  }

  @Test(arguments: TestedStorage.all)
  func aFileThatIsKeptIsThere(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    let file = try incoming("abc", in: storage)
    let id = file.id
    #expect(try await !storage.contains(id))
    #expect(try await storage.file(of: id) == nil)
    #expect(try await storage.contentID(of: id) == nil)
    try await storage.keep(file, as: id)
    #expect(try await storage.contains(id))
    #expect(try await content(of: id, in: storage) == "abc")
    #expect(try await storage.contentID(of: id) == id)
    #expect(try await storage.photos() == [id])
    #expect(try fixture.incomingNames() == [])
    try await storage.remove(id)
    try await storage.remove(id)
    #expect(try await storage.photos() == [])
    #expect(try await storage.file(of: id) == nil)
  }

  @Test(arguments: TestedStorage.all)
  func aFileThatWasSentAheadIsKeptWhateverHappensInBetween(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    let (first, second) = (try incoming("1", in: storage), try incoming("2", in: storage))
    for file in [first, second] { try await storage.send(file, as: file.id) }
    // A sweep of another server.
    try await storage.remove(second.id)
    for file in [first, second] { try await storage.keep(file, as: file.id) }
    #expect(try await storage.photos() == [first.id, second.id].sorted())
    #expect(try await content(of: second.id, in: storage) == "2")
  }

  @Test(arguments: TestedStorage.all)
  func aFileThatIsKeptAgainIsTheSame(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    let id = try await add("abc", to: storage)
    #expect(try await add("abc", to: storage) == id)
    #expect(try await storage.photos() == [id])
    #expect(try await content(of: id, in: storage) == "abc")
  }

  @Test(arguments: TestedStorage.all)
  func anotherServerSeesWhatOneHasAdded(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let first = try await fixture.storage()
    let second = try await fixture.storage(server: "second")
    let ids = try await [add("1", to: first), add("2", to: second)]
    #expect(try await first.photos() == ids.sorted())
    for (id, text) in zip(ids, ["1", "2"]) {
      for storage in [first, second] { #expect(try await content(of: id, in: storage) == text) }
    }
    try await second.remove(ids[0])
    #expect(try await !first.contains(ids[0]))
    #expect(try await first.photos() == [ids[1]])
  }

  @Test(arguments: TestedStorage.all)
  func manyFilesAreListedInTheOrderOfTheirIDs(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    var ids: [PhotoID] = []
    for number in 0..<25 { ids.append(try await add("photo \(number)", to: storage)) }
    #expect(try await storage.photos() == ids.sorted())
  }

  @Test(arguments: TestedStorage.all)
  func aFileThatIsNotKeptIsGone(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    do {
      let file = try incoming("abc", in: storage)
      #expect(try fixture.incomingNames().count == 1)
      #expect(file.byteCount == 3)
    }
    #expect(try fixture.incomingNames() == [])
  }

  @Test(arguments: TestedStorage.all)
  func onlyFilesThatNobodyReceivesAreAbandoned(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    let file = try incoming("abc", in: storage)
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    try Data("left".utf8).write(to: folder.appending(path: "left"))
    #expect(try await storage.removeAbandonedFiles() == 1)
    #expect(try fixture.incomingNames() == [URL(fileURLWithPath: file.path).lastPathComponent])
  }

  @Test(arguments: TestedStorage.all)
  func theStorageOfADatabaseIsRefusedToAnother(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage(database: "one")
    #expect(try await storage.owner() == "one")
    _ = try await fixture.storage(server: "second", database: "one")
    await #expect(throws: PhotoStorageError.self) {
      try await fixture.storage(server: "third", database: "two")
    }
    #expect(try await storage.owner() == "one")
  }

  @Test(arguments: TestedStorage.all)
  func filesAreCopiedFromAnyStorageToAny(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storage = try await fixture.storage()
    let other = try PhotoFolder(path: fixture.folder.path("copy"))
    var ids: [PhotoID] = []
    for number in 0..<5 { ids.append(try await add("photo \(number)", to: storage)) }
    let missing = try #require(PhotoID(String(repeating: "0", count: PhotoID.length)))
    let report = try await storage.copyFiles(of: ids + [missing], to: other)
    #expect(report.copiedCount == 5)
    #expect(report.missing == [missing])
    #expect(report.damaged == [])
    #expect(try await other.photos() == ids.sorted())
    #expect(try await storage.copyFiles(of: ids, to: other).copiedCount == 0)
    try await storage.remove(ids[0])
    #expect(try await other.copyFiles(of: ids, to: storage).copiedCount == 1)
    let check = try await storage.checkFiles(of: ids + [missing])
    #expect(check.missing == [missing])
    #expect(check.damaged == [])
  }

  @Test(arguments: TestedStorage.all)
  func oneAtATimeIsAloneWithTheStorage(kind: TestedStorage) async throws {
    let fixture = try StorageFixture(kind)
    let storages = [
      try await fixture.storage(), try await fixture.storage(server: "second"),
    ]
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<20 {
        group.addTask {
          try? await storages[index % 2].exclusively {
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
}
