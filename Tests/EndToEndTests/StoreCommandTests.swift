import Foundation
import TestSupport
import Testing

/// `tanada migrate` and `tanada copy`.
@Suite struct StoreCommandTests {
  private func export(_ store: String, _ folder: TemporaryFolder) async throws -> String {
    let outcome = try await Tanada.run(
      ["export", "pickup_photos", "--store", store], in: folder, status: 0)
    return outcome.text
  }

  private func copy(_ from: String, to store: String, _ folder: TemporaryFolder) async throws {
    let outcome = try await Tanada.run(
      ["copy", "--from", from, "--to", store], in: folder, status: 0)
    #expect(outcome.text.contains("pickup_photos  20\n"))
  }

  @Test(
    .onlyAll("BackupCommandTests carries a database to another file; StoreCopyTests copies stores"))
  func aFileBecomesAnotherFile() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let (file, other) = ("sqlite:tanada.sqlite", "sqlite:other.sqlite")
    let migrated = try await Tanada.run(["migrate", "--store", file], in: folder, status: 0)
    #expect(migrated.messages == "tanada.sqlite: is at the version of this program\n")
    try await copy(file, to: other, folder)
    #expect(try await export(other, folder) == export(file, folder))
    let again = try await Tanada.run(
      ["copy", "--from", file, "--to", other], in: folder, status: 1)
    #expect(again.messages.hasPrefix("error: other.sqlite: "))
  }

  @Test(.needsPostgreSQL, .onlyAll("StoreCopyTests copies from files to PostgreSQL and back"))
  func aFileBecomesADatabaseAndAFileAgain() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let empty = try PostgreSQLDatabase.make()
    defer { withExtendedLifetime(empty) {} }
    let database = empty.url
    let early = try await Tanada.run(
      ["export", "pickup_photos", "--store", database], in: folder, status: 1)
    #expect(early.messages.contains("tanada migrate"), "\(early.messages)")
    try await Tanada.run(["migrate", "--store", database], in: folder, status: 0)
    try await copy("sqlite:tanada.sqlite", to: database, folder)
    try await copy(database, to: "sqlite:back.sqlite", folder)
    let first = try await export("sqlite:tanada.sqlite", folder)
    #expect(try await export(database, folder) == first)
    #expect(try await export("sqlite:back.sqlite", folder) == first)
  }
}
