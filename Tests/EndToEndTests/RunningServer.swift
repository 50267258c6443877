import Foundation
import TestSupport
import Testing

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

extension RunningServer {
  /// The header that shows a new token.
  func token(_ role: String) async throws -> [String: String] {
    let made = try await Tanada.run(
      ["token", "create", "--role", role, "--name", "Anna"], in: folder)
    return ["Authorization": "Bearer \(made.text.trimmingCharacters(in: .newlines))"]
  }

  /// Sends JSON.
  func send(
    _ method: String, _ path: String, _ headers: [String: String], _ json: String? = nil
  ) async throws -> TestClient.Response {
    try await client.send(
      method, path, headers: headers.merging(["Content-Type": "application/json"]) { $1 },
      body: json.map { Data($0.utf8) })
  }

  /// The JSON at `path`.
  func json(_ path: String) async throws -> JSONValue {
    try JSONValue.parse(try await client.get(path).body)
  }

  /// Waits until the home feed is at `revision`.
  func waitForRevision(_ revision: Int) async throws {
    for _ in 0..<500 {
      let head = try await client.send("HEAD", "/v1/feeds/home")
      if head.header("X-Tanada-Revision") == "\(revision)" { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("revision \(revision) is not served")
  }
}
