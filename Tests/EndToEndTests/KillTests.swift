import Foundation
import GRDB
import Glibc
import Testing
import TestSupport

/// The state that a process leaves when it is killed in the middle of its work.
@Suite(.serialized) struct KillTests {
  /// More than a pipe holds, so that a seed has read a part when the rest is still to come.
  static let count = TestScale.count(gate: 600, soak: 2_000)

  /// When a seed is killed.
  private enum Moment {
    /// When so many parts of a thousand of its file are there to be read, and the rest never comes.
    case reading(Int)
    /// When it has read everything and another process keeps it from writing.
    case waiting
    /// When the database's log has grown by so many bytes, if it has not ended by then.
    case writing(Int)
  }

  /// Each phase of a seed, more than once outside of the gate, and in a soak any moment of it.
  private static func moments(seed: UInt64) -> [Moment] {
    var random = SeededGenerator(seed: seed)
    return TestScale.cases(
      [.reading(700), .waiting, .writing(0), .reading(0), .writing(1 << 16)], gate: 3)
      + (0..<TestScale.count(gate: 0, soak: 12)).map { _ in
        Bool.random(using: &random)
          ? .reading(.random(in: 0..<1_000, using: &random))
          : .writing(.random(in: 0..<3 << 20, using: &random))
      }
  }

  @Test(arguments: SeededGenerator.seeds.prefix(TestScale.count(gate: 1, soak: .max)))
  func aKilledSeedLeavesTheOldContentOrTheNew(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    try Self.photos(edition: 0).write(to: folder.url.appending(path: "pickup_photos.json"))
    try #require(
      try await Tanada.run(["seed", folder.path("pickup_photos.json")], in: folder).status == 0)
    var current = 0
    for (index, moment) in Self.moments(seed: seed).enumerated() {
      let edition = index + 1
      let outcome = try await Self.seed(edition, in: folder, killedAt: moment)
      if case .writing = moment {
        // It may have ended before.
        try #require(outcome.wasKilled || outcome.status == 0, "\(outcome.messages)")
      } else {
        #expect(outcome.wasKilled)
      }
      let editions = try Self.editions(in: folder.path("tanada.sqlite"))
      #expect(editions.count == 1, "\(moment): a mixture of \(editions.keys.sorted())")
      let found = try #require(editions.keys.first)
      #expect(editions[found] == Self.count)
      #expect(found == current || found == edition)
      if !outcome.wasKilled { #expect(found == edition, "acknowledged, so it must be there") }
      current = found
    }
    try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder, status: 0)
  }

  /// Seeds `edition` through a pipe, and kills that at `moment`.
  private static func seed(
    _ edition: Int, in folder: TemporaryFolder, killedAt moment: Moment
  ) async throws -> Tanada.Outcome {
    let file = folder.path("\(edition)/pickup_photos.json")
    try FileManager.default.createDirectory(
      atPath: folder.path("\(edition)"), withIntermediateDirectories: true)
    try #require(mkfifo(file, 0o600) == 0)
    // Open for both, so that opening it waits for nobody.
    let pipe = open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(pipe >= 0)
    let process = try Spawned(tanada: ["seed", file], in: folder)
    let bytes = Array(photos(edition: edition))
    switch moment {
    case .reading(let parts):
      try await send(bytes.prefix(bytes.count * parts / 1_000), to: pipe)
      process.send(SIGKILL)
      close(pipe)
    case .waiting:
      try await send(bytes[...], to: pipe)
      let database = try Self.lockedDatabase(at: folder.path("tanada.sqlite"))
      defer { try? database.close() }
      close(pipe)
      try await eventually { !Self.isOpen(file, in: process) }
      process.send(SIGKILL)
    case .writing(let growth):
      try await send(bytes[...], to: pipe)
      let log = folder.path("tanada.sqlite-wal")
      let size = fileSize(log)
      close(pipe)
      try await eventually { process.hasEnded || fileSize(log) > size + growth }
      process.send(SIGKILL)
    }
    return try await process.outcome()
  }

  /// A connection to the database at `path` that keeps others from writing until it is closed.
  private static func lockedDatabase(at path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.allowsUnsafeTransactions = true
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    return database
  }

  /// Whether `process` has the file at `path` open.
  private static func isOpen(_ path: String, in process: Spawned) -> Bool {
    let folder = "/proc/\(process.pid)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
  }

  /// Writes `bytes` as fast as they are read, which ends when all are read or in the pipe.
  private static func send(_ bytes: ArraySlice<UInt8>, to pipe: Int32) async throws {
    var rest = bytes
    try await eventually {
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      return rest.isEmpty
    }
  }

  private static func fileSize(_ path: String) -> Int {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : 0
  }

  /// A file in which every item says which edition it belongs to.
  private static func photos(edition: Int) -> Data {
    let items = (1...count).map { id in
      """
      {"id":\(id),"photo_url":"https://example.com/\(id).jpg","photo_width":960,\
      "photo_height":1280,"title":"写真 \(id)","caption":"\(edition)",\
      "published_at":"2022-12-01T07:30:00.000+0000"}
      """
    }
    return Data("{\"result\":[\(items.joined(separator: ",\n"))]}".utf8)
  }

  /// How many items each edition has, and that the audit of each revision has all of them.
  private static func editions(in database: String) throws -> [Int: Int] {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    return try queue.read { database in
      let torn = try Int.fetchAll(
        database,
        sql: """
          SELECT count(*) FROM audit_entries
          JOIN audit_batches ON audit_batches.id = audit_entries.batch
          WHERE audit_batches.revision IS NOT NULL
          GROUP BY audit_batches.revision HAVING count(*) <> ?
          """, arguments: [count])
      #expect(torn.isEmpty, "a revision without all its entries: \(torn)")
      #expect(try String.fetchOne(database, sql: "PRAGMA integrity_check") == "ok")
      let rows = try Row.fetchAll(
        database, sql: "SELECT caption, count(*) AS items FROM pickup_photos GROUP BY caption")
      return Dictionary(
        uniqueKeysWithValues: rows.map { (Int($0["caption"] as String) ?? -1, $0["items"]) })
    }
  }
}
