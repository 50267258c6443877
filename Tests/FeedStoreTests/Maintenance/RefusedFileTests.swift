import FeedStore
import Foundation
import GRDB
import TestSupport
import Testing

/// Files that are not tanada's to open.
struct RefusedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
  }

  @Test("No file is created unless asked for")
  func missing() throws {
    #expect(throws: StoreError.missing(path: path)) {
      try SQLiteFeedStore(path: path, createsFile: false)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A folder is not opened")
  func folderInstead() async throws {
    let place = folder.url.path
    let refusal = StoreError.notAFile(path: place)
    #expect(throws: refusal) { try SQLiteFeedStore(path: place) }
    await #expect(throws: refusal) { _ = try await DatabaseCheck(path: place) }
    await #expect(throws: refusal) { _ = try await SQLiteSchema.current.missing(path: place) }
    await #expect(throws: refusal) {
      _ = try await DatabaseCopy(of: place, for: folder.path("copy.sqlite"))
    }
    try SQLiteFeedStore(path: path).close()
    await #expect(throws: refusal) { _ = try await DatabaseCopy(of: path, for: place) }
    #expect(try folderContents() == ["feed.sqlite"])
  }

  /// Reading it would wait until somebody writes.
  @Test("A pipe is not opened")
  func pipeInstead() throws {
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: StoreError.notAFile(path: path)) { try SQLiteFeedStore(path: path) }
  }

  @Test(
    "A name is that of a file, whatever SQLite makes of it",
    arguments: [
      "a", "é", "file:a", "file:a?mode=memory", ":memory:", "a?b", "a%41", "a#b", "a b", "-a",
    ])
  func anyName(name: String) async throws {
    let path = folder.path(name)
    // Of a name with one letter, another one of this kind.
    let copied = name == "a" ? "b" : "\(name)x"
    let store = try SQLiteFeedStore(path: path)
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(try TestContent.topic())
    }
    let copy = try await DatabaseCopy(of: path, for: folder.path(copied))
    try copy.keep()
    try store.close()
    #expect(try Set(folderContents()) == [name, copied])
    #expect(try await DatabaseCheck(path: folder.path(copied)).problems == [])
  }

  @Test("A file in a folder that does not exist is not created")
  func missingFolder() {
    let path = folder.path("none/feed.sqlite")
    #expect(throws: StoreError.cannotOpen(path: path)) { try SQLiteFeedStore(path: path) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
  }

  @Test("An empty file becomes a database")
  func emptyFile() async throws {
    try folder.write("", to: "feed.sqlite")
    #expect(try await SQLiteFeedStore(path: path).latestRevision() == nil)
  }

  @Test(
    "A file that is no database is refused and left as it is",
    arguments: [
      "hello", "SQLite format 3", "SQLite format 3\0",
      "SQLite format 3\0" + String(repeating: "a", count: 91), String(repeating: "a", count: 8_192),
      "{\"result\":[]}",
    ])
  func notADatabase(text: String) throws {
    try folder.write(text, to: "feed.sqlite")
    #expect(throws: StoreError.notADatabase(path: path)) { try SQLiteFeedStore(path: path) }
    #expect(try Data(contentsOf: folder.url.appending(path: "feed.sqlite")) == Data(text.utf8))
    #expect(try folderContents() == ["feed.sqlite"])
  }

  @Test(
    "Another application's database is refused, and not one byte of it changes",
    arguments: [
      "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')",
      "PRAGMA application_id = 42; CREATE TABLE notes (text TEXT)",
      "PRAGMA application_id = 42",
      "CREATE VIEW one AS SELECT 1",
      "PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)",
      "CREATE TABLE grdb_migrations (identifier TEXT); INSERT INTO grdb_migrations VALUES ('v1')",
    ])
  func otherApplication(sql: String) throws {
    try makeDatabase(sql)
    let before = try Data(contentsOf: folder.url.appending(path: "feed.sqlite"))
    #expect(throws: StoreError.otherApplication(path: path)) { try SQLiteFeedStore(path: path) }
    #expect(try Data(contentsOf: folder.url.appending(path: "feed.sqlite")) == before)
    #expect(try folderContents() == ["feed.sqlite"])
  }

  @Test("A database that a newer tanada has changed is refused")
  func newerSchema() throws {
    try SQLiteFeedStore(path: path).close()
    try makeDatabase("INSERT INTO grdb_migrations VALUES ('m9999_from_the_future')")
    #expect(throws: StoreError.newerSchema(path: path)) { try SQLiteFeedStore(path: path) }
  }

  @Test("A database that was only begun is finished")
  func begun() async throws {
    try makeDatabase(
      """
      PRAGMA application_id = 1952542305;
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)
      """)
    #expect(try await SQLiteFeedStore(path: path).latestRevision() == nil)
  }

  @Test("A damaged file is called damaged")
  func damaged() async throws {
    let store = try SQLiteFeedStore(path: path)
    let topics = try (1...200).map { try TestContent.topic($0) }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for topic in topics { _ = try transaction.upsert(topic) }
    }
    try store.close()
    let url = folder.url.appending(path: "feed.sqlite")
    var bytes = try Data(contentsOf: url)
    let range = 4_096..<bytes.count
    bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: range.count))
    try bytes.write(to: url)

    let error = await #expect(throws: StoreError.self) {
      let store = try SQLiteFeedStore(path: path)
      _ = try await store.latestRevision()
    }
    guard case .corrupt(path, detail: _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Runs `sql` on the file, as another program would.
  private func makeDatabase(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func folderContents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
  }
}
