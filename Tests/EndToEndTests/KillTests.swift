import Foundation
import GRDB
import Testing
import TestSupport

/// The state that a process leaves when it is killed in the middle of its work.
@Suite(.serialized) struct KillTests {
  static let count = 2_000

  @Test func aKilledSeedLeavesTheOldContentOrTheNew() async throws {
    let folder = try TemporaryFolder()
    try Self.photos(edition: 0).write(
      to: folder.url.appending(path: "pickup_photos.json"))
    let clock = ContinuousClock()
    let start = clock.now
    try #require(
      try await Tanada.run(["seed", folder.path("pickup_photos.json")], in: folder).status == 0)
    var whole = clock.now - start

    var current = 0
    var killed = 0
    var round = 0
    // Some end before they are killed, the more the less steadily the machine runs.
    while killed < 12, round < 60 {
      round += 1
      let file = folder.url.appending(path: "edition/pickup_photos.json")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Self.photos(edition: round).write(to: file)
      let seeding = try Spawned(tanada: ["seed", file.path], in: folder)
      // Spread over the whole run: early, in the transaction, at its commit and after.
      let delay = whole * Double(round % 5 + 1) / 5
      try await Task.sleep(for: delay)
      seeding.send(SIGKILL)
      let outcome = try await seeding.outcome()
      if outcome.wasKilled {
        killed += 1
      } else {
        // It took less than that: the machine is not as busy any more.
        whole = min(whole, delay * 0.9)
      }

      let editions = try Self.editions(in: folder.path("tanada.sqlite"))
      #expect(editions.count == 1, "round \(round): a mixture of \(editions.keys.sorted())")
      let edition = try #require(editions.keys.first)
      #expect(editions[edition] == Self.count)
      #expect(edition == current || edition == round)
      if !outcome.wasKilled { #expect(edition == round, "acknowledged, so it must be there") }
      current = edition
    }
    #expect(killed == 12, "only \(killed) of \(round) seeds were killed while they ran")

    let healthy = try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder)
    #expect(healthy.status == 0)
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
