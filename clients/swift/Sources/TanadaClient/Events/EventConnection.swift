import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One connection to a stream of events.
///
/// It is a delegate, since `URLSession.bytes` is missing on Linux.
final class EventConnection: NSObject, URLSessionDataDelegate, Sendable {
  /// What arrives.
  enum Signal: Sendable {
    case response(status: Int, retryAfter: String?)
    case data(Data)
  }

  private let continuation: AsyncThrowingStream<Signal, any Error>.Continuation

  private init(_ continuation: AsyncThrowingStream<Signal, any Error>.Continuation) {
    self.continuation = continuation
  }

  /// Sends `request`, and returns what arrives. The connection ends with the iteration.
  static func open(
    _ request: URLRequest, _ configuration: URLSessionConfiguration
  ) -> AsyncThrowingStream<Signal, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Signal.self)
    let session = URLSession(
      configuration: configuration, delegate: EventConnection(continuation), delegateQueue: nil)
    let task = session.dataTask(with: request)
    continuation.onTermination = { _ in end(task, of: session) }
    task.resume()
    return stream
  }

  private static func end(_ task: URLSessionDataTask, of session: URLSession) {
    #if canImport(FoundationNetworking)
      // FoundationNetworking ends the program when a task is cancelled and ends by itself at once. It ends on the
      // queue of the delegate, which is held until the task is cancelled.
      session.delegateQueue.addOperation {
        session.invalidateAndCancel()
        while task.state != .completed, task.error == nil { Thread.sleep(forTimeInterval: 0.001) }
      }
    #else
      session.invalidateAndCancel()
    #endif
  }

  // The completion handler is Sendable in Apple's declaration and not in the other one.
  #if canImport(FoundationNetworking)
    func urlSession(
      _: URLSession, dataTask _: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      tell(response)
      completionHandler(.allow)
    }
  #else
    func urlSession(
      _: URLSession, dataTask _: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
      tell(response)
      return .allow
    }
  #endif

  private func tell(_ response: URLResponse) {
    let response = response as? HTTPURLResponse
    continuation.yield(
      .response(
        status: response?.statusCode ?? 0,
        retryAfter: response?.value(forHTTPHeaderField: "Retry-After")))
  }

  func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive data: Data) {
    continuation.yield(.data(data))
  }

  func urlSession(_: URLSession, task _: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error {
      continuation.finish(throwing: FeedError.unreachable(reason: error.localizedDescription))
    } else {
      continuation.finish()
    }
  }
}
