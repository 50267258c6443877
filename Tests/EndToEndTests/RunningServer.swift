import Foundation
import TestSupport
import Testing

/// `tanada serve` on a free port, over the sample content.
struct RunningServer {
  let process: Spawned
  let client: TestClient
  let base: String
  let folder: TemporaryFolder

  /// The limits that differ from the defaults: with a sanitizer everything takes several times
  /// as long.
  private static let limits =
    ProcessInfo.processInfo.environment["TANADA_SANITIZER"] == nil
    ? [:] : ["TANADA_WORK_TIMEOUT": "120"]

  /// The port it listens on.
  var port: Int { base.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

  /// Serves a copy of the sample content with `options`, runs `body` and stops the server.
  static func run(
    _ options: [String] = [], environment: [String: String] = [:],
    _ body: (RunningServer) async throws -> Void
  ) async throws {
    let folder = try await TemporaryFolder.withSamples()
    try await run(options, environment: environment, in: folder, body)
  }

  /// Serves the database in `folder` with `options`, runs `body` and stops the server.
  static func run(
    _ options: [String] = [], environment: [String: String] = [:], in folder: TemporaryFolder,
    _ body: (RunningServer) async throws -> Void
  ) async throws {
    let process = try Spawned(
      tanada: ["serve", "--port", "0"] + options, in: folder,
      environment: limits.merging(environment) { $1 })
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

  /// Waits until the server has read a part of the body of a request that is not complete: more than
  /// ``countedBodySize`` of it.
  func waitForPartOfBody() async throws {
    try await eventually {
      try await client.get("/metrics").text.contains(/\ntanada_client_memory_bytes [1-9]/)
    }
  }

  /// The size from which the server counts a body that it holds, in bytes.
  static let countedBodySize = 64 << 10

  /// Tells the server to stop and waits until it takes no new connections.
  func stopListening(with signal: Int32 = SIGTERM) async throws {
    process.send(signal)
    let port = port
    try await eventually { (try? RawConnection(port: port)) == nil }
  }

  /// Waits until the home feed is at `revision`.
  func waitForRevision(_ revision: Int) async throws {
    try await eventually {
      let head = try await client.send("HEAD", "/v1/feeds/home")
      return head.header("X-Tanada-Revision") == "\(revision)"
    }
  }
}
