import Foundation
import TestSupport
import Testing

/// `tanada health`.
@Suite struct HealthCommandTests {
  private func health(
    _ arguments: [String] = [], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) async throws -> Tanada.Outcome {
    try await Tanada.run(["health"] + arguments, in: folder, environment: environment)
  }

  @Test(.onlyAll("aServerThatIsNotReadySaysWhy asks a server"))
  func aReadyServerIsFoundBySettingsAndByURL() async throws {
    try await RunningServer.run { server in
      let port = "\(server.port)"
      let everywhere = ["TANADA_HOST": "0.0.0.0", "TANADA_PORT": port]
      for environment in [["TANADA_PORT": port], everywhere] {
        let outcome = try await health(in: server.folder, environment: environment)
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.text.hasPrefix(#"{"status":"ready","revision":"#))
        #expect(outcome.text.hasSuffix("}\n"))
      }
      try server.folder.write(#"{"port":\#(port)}"#, to: "other.json")
      let named = try await health(["--config", "other.json"], in: server.folder)
      #expect(named.status == 0, "\(named.messages)")
      let asked = try await health(["--url", server.base + "/"], in: server.folder)
      #expect(asked.status == 0, "\(asked.messages)")
    }
  }

  @Test(.onlyAll("HTTPClientTests has servers that are not there"))
  func whatDoesNotListenIsNotReady() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await health(["--url", "http://127.0.0.1:1"], in: folder)
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(outcome.messages == "error: http://127.0.0.1:1/readyz: connection refused\n")
    let unknown = try await health(["--url", "http://nobody.invalid"], in: folder)
    #expect(
      unknown.messages
        == "error: http://nobody.invalid:80/readyz: Could not resolve host: nobody.invalid\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("tanada.sqlite")))
  }

  @Test func aServerThatIsNotReadySaysWhy() async throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.Response(
        "503 Service Unavailable", "Content-Type: application/json",
        body: Array("{\"error\":\n{\"code\":\"draining\"}}".utf8))
    }
    let url = "http://127.0.0.1:\(server.port)"
    let outcome = try await health(["--url", url], in: try TemporaryFolder())
    #expect(outcome.status == 1 && outcome.text.isEmpty)
    #expect(
      outcome.messages
        == "error: \(url)/readyz: status 503, {\"error\": {\"code\":\"draining\"}}\n")
    #expect(server.requests.map(\.path) == ["/readyz"])
  }

  @Test(.onlyAll("HTTPClientTests has servers that are not there"))
  func aServerThatHangsIsGivenUp() async throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.Response("200 OK", "Content-Length: 10", isHeld: true)
    }
    let url = "http://127.0.0.1:\(server.port)"
    let outcome = try await health(["--url", url, "--timeout", "0.3"], in: try TemporaryFolder())
    #expect(outcome.status == 1)
    #expect(outcome.messages == "error: \(url)/readyz: no answer within 0.3 seconds\n")
  }

  @Test(arguments: [
    (["--timeout", "0"], "--timeout: expected 0.1 to 60 seconds"),
    (["--timeout", "nan"], "--timeout: expected 0.1 to 60 seconds"),
    (["--url", "https://127.0.0.1"], "--url: expected an address such as"),
    (["--url", "127.0.0.1:8080"], "--url: expected an address such as"),
    (["--url", "http://127.0.0.1:70000"], "--url: expected an address such as"),
  ])
  func wrongUsageIsRefused(arguments: [String], message: String) async throws {
    let outcome = try await Tanada.answer(
      to: ["health"] + arguments, in: try TemporaryFolder())
    #expect(outcome.status == 64 && outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(.onlyAll("aServerThatIsNotReadySaysWhy has the sentence of a failure"))
  func aPortThatIsNotKnownIsAskedFor() async throws {
    let outcome = try await health(in: try TemporaryFolder(), environment: ["TANADA_PORT": "0"])
    #expect(outcome.status == 1 && outcome.messages.contains("name the server with --url"))
  }
}
