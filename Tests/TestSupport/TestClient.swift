package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Talks to a server as a client would, and keeps nothing.
package struct TestClient: Sendable {
  /// An answer.
  package struct Response: Sendable {
    package let status: Int
    package let headers: [String: String]
    package let body: Data

    package init(status: Int, headers: [String: String], body: Data) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// A header, by its name in any case.
    package func header(_ name: String) -> String? {
      headers[name.lowercased()]
    }

    /// The body as a JSON object.
    package func object() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let base: String
  private let session: URLSession

  /// A client of the server at `base`, such as `http://127.0.0.1:8080`.
  package init(base: String) {
    self.base = base
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  package func get(_ path: String, headers: [String: String] = [:]) async throws -> Response {
    try await send("GET", path, headers: headers)
  }

  package func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: Data? = nil
  ) async throws -> Response {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    request.timeoutInterval = 300
    // Bodies come unchanged, unless the test asks for an encoding: the library would decompress them unseen.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    let pairs = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return Response(status: response.statusCode, headers: Dictionary(pairs) { $1 }, body: data)
  }
}

/// Listens to server-sent events until it is let go.
package final class EventClient: NSObject, URLSessionDataDelegate, Sendable {
  /// The blocks of the stream, from one blank line to the next, heartbeats included. Ends with the stream.
  package let blocks: AsyncStream<String>

  private let continuation: AsyncStream<String>.Continuation
  private let unfinished = Mutex(Data())
  private let session = Mutex<URLSession?>(nil)

  /// Connects to `address`.
  package init(_ address: String, headers: [String: String] = [:]) throws {
    (blocks, continuation) = AsyncStream.makeStream()
    super.init()
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.timeoutInterval = 600
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    session.dataTask(with: request).resume()
    self.session.withLock { $0 = session }
  }

  /// The next block; `nil` at the end of the stream.
  package func next() async -> String? {
    var iterator = blocks.makeAsyncIterator()
    return await iterator.next()
  }

  /// Ends the connection.
  package func close() {
    session.withLock { $0?.invalidateAndCancel() }
  }

  package func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    unfinished.withLock { unfinished in
      unfinished += data
      while let end = unfinished.range(of: Data("\n\n".utf8)) {
        continuation.yield(
          String(decoding: unfinished[unfinished.startIndex..<end.lowerBound], as: UTF8.self))
        unfinished.removeSubrange(unfinished.startIndex..<end.upperBound)
      }
    }
  }

  package func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    continuation.finish()
  }
}
