import Foundation
import TestSupport
import Testing

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
