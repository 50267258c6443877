import Foundation
import TestSupport
import Testing

/// The libraries of pictures and transfers, which are loaded by the processes that use them alone.
@Suite struct LoadedLibrariesTests {
  private static let photo = PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-orient-6.jpg")

  /// libvips and libcurl, as far as the process `pid` has loaded them.
  private static func libraries(of pid: pid_t) throws -> Set<String> {
    // The file has no size: it is read until it ends.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(pid)/maps"))
    let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    try file.close()
    // A process that has ended has none.
    try #require(maps.contains("libc.so"))
    return Set(["libvips.so", "libcurl.so"].filter { maps.contains("/\($0)") })
  }

  /// The processes that `pid` has started and not waited for.
  private static func children(of pid: pid_t) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").flatMap { task in
      let file = "/proc/\(pid)/task/\(task)/children"
      // A thread may have ended meanwhile.
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { pid_t($0) }
    }
  }

  @Test func theWorkersOfAServerLoadLibvipsAndTheServerDoesNot() async throws {
    let bytes = try Data(contentsOf: Self.photo)
    try await RunningServer.run { server in
      let pid = server.process.pid
      #expect(try await server.client.get("/v1/feeds/home").status == 200)
      #expect(try Self.libraries(of: pid) == [])
      // A worker decodes a picture.
      let headers = try await server.token("editor").merging(["Content-Type": "image/jpeg"]) { $1 }
      let added = try await server.client.send("POST", "/v1/photos", headers: headers, body: bytes)
      #expect(added.status == 201, "\(added.text)")
      let workers = try Self.children(of: pid)
      #expect(try workers.contains { try Self.libraries(of: $0).contains("libvips.so") })
      #expect(try Self.libraries(of: pid) == [])
    }
  }

  @Test(
    .onlyAll("theWorkersOfAServerLoadLibvipsAndTheServerDoesNot has workers of the same sort"),
    arguments: [
      [
        "preview", "--section", "recent_news", "--width", "320", "--format", "png", "--output",
        "drawing.png",
      ],
      ["photo", "pattern", "64x64", "--output", "drawing.png"],
      ["photo", "frame", photo.path, "--output", "drawing.png"],
    ])
  func commandsHaveWorkersDraw(arguments: [String]) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let process = try Spawned(
      tanada: arguments, in: folder,
      environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.path("loaded")])
    let outcome = try await process.outcome()
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(FileManager.default.fileExists(atPath: folder.path("drawing.png")))
    // Workers do not inherit these variables: the file is about the command's own process.
    let loaded = try String(contentsOfFile: folder.path("loaded.\(process.pid)"), encoding: .utf8)
    #expect(loaded.contains("libsqlite3.so"))
    #expect(!loaded.contains("libvips.so") && !loaded.contains("libcurl.so"))
  }

  @Test(
    .onlyAll("VersionTests has a library that is missing"),
    arguments: [
      (
        ["photo", "pattern", "64x64", "--output", "x.png"], "libvips.so.42", "libvips", "libvips42"
      ),
      (["photo", "import", "recent_news"], "libcurl.so.4", "libcurl", "libcurl4"),
    ])
  func aLibraryThatCannotBeLoadedIsNamed(
    arguments: [String], file: String, library: String, package: String
  ) async throws {
    let folder = try await TemporaryFolder.withSamples()
    // Libraries beside the program come first.
    try folder.write("no library\n", to: file)
    // `TANADA` may be a script in front of the program.
    let program = ProcessInfo.processInfo.environment["TANADA_PROGRAM"] ?? Tanada.binary.path
    try FileManager.default.copyItem(atPath: program, toPath: folder.path("tanada"))
    let outcome = try await Tanada.run(folder.path("tanada"), arguments, in: folder)
    #expect(outcome.status == 1 && !outcome.wasKilled)
    #expect(
      outcome.messages.contains("\(library) cannot be loaded (Debian's \(package) has it): "),
      "\(outcome.messages)")
  }
}
