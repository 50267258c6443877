import FeedStore
import FeedHTTP
import FeedServer
import Foundation
import HTTPTypes
import TestSupport

/// Sends requests to a server.
protocol ServerClient: Sendable {
  func send(
    _ method: String, _ path: String, headers: [String: String], body: Data?
  ) async throws -> TestClient.Response
}

extension ServerClient {
  func get(_ path: String, headers: [String: String] = [:]) async throws -> TestClient.Response {
    try await send("GET", path, headers: headers, body: nil)
  }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:]
  ) async throws -> TestClient.Response {
    try await send(method, path, headers: headers, body: nil)
  }

  func send(_ method: String, _ path: String, body: Data?) async throws -> TestClient.Response {
    try await send(method, path, headers: [:], body: body)
  }
}

extension TestClient: ServerClient {}

/// Passes requests to the application behind its connections: through all middleware, and without a port.
struct LocalClient: ServerClient {
  let application: FeedApplication

  func send(
    _ method: String, _ path: String, headers: [String: String], body: Data?
  ) async throws -> TestClient.Response {
    guard let method = HTTPRequest.Method(rawValue: method) else { throw URLError(.badURL) }
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { throw URLError(.badURL) }
      fields[name] = value
    }
    if let body { fields[.contentLength] = "\(body.count)" }
    let answer = try await application.answer(
      method, path, headers: fields, body: body.map { [UInt8]($0) } ?? [],
      from: IPAddress("127.0.0.1"))
    let pairs = answer.headers.map { ($0.name.canonicalName, $0.value) }
    return TestClient.Response(
      status: answer.status, headers: Dictionary(pairs) { "\($0), \($1)" },
      body: Data(answer.body))
  }
}
