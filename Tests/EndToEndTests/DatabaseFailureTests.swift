import Foundation
import GRDB
import Testing
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// The message for a database that cannot be used: one clear sentence, and exit code 1.
@Suite(.serialized) struct DatabaseFailureTests {
  static let isRoot = geteuid() == 0

  @Test func aFileThatIsNoDatabase() async throws {
    let folder = try TemporaryFolder()
    try folder.write(String(repeating: "This is a letter. ", count: 100), to: "tanada.sqlite")
    try await expect(in: folder, "tanada.sqlite: is not a SQLite database")
    #expect(
      try String(contentsOfFile: folder.path("tanada.sqlite"), encoding: .utf8).hasPrefix("This"))
  }

  @Test(
    .onlyAll(
      "RefusedFileTests has every file that is refused; aFileThatIsNoDatabase how commands say it"),
    arguments: [
      (
        false, "CREATE TABLE letters (text TEXT)", "tanada.sqlite",
        "is a database of another application"
      ),
      (
        true, "INSERT INTO grdb_migrations VALUES ('m9999_from_the_future')", "tanada.sqlite",
        "was written by a newer tanada; use that version or a backup"
      ),
      (
        false, nil, "nowhere/tanada.sqlite",
        "cannot be opened; check that its folder exists and may be written"
      ),
      (false, nil, ".", "is not a file; name a file in it, or another one"),
    ] as [(Bool, String?, String, String)])
  func aDatabaseThatIsRefused(
    hasSamples: Bool, sql: String?, name: String, sentence: String
  ) async throws {
    let folder = try TemporaryFolder()
    if hasSamples { try await folder.copySamples() }
    if let sql { try folder.spoil(sql) }
    let file = folder.url.appending(path: name)
    let before = sql == nil ? nil : try Data(contentsOf: file)
    try await expect(in: folder, database: name, "\(name): \(sentence)")
    if !hasSamples, let before { #expect(try Data(contentsOf: file) == before) }
  }

  @Test(.onlyAll("aFileThatIsNoDatabase has the same sentence of a command"))
  func aPreviewOfNothing() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.run(["preview"], in: folder, status: 1)
    #expect(
      outcome.messages == "error: tanada.sqlite: no such database; 'tanada seed' creates one\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("tanada.sqlite")))
  }

  @Test(.onlyAll("StorageErrorTests has writes that fail"))
  func aFileThatMayNotBeWritten() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let changed = try folder.write(
      """
      {"result":[{"id":1,"banner_contents_id":9,"banner_url":"https://example.com/new.jpg"}]}
      """, to: "campaign_banners.json")
    let database = folder.path("tanada.sqlite")
    for (path, mode) in [(database, 0o444), (changed, 0o444), (folder.url.path, 0o777)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    let seed = ["seed", changed, "--database", database]
    // Permissions mean nothing to root, so root asks as somebody else, who may not be able to
    // reach the build folder.
    let binary = folder.path("tanada-copy")
    try FileManager.default.copyItem(atPath: Tanada.binary.path, toPath: binary)
    let outcome =
      Self.isRoot
      ? try await Tanada.run(
        "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", binary] + seed,
        in: folder) : try await Tanada.run(seed, in: folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.messages == """
        error: \(database): cannot be written; check the permissions of the file and its folder

        """)
  }

  /// A file system of a few megabytes can only be mounted by root.
  @Test(.enabled(if: SmallDisk.isAvailable), .onlyAll("StorageErrorTests has a full disk"))
  func aDiskThatIsFull() async throws {
    let folder = try TemporaryFolder()
    let disk = try SmallDisk(in: folder, megabytes: 4)
    defer { disk.unmount() }
    let database = disk.path + "/tanada.sqlite"
    let list = ["serve", "--get", "/v1/content/campaign_banners", "--database", database]
    // The first start makes the folder of photos.
    for arguments in [["seed", PackageFiles.seeds.path, "--database", database], list] {
      try #require(try await Tanada.run(arguments, in: folder).status == 0)
    }
    let items = (1...20_000).map {
      "{\"id\":\($0),\"banner_contents_id\":1,\"banner_url\":\"https://example.com/\($0)/"
        + "\(String(repeating: "x", count: 400)).jpg\"}"
    }
    let large = try folder.write(
      "{\"result\":[\(items.joined(separator: ","))]}", to: "campaign_banners.json")
    let outcome = try await Tanada.run(
      ["seed", large, "--database", database], in: folder, status: 1)
    #expect(outcome.messages == "error: \(database): the disk is full; nothing was changed\n")
    let answer = try await Tanada.run(list, in: folder)
    #expect(try JSONValue.parse(answer.output)["result"].elements.count == 6)
  }

  // MARK: -

  /// Seeds into `database` and expects exactly one sentence.
  private func expect(
    in folder: TemporaryFolder, database: String = "tanada.sqlite", _ sentence: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for command in [["seed", PackageFiles.seeds.path], ["serve", "--port", "0"]] {
      let outcome = try await Tanada.run(command + ["--database", database], in: folder)
      #expect(outcome.status == 1, sourceLocation: sourceLocation)
      #expect(outcome.text.isEmpty, sourceLocation: sourceLocation)
      #expect(outcome.messages == "error: \(sentence)\n", sourceLocation: sourceLocation)
    }
  }
}
