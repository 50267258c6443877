import Foundation
import TestSupport
import Testing

/// Standard streams that cannot be read or written: a full disk, a folder, a reader that is gone.
@Suite(.hangLimit) struct StandardStreamTests {
  private static let noOutput =
    "error: standard output: cannot be written; check that its disk has space\n"

  /// Runs a command with some of its streams redirected, as a shell does it.
  private func run(
    _ arguments: [String], _ redirections: String, in folder: TemporaryFolder
  ) async throws -> Tanada.Outcome {
    try await Tanada.run(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" \(redirections)", Tanada.binary.path] + arguments,
      in: folder)
  }

  /// A command for each way in which something is printed.
  private static let printing = [
    ["--version"], ["config"], ["config", "--json"], ["types", "swift"], ["kind", "list"],
    ["feed", "list"], ["feed", "show", "home"], ["export", "recent_news"],
    ["export", "--untranslated", "en"], ["seed", "campaign_banners.json"], ["preview"],
    ["preview", "--format", "svg"], ["check"], ["serve", "--get", "/v1/feeds/home"],
    ["photo", "inspect", "photo.jpg"], ["layout", "stars", "--rating", "3"],
    ["token", "create", "--role", "viewer", "--name", "Anna"],
  ]

  @Test(arguments: TestScale.cases(printing, gate: 5))
  func aFullDiskOfOutputIsTold(command: [String]) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.write(
      try Data(contentsOf: PackageFiles.file("Seeds/campaign_banners.json")),
      to: "campaign_banners.json")
    try folder.write(
      try Data(contentsOf: PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg")),
      to: "photo.jpg")
    let outcome = try await run(command, ">/dev/full", in: folder)
    #expect(outcome.status == 1)
    #expect(!outcome.wasKilled)
    #expect(outcome.messages.hasSuffix(Self.noOutput), "\(outcome.messages)")
  }

  @Test(
    arguments: [
      (["seed", "none.json"], 1), (["feed", "show", "none"], 1), (["feed", "none"], 64),
    ] as [([String], Int32)])
  func messagesThatCannotBeWrittenAreLost(command: [String], status: Int32) async throws {
    let folder = try TemporaryFolder()
    for redirections in ["2>/dev/full", "2>&-"] {
      let outcome = try await run(command, redirections, in: folder)
      #expect(outcome.status == status)
      #expect(!outcome.wasKilled)
    }
  }

  @Test(arguments: [
    ["photo", "inspect", "-"], ["import", "recent_news", "-"], ["layout", "shelf", "-"],
    ["kind", "apply", "-"], ["photo", "add", "-"], ["restore", "-"], ["seed", "-"],
  ])
  func aFolderForInputIsTold(command: [String]) async throws {
    let folder = try await TemporaryFolder.withSamples()
    for redirections in ["<.", "<&-"] {
      let outcome = try await run(command, redirections, in: folder)
      #expect([1, 64].contains(outcome.status), "\(outcome.messages)")
      #expect(!outcome.wasKilled)
      #expect(outcome.messages.lowercased().hasPrefix("error: "), "\(outcome.messages)")
    }
  }

  /// The log of a server is often on the disk that is full, and what reads it is started anew at times.
  @Test(arguments: ["/dev/full", "&-", "reader"])
  func aServerServesWithoutItsLog(log: String) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try #require(mkfifo(folder.path("reader"), 0o600) == 0)
    let reader = open(folder.path("reader"), O_RDONLY | O_NONBLOCK)
    try #require(reader >= 0)
    let server = try Spawned(
      "/bin/sh",
      ["-c", "exec \"$0\" serve --port 0 --access-log 2>\(log)", Tanada.binary.path], in: folder)
    defer { server.send(SIGKILL) }
    let client = TestClient(base: try #require(try await server.firstLine()))
    try #require(close(reader) == 0)
    for _ in 1...3 { #expect(try await client.get("/v1/feeds/home").status == 200) }
    // An error of its own is a line of the log as well.
    try FileManager.default.removeItem(atPath: folder.path("tanada.sqlite"))
    let writer = ["Authorization": "Bearer none"]
    #expect(try await client.send("GET", "/v1/tokens", headers: writer).status >= 401)
    #expect(try await client.get("/v1/feeds/home").status == 200)
  }
}
