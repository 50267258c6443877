import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// What a bucket does beyond ``PhotoStorageTests``: its local copies, its claim, and failures on the way.
@Suite struct PhotoBucketTests {
  private let folder: TemporaryFolder
  private let bucket: ScriptedBucket
  private let clock = TestClock(SampleContent.committedAt)

  init() throws {
    folder = try TemporaryFolder()
    bucket = try ScriptedBucket()
    bucket.objects = ["database": Array("one".utf8)]
  }

  private func storage(
    server: String = "first", originalsByteCount: Int = 1 << 20, database: String? = "one"
  ) throws -> PhotoBucket {
    PhotoBucket(
      try bucket.client(clock: clock), path: folder.path(server),
      originalsByteCount: originalsByteCount, database: database,
      lock: FileLock(path: folder.path("lock")))
  }

  /// Puts a photo into the bucket, as another server does.
  private func put(_ text: String) throws -> PhotoID {
    let file = try PhotoFolder(path: folder.path("other")).makeIncomingFile()
    try Array(text.utf8).withUnsafeBytes { try file.append($0) }
    bucket.objects["photos/\(file.id)"] = Array(text.utf8)
    return file.id
  }

  private func originals(server: String = "first") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path("\(server)/originals"))
      .filter { $0.wholeMatch(of: /..\/.{32}/) != nil }.map { String($0.suffix(32)) }.sorted()
  }

  @Test func aPhotoIsReceivedOnceAndThenUsedHere() async throws {
    let id = try put("abc")
    let (storage, same) = (try storage(), try storage())
    for storage in [storage, same, storage] { #expect(try await storage.file(of: id) != nil) }
    #expect(bucket.requests == ["GET photos/\(id)"])
    #expect(try originals() == [id.description])
  }

  @Test func aPhotoThatIsAddedIsUsedHereWithoutReceivingIt() async throws {
    let storage = try storage()
    let file = try storage.makeIncomingFile()
    try Array("abc".utf8).withUnsafeBytes { try file.append($0) }
    try await storage.send(file, as: file.id)
    try await storage.keep(file, as: file.id)
    // Also while the upload is still in memory.
    #expect(try await storage.file(of: file.id) != nil)
    #expect(
      bucket.requests == [
        "GET database", "PUT photos/\(file.id)", "HEAD photos/\(file.id)",
      ])
  }

  @Test func manyWhoAskAtOnceReceiveAPhotoOnce() async throws {
    let id = try put(String(repeating: "abc", count: 100_000))
    // As many servers as there are processes on one machine.
    let storages = try (0..<4).map { _ in try storage() }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<40 {
        group.addTask { try await storages[index % 4].file(of: id) != nil }
      }
      for try await isThere in group { #expect(isThere) }
    }
    #expect(bucket.requests == ["GET photos/\(id)"])
  }

  @Test func theLeastRecentlyUsedFilesLeaveFirst() async throws {
    let storage = try storage(originalsByteCount: 250)
    let ids = try ["a", "b", "c", "d"].map { try put(String(repeating: $0, count: 100)) }
    for id in ids.prefix(2) { #expect(try await storage.file(of: id) != nil) }
    // A clock with coarse ticks tells these uses apart as well.
    try setLastUse(of: ids[0], to: 2)
    try setLastUse(of: ids[1], to: 1)
    #expect(try await storage.file(of: ids[2]) != nil)
    #expect(try originals() == [ids[0], ids[2]].map(\.description).sorted())
    try setLastUse(of: ids[0], to: 1)
    try setLastUse(of: ids[2], to: 2)
    #expect(try await storage.file(of: ids[0]) != nil)
    #expect(try await storage.file(of: ids[3]) != nil)
    #expect(try originals() == [ids[0], ids[3]].map(\.description).sorted())
  }

  private func setLastUse(of id: PhotoID, to seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)],
      ofItemAtPath: folder.path("first/originals/\(id.description.prefix(2))/\(id)"))
  }

  @Test func aFileThatIsUsedStays() async throws {
    let storage = try storage(originalsByteCount: 0)
    let ids = try ["a", "b"].map { try put($0) }
    let first = try #require(try await storage.file(of: ids[0]))
    _ = try await storage.file(of: ids[1])
    #expect(try String(contentsOfFile: first.path, encoding: .utf8) == "a")
    // Removing the photo takes nothing from whoever reads it.
    try await storage.remove(ids[0])
    #expect(try String(contentsOfFile: first.path, encoding: .utf8) == "a")
  }

  @Test func aDamagedObjectIsSaidAndNotUsed() async throws {
    let id = try put("abc")
    bucket.objects["photos/\(id)"] = Array("abd".utf8)
    let storage = try storage()
    let error = await #expect(throws: PhotoStorageError.self) { try await storage.file(of: id) }
    #expect(
      error?.description
        == "s3://pictures/photos/\(id): the object is damaged: its content has another hash than its "
        + "name")
    #expect(try originals() == [])
    // Nothing of it is left, nor asked for again by those who wait.
    try await eventually {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("first/incoming")) == []
    }
    #expect(try await storage.checkFiles(of: [id]).damaged == [id])
  }

  @Test func aBucketThatIsAwayIsAnErrorAndNotAMissingPhoto() async throws {
    let id = try put("abc")
    let storage = try storage()
    bucket.fail("GET", with: ScriptedBucket.error("403 Forbidden", "AccessDenied"))
    let error = await #expect(throws: PhotoStorageError.self) { try await storage.file(of: id) }
    #expect(error?.isTemporary == false)
    #expect(try await storage.file(of: id) != nil)
  }

  private func incoming() throws -> [String] {
    let path = folder.path("first/incoming")
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
  }

  /// However many ask for photos of a silent bucket, few of them hold files and threads, and none of them waits for long.
  @Test func manyWhoAskASilentBucketAreFew() async throws {
    // Photos whose ids begin alike are received one after the other.
    var names: Set<Substring> = []
    var ids: [PhotoID] = []
    for number in 0..<2_000 where ids.count < 80 {
      let id = try put("photo \(number)")
      if names.insert(id.description.prefix(2)).inserted { ids.append(id) }
    }
    for _ in ids { bucket.fail("GET", with: .silence) }
    let storage = try storage()
    let tasks = ids.map { id in Task { try await storage.file(of: id) } }
    // As many as ask at a time.
    try await eventually { bucket.requests.count == 16 }
    #expect(try incoming().count == 16)
    clock.advance(by: BucketClient.answerTimeout)
    for task in tasks {
      let error = await #expect(throws: PhotoStorageError.self) { try await task.value }
      #expect(error?.isTemporary == true)
    }
    #expect(bucket.requests.count == 16)
    // Whoever asks now is answered at once; what is here is used.
    for id in ids {
      await #expect(throws: PhotoStorageError.self) { try await storage.file(of: id) }
    }
    #expect(bucket.requests.count == 16)
    try await eventually { try incoming() == [] }
  }

  @Test func aBucketThatIsSilentGivesNothingUpThatIsHere() async throws {
    let ids = try ["a", "b"].map { try put($0) }
    let storage = try storage()
    #expect(try await storage.file(of: ids[0]) != nil)
    bucket.fail("GET", with: .silence)
    let task = Task { try await storage.file(of: ids[1]) }
    try await eventually { bucket.requests.count == 2 }
    clock.advance(by: BucketClient.answerTimeout)
    await #expect(throws: PhotoStorageError.self) { try await task.value }
    #expect(try await storage.file(of: ids[0]) != nil)
    await #expect(throws: PhotoStorageError.self) { try await storage.file(of: ids[1]) }
    // It is back.
    clock.advance(by: BucketClient.outagePause)
    #expect(try await storage.file(of: ids[1]) != nil)
    #expect(bucket.requests.count == 3)
  }

  /// A bucket that sends a byte now and then is not silent, and a photo is not waited for without end.
  @Test func aPhotoThatComesTooSlowlyIsGivenUp() async throws {
    let id = try put("abc")
    bucket.fail("GET", with: .init("200 OK", "Content-Length: 3", body: [97], isHeld: true))
    let storage = try storage()
    let task = Task { try await storage.file(of: id) }
    try await eventually {
      try incoming().contains { name in
        let path = folder.path("first/incoming/\(name)")
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 1
      }
    }
    await clock.untilWaiting(for: .seconds(30))
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: PhotoStorageError.self) { try await task.value }
    #expect(
      error?.description
        == "s3://pictures/photos/\(id): http://127.0.0.1:\(bucket.server.port) is silent: not received "
        + "within 30 seconds")
    // Others go on, and so does whoever asks for it again.
    #expect(try await storage.file(of: id) != nil)
  }

  @Test func aNewBucketIsNotedAsThatOfTheDatabase() async throws {
    bucket.objects = [:]
    let storage = try storage()
    try await storage.check()
    try await storage.check()
    #expect(bucket.objects == ["database": Array("one".utf8)])
    #expect(bucket.requests == ["GET database", "PUT database", "GET database"])
    #expect(bucket.server.requests[1].headers["if-none-match"] == "*")
  }

  @Test func aServiceWithoutConditionsIsAskedAgainAfterwards() async throws {
    bucket.objects = [:]
    bucket.forgetConditions()
    try await storage().check()
    #expect(
      bucket.requests == ["GET database", "PUT database", "PUT database", "GET database"])
  }

  @Test func aConflictOfTwoWritersIsSettledByReadingAgain() async throws {
    bucket.objects = [:]
    bucket.fail("PUT", with: ScriptedBucket.error("409 Conflict", "ConditionalRequestConflict"))
    try await storage().check()
    #expect(
      bucket.requests == [
        "GET database", "PUT database", "GET database", "PUT database", "GET database",
      ])
  }

  @Test func ofTwoDatabasesThatClaimABucketAtOnceOneGetsIt() async throws {
    bucket.objects = [:]
    let storages = try ["one", "two"].map { try storage(server: $0, database: $0) }
    let results = await withTaskGroup(of: Bool.self) { group in
      for storage in storages {
        group.addTask {
          do { try await storage.check() } catch { return false }
          return true
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0 } == 1)
  }

  @Test func nothingIsChangedInTheBucketOfAnotherDatabase() async throws {
    let id = try put("abc")
    let storage = try storage(database: "two")
    let file = try storage.makeIncomingFile()
    let expected = PhotoStorageError.ofAnotherDatabase("s3://pictures")
    await #expect(throws: expected) { try await storage.remove(id) }
    await #expect(throws: expected) { try await storage.keep(file, as: file.id) }
    await #expect(throws: expected) { try await storage.send(file, as: file.id) }
    #expect(bucket.objects.count == 2)
    #expect(
      expected.description
        == "s3://pictures: has the photos of another database; choose another prefix or bucket")
  }

  @Test func readingAloneNeedsNoClaimAndNoFolder() async throws {
    bucket.objects = [:]
    let id = try put("abc")
    let storage = try storage(database: nil)
    #expect(try await storage.photos() == [id])
    #expect(try await storage.contentID(of: id) == id)
    #expect(try await storage.owner() == nil)
    #expect(try await storage.removeAbandonedFiles() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("first")))
    #expect(bucket.objects.count == 1)
  }
}
