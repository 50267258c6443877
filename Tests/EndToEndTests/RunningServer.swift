import Foundation
import Testing
import TestSupport

/// `tanada serve` on a free port, over the sample content.
struct RunningServer {
  let process: Spawned
  let client: TestClient
  let base: String
  let folder: TemporaryFolder

  /// The port it listens on.
  var port: Int { base.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Seeds, serves with `options`, runs `body` and stops the server.
  static func run(
    _ options: [String] = [], environment: [String: String] = [:],
    _ body: (RunningServer) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let seeding = try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder)
    try #require(seeding.status == 0, "\(seeding.messages)")
    try await run(options, environment: environment, in: folder, body)
  }

  /// Serves the database in `folder` with `options`, runs `body` and stops the server.
  static func run(
    _ options: [String] = [], environment: [String: String] = [:], in folder: TemporaryFolder,
    _ body: (RunningServer) async throws -> Void
  ) async throws {
    let process = try Spawned(
      tanada: ["serve", "--port", "0"] + options, in: folder, environment: environment)
    defer { process.send(SIGKILL) }
    let base = try #require(try await process.firstLine())
    try await body(
      RunningServer(process: process, client: TestClient(base: base), base: base, folder: folder))
  }
}
