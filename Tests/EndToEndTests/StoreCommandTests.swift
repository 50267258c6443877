import Foundation
import TestSupport
import Testing

/// `tanada migrate` and `tanada copy`.
@Suite struct StoreCommandTests {
  private func export(_ store: String, _ folder: TemporaryFolder) async throws -> String {
    let outcome = try await Tanada.run(
      ["export", "pickup_photos", "--store", store], in: folder)
    #expect(outcome.status == 0, "\(outcome.messages)")
    return outcome.text
  }

  private func copy(_ from: String, to store: String, _ folder: TemporaryFolder) async throws {
    let outcome = try await Tanada.run(["copy", "--from", from, "--to", store], in: folder)
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(outcome.text.contains("pickup_photos  20\n"))
  }

  @Test(
    .onlyAll("BackupCommandTests carries a database to another file; StoreCopyTests copies stores"))
  func aFileBecomesAnotherFile() async throws {
    let folder = try TemporaryFolder()
    try await folder.copySamples()
    let (file, other) = ("sqlite:tanada.sqlite", "sqlite:other.sqlite")
    let migrated = try await Tanada.run(["migrate", "--store", file], in: folder)
    #expect(migrated.status == 0, "\(migrated.messages)")
    #expect(migrated.messages == "tanada.sqlite: is at the version of this program\n")
    try await copy(file, to: other, folder)
    #expect(try await export(other, folder) == export(file, folder))
    let again = try await Tanada.run(["copy", "--from", file, "--to", other], in: folder)
    #expect(again.status == 1 && again.messages.hasPrefix("error: other.sqlite: "))
  }

  @Test(.needsPostgreSQL, .onlyAll("StoreCopyTests copies from files to PostgreSQL and back"))
  func aFileBecomesADatabaseAndAFileAgain() async throws {
    let folder = try TemporaryFolder()
    try await folder.copySamples()
    let empty = try PostgreSQLDatabase.make()
    defer { withExtendedLifetime(empty) {} }
    let database = empty.url
    let early = try await Tanada.run(["export", "pickup_photos", "--store", database], in: folder)
    #expect(early.status == 1 && early.messages.contains("tanada migrate"), "\(early.messages)")
    let migrated = try await Tanada.run(["migrate", "--store", database], in: folder)
    #expect(migrated.status == 0, "\(migrated.messages)")
    try await copy("sqlite:tanada.sqlite", to: database, folder)
    try await copy(database, to: "sqlite:back.sqlite", folder)
    let first = try await export("sqlite:tanada.sqlite", folder)
    #expect(try await export(database, folder) == first)
    #expect(try await export("sqlite:back.sqlite", folder) == first)
  }
}
