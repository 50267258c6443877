package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// Listens to server-sent events until it is let go.
package final class EventClient: NSObject, URLSessionDataDelegate, Sendable {
  /// What the server sends, from one blank line to the next, heartbeats too. Ends with the stream.
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
