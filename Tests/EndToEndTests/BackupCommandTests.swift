import Foundation
import GRDB
import TestSupport
import Testing

/// `tanada backup`, `restore` and `check`, and a server whose file or disk is gone.
@Suite(.serialized) struct BackupCommandTests {
  @Test func aBackupPutsBackContentAndPhotos() async throws {
    let folder = try TemporaryFolder()
    try await folder.seedWithPhotos()
    let made = try await Tanada.run(["backup", "saved.sqlite"], in: folder, status: 0)
    #expect(made.text.hasPrefix("saved.sqlite: revision 2, "))
    #expect(made.text.hasSuffix(" photos in saved.sqlite-photos\n"))
    if TestScale.current.isAll {
      let again = try await Tanada.run(["backup", "saved.sqlite"], in: folder)
      #expect(again.messages == "error: saved.sqlite: exists already; choose another name\n")
    }

    // The original is lost.
    for name in ["tanada.sqlite", "tanada.sqlite-photos"] {
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
    let restored = try await Tanada.run(["restore", "saved.sqlite"], in: folder, status: 0)
    #expect(restored.text.hasPrefix("tanada.sqlite: revision 2 of saved.sqlite, "))
    let check = try await Tanada.run(["check"], in: folder, status: 0)
    #expect(check.text.contains("campaign_banners  6\n"))
    #expect(check.messages.isEmpty)
    let shown = try await Tanada.run(["feed", "show", "home"], in: folder)
    #expect(shown.text.contains("/v1/photos/"))
  }

  /// A link has content if the database behind it has.
  @Test func aDatabaseBehindALinkIsNotReplacedUnasked() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try await Tanada.run(["backup", "saved.sqlite", "--without-photos"], in: folder, status: 0)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.sqlite"), withDestinationPath: "tanada.sqlite")
    let arguments = ["restore", "saved.sqlite", "--database", "link.sqlite"]
    let refused = try await Tanada.run(arguments, in: folder, status: 1)
    #expect(refused.messages.hasPrefix("error: link.sqlite: has content"))
    try await Tanada.run(arguments + ["--yes"], in: folder, status: 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.sqlite"))
        == "tanada.sqlite")
  }

  /// Names that SQLite takes for addresses or for memory, and one that is a crash of Foundation's.
  private static let names =
    ["b", "file:y"]
    + (TestScale.current.isAll ? ["é", "file:y?mode=ro", ":memory:", "a?b", "a%41", "a#b"] : [])

  @Test("Whatever its name is, a database is in the file of that name", arguments: names)
  func anyName(name: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.write(#"{"result":[]}"#, to: "recent_news.json")
    for command in [
      ["backup", name, "--without-photos"], ["restore", "tanada.sqlite", "--database", name],
      ["copy", "--from", "sqlite:tanada.sqlite", "--to", "sqlite:\(name)"],
      ["seed", "recent_news.json", "--database", name], ["migrate", "--database", name],
    ] {
      let made = try await Tanada.run(command, in: folder)
      #expect(made.status == 0, "\(command): \(made.messages)")
      #expect(try folder.names == ["tanada.sqlite", "recent_news.json", name], "\(command)")
      let check = try await Tanada.run(["check", "--database", name], in: folder)
      #expect(check.status == 0, "\(command): \(check.messages)")
      #expect(check.text.hasPrefix("\(name): "))
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect((attributes[.size] as? Int ?? 0) > 100_000, "\(command)")
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(command)")
      try FileManager.default.removeItem(atPath: folder.path(name))
    }
  }

  @Test(arguments: [
    (["backup", ""], 64, "expected the name of a file"),
    (["restore", ""], 64, "expected the name of a file"),
    (["check", "--database", ""], 1, "database (flag): expected a file name, found \"\""),
    (["seed", "--database", "", "a.json"], 1, "database (flag): expected a file name"),
    (["check", "--database", "."], 1, ".: is not a file"),
    (["backup", "b", "--database", "."], 1, ".: is not a file"),
    (["restore", "tanada.sqlite", "--database", "."], 1, ".: is not a file"),
    (["restore", "."], 1, ".: is a folder; expected a file"),
    (["backup", "."], 1, ".: exists already"),
    (["copy", "--from", "sqlite:tanada.sqlite", "--to", "sqlite:."], 1, ".: is not a file"),
    (["copy", "--from", "sqlite:tanada.sqlite", "--to", "sqlite:"], 64, "expected sqlite:FILE"),
    (["backup", "none/b"], 1, "none/b: cannot be opened; check that its folder exists"),
    (["restore", "tanada.sqlite", "--database", "none/r"], 1, "none/r: cannot be opened"),
  ])
  func aPlaceThatIsNoFileIsSaid(command: [String], status: Int32, words: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    var command = command
    // They ask first whether content may be replaced.
    if command[0] == "restore" { command.append("--yes") }
    if command[0] == "backup" { command.append("--without-photos") }
    let outcome = try await Tanada.run(command, in: folder)
    #expect(outcome.status == status && outcome.messages.contains(words), "\(outcome.messages)")
    #expect(try folder.names == ["tanada.sqlite"])
  }

  @Test(.onlyAll("BackupTests and RefusedFileTests restore into content, and from other files"))
  func contentIsNotReplacedUnasked() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try #require(try await Tanada.run(["backup", "saved.sqlite"], in: folder).status == 0)
    let before = try Data(contentsOf: folder.url.appending(path: "tanada.sqlite"))
    let refused = try await Tanada.run(["restore", "saved.sqlite"], in: folder, status: 1)
    #expect(
      refused.messages
        == "error: tanada.sqlite: has content, which the backup would replace; repeat with --yes "
        + "to do that\n")
    #expect(try Data(contentsOf: folder.url.appending(path: "tanada.sqlite")) == before)

