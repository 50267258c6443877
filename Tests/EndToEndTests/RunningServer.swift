import Foundation
import Testing
import TestSupport

/// `tanada serve` on a free port, over the sample content.
struct RunningServer {
  let process: Spawned
  let client: TestClient
  let base: String
  let folder: TemporaryFolder

  /// Seeds, serves, runs `body` and stops the server.
  static func run(_ body: (RunningServer) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let seeding = try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder)
    try #require(seeding.status == 0, "\(seeding.messages)")
    try await run(in: folder, body)
  }

  /// Serves the database in `folder`, runs `body` and stops the server.
  static func run(
    in folder: TemporaryFolder, _ body: (RunningServer) async throws -> Void
  ) async throws {
    let process = try Spawned(tanada: ["serve", "--port", "0"], in: folder)
    defer { process.send(SIGKILL) }
    let base = try #require(try await process.firstLine())
    try await body(
      RunningServer(process: process, client: TestClient(base: base), base: base, folder: folder))
  }
}
