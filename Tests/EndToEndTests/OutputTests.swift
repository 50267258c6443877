import Foundation
import TestSupport
import Testing

/// Files that commands write: whatever is at the name that somebody gave stays what it is.
@Suite(.hangLimit) struct OutputTests {
  /// All of them; the file comes last.
  private static let commands = [
    ["photo", "pattern", "4x4", "--output"], ["export", "campaign_banners", "--output"],
    ["audit", "prune", "--older-than", "90d", "--to"],
    ["photo", "frame", "photo.jpg", "--width", "100", "--output"],
    ["preview", "--format", "svg", "--output"], ["types", "typescript", "--output"],
    ["layout", "shelf", "items.json", "--format", "svg", "--output"],
    ["export", "--untranslated", "en", "--output"],
  ]

  private static let photo = PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg")

  private func folder() async throws -> TemporaryFolder {
    let folder = try await TemporaryFolder.withSamples()
    try folder.write(try Data(contentsOf: Self.photo), to: "photo.jpg")
    try folder.write("[]", to: "items.json")
    return folder
  }

  private func type(of path: String) throws -> mode_t {
    var information = stat()
    try #require(lstat(path, &information) == 0)
    return information.st_mode & S_IFMT
  }

  @Test(arguments: TestScale.cases(commands, gate: 3))
  func aSocketAndAFolderAreRefusedByTheirNames(command: [String]) async throws {
    let folder = try await folder()
    _ = try folder.makeSocket("socket.png")
    try FileManager.default.createDirectory(
      atPath: folder.path("folder.png"), withIntermediateDirectories: false)
    for (name, kind) in [("socket.png", S_IFSOCK), ("folder.png", S_IFDIR)] {
      let outcome = try await Tanada.run(command + [name], in: folder, status: 1)
      let what = kind == S_IFDIR ? "folder" : "socket"
      #expect(outcome.messages == "error: \(name): is a \(what); expected a file\n")
      #expect(try type(of: folder.path(name)) == kind)
    }
  }

  /// The goal of a link is what a command writes.
  @Test(arguments: TestScale.cases(commands, gate: 3))
  func aLinkIsFollowed(command: [String]) async throws {
    let folder = try await folder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.png"), withDestinationPath: "goal.png")
    try await Tanada.run(command + ["link.png"], in: folder, status: 0)
    #expect(try type(of: folder.path("link.png")) == S_IFLNK)
    #expect(try type(of: folder.path("goal.png")) == S_IFREG)
  }

  /// Who names a folder does not name what links in it lead to.
  @Test(arguments: [["export", "--all", "out"], ["export", "all", "--output", "out"]])
  func anExportedFolderWritesNothingBehindItsLinks(command: [String]) async throws {
    let folder = try await folder()
    try folder.write("mine", to: "victim")
    try FileManager.default.createDirectory(
      atPath: folder.path("out"), withIntermediateDirectories: false)
    let name = "out/campaign_banners.json"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: "../victim")
    try await Tanada.run(command, in: folder, status: 0)
    #expect(try type(of: folder.path(name)) == S_IFREG)
    #expect(try String(contentsOfFile: folder.path("victim"), encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: folder.path(name))
    try #require(mkfifo(folder.path(name), 0o600) == 0)
    let refused = try await Tanada.run(command, in: folder, status: 1)
    #expect(refused.messages == "error: \(name): is a pipe; expected a file\n")
    #expect(try type(of: folder.path(name)) == S_IFIFO)
  }

  /// What fits into a pipe, so that nobody has to read beside it.
  @Test(arguments: [["photo", "pattern", "4x4"], ["export", "campaign_banners"]])
  func aPipeGetsTheOutput(command: [String]) async throws {
    let folder = try await folder()
    let pipe = folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    let printed = try await Tanada.run(command + ["--output", "-"], in: folder)
    let outcome = try await Tanada.run(command + ["--output", "pipe"], in: folder, status: 0)
    #expect(outcome.output.isEmpty, "\(outcome.messages)")
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(reader, &bytes, bytes.count)
    #expect(Data(bytes.prefix(max(count, 0))) == printed.output && !printed.output.isEmpty)
    #expect(try type(of: pipe) == S_IFIFO)
  }
}