    let missing = try await Tanada.run(["restore", "none.sqlite", "--yes"], in: folder)
    #expect(missing.messages == "error: none.sqlite: cannot be read; check that it exists\n")
    try folder.write("This is a letter.", to: "letter.txt")
    let letter = try await Tanada.run(["restore", "letter.txt", "--yes"], in: folder)
    #expect(letter.messages == "error: letter.txt: is not a SQLite database\n")
    #expect(try Data(contentsOf: folder.url.appending(path: "tanada.sqlite")) == before)
    let done = try await Tanada.run(["restore", "saved.sqlite", "--yes"], in: folder)
    #expect(done.text == "tanada.sqlite: revision 1 of saved.sqlite\n")
  }

  @Test(.onlyAll("BackupTests restores over an open database"))
  func aDatabaseThatIsServedIsNotReplaced() async throws {
    try await RunningServer.run { server in
      try #require(try await Tanada.run(["backup", "saved.sqlite"], in: server.folder).status == 0)
      let outcome = try await Tanada.run(["restore", "saved.sqlite", "--yes"], in: server.folder)
      #expect(
        outcome.messages == "error: tanada.sqlite: is in use; stop the server and try again\n")
      #expect(try await server.client.get("/v1/feeds/home").status == 200)
    }
  }

  @Test(
    .onlyAll("aBackupPutsBackContentAndPhotos runs the check; DamagedFileTests has what it finds"))
  func aCheckNamesWhatIsWrong() async throws {
    let folder = try TemporaryFolder()
    try await folder.seedWithPhotos()
    try folder.spoil("UPDATE recent_news SET published_at = 'some day' WHERE id = 7")
    let photos = folder.path("tanada.sqlite-photos/photos")
    let files = try FileManager.default.subpathsOfDirectory(atPath: photos)
      .filter { $0.contains("/") }.sorted()
    try FileManager.default.removeItem(atPath: "\(photos)/\(files[0])")
    try Data("not a picture".utf8).write(to: URL(fileURLWithPath: "\(photos)/\(files[1])"))
    let check = try await Tanada.run(["check"], in: folder, status: 1)
    let names = files.map { $0.suffix(32) }
    #expect(
      check.messages == """
        error: recent_news/7: the stored published_at is not valid
        error: tanada.sqlite-photos: the file of photo \(names[0]) is missing
        error: tanada.sqlite-photos: the file of photo \(names[1]) is damaged

        """)
  }

  @Test(
    .onlyAll("ReplacedFileTests writes to files that are gone"),
    arguments: ["deleted", "moved", "replaced"])
  func aServerStopsWritingToAFileThatIsGone(mishap: String) async throws {
    try await RunningServer.run { server in
      let (files, folder) = (FileManager.default, server.folder)
      let editor = try await server.token("editor")
      let path = folder.path("tanada.sqlite")
      try #require(try await Tanada.run(["backup", "saved.sqlite"], in: folder).status == 0)
      if mishap == "moved" {
        try files.moveItem(atPath: path, toPath: folder.path("elsewhere.sqlite"))
      } else {
        try files.removeItem(atPath: path)
      }
      if mishap == "replaced" {
        try files.copyItem(atPath: folder.path("saved.sqlite"), toPath: path)
      }

      let patch = editor.merging(["Content-Type": "application/merge-patch+json"]) { $1 }
      let written = try await server.client.send(
        "PATCH", "/v1/content/recent_news/1", headers: patch, body: Data(#"{"title":"Lost"}"#.utf8))
      #expect(written.status == 503)
      #expect(written.header("Retry-After") == "10")
      #expect(try JSONValue.parse(written.body)["code"].text == "storage_unavailable")
      let readiness = try await server.client.get("/readyz")
      #expect(readiness.status == 503)
      #expect(try JSONValue.parse(readiness.body)["code"].text == "not_ready")
      // The publication in memory is still served.
      #expect(try await server.client.get("/v1/feeds/home").status == 200)

      guard mishap == "moved" else { return }
      try files.moveItem(atPath: folder.path("elsewhere.sqlite"), toPath: path)
      let ready = try await server.client.get("/readyz")
      #expect(ready.status == 200)
      #expect(try JSONValue.parse(ready.body)["status"].text == "ready")
    }
  }

  /// A file system of some megabytes can only be mounted by root.
  @Test(
    .enabled(if: SmallDisk.isAvailable),
    .onlyAll("StorageErrorTests has a full disk, and ProblemTests what is answered then"))
  func aServerOnAFullDiskIsDegradedUntilThereIsRoom() async throws {
    let folder = try TemporaryFolder()
    let disk = try SmallDisk(in: folder, megabytes: 8)
    defer { disk.unmount() }
    let database = disk.path + "/tanada.sqlite"
    let environment = ["TANADA_DATABASE": database]
    try #require(
      try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder, environment: environment)
        .status == 0)
    let made = try await Tanada.run(
      ["token", "create", "--role", "editor", "--name", "Anna"], in: folder,
      environment: environment)
    let editor = [
      "Authorization": "Bearer \(made.text.trimmingCharacters(in: .newlines))",
      "Content-Type": "application/merge-patch+json",
    ]
    try await RunningServer.run(environment: environment, in: folder) { server in
      func write(_ title: String) async throws -> TestClient.Response {
        try await server.client.send(
          "PATCH", "/v1/content/recent_news/1", headers: editor,
          body: Data(#"{"title":"\#(title)"}"#.utf8))
      }
      #expect(try await write("before").status == 200)
      #expect(try await server.json("/readyz")["storage"].text == "ok")
      try disk.fill()
      // The rest of the last page of the log may still take a write.
      var failed = try await write("while")
      for number in 0..<50 where failed.status == 200 {
        failed = try await write("while \(number)")
      }
      #expect(failed.status == 507)
      #expect(failed.header("Retry-After") == "60")
      #expect(try await server.json("/readyz")["status"].text == "degraded")
      #expect(try await server.json("/readyz")["storage"].text == "failing")
      #expect(try await server.client.get("/v1/feeds/home").status == 200)

      try disk.clear()
      #expect(try await server.json("/readyz")["status"].text == "ready")
      #expect(try await write("after").status == 200)
    }
  }
}

extension TemporaryFolder {
  /// Puts the sample content in place, with a picture for each address of a banner.
  fileprivate func seedWithPhotos() async throws {
    try await copySamples()
    let artwork = PackageFiles.seeds.appending(path: "artwork").path
    try await Tanada.run(
      ["photo", "import", "campaign_banners", "--quiet", "--from", artwork], in: self, status: 0)
  }
}

extension TemporaryFolder {
  /// What is in the folder, but for what commands were given and have said (``Spawned``).
  fileprivate var names: Set<String> {
    get throws {
      let all = try FileManager.default.contentsOfDirectory(atPath: url.path)
      return Set(all.filter { $0.wholeMatch(of: /\.[0-9A-F-]{36}\.(in|out|err)/) == nil })
    }
  }
}
