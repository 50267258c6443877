import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The revisions of a server as they go into service. A stream that ends is opened again after a growing pause, and goes
/// on after the last event.
///
/// It ends when the task is cancelled, and throws ``FeedError`` where the server refuses for good.
public struct FeedEvents: AsyncSequence, Sendable {
  public typealias Element = FeedEvent

  let address: URL
  let configuration: FeedClient.Configuration
  let lastEventID: String

  /// Reads the events of one stream after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let events: FeedEvents
    private var parser: EventParser
    private var connection: AsyncThrowingStream<EventConnection.Signal, any Error>.Iterator?
    private var waiting: [FeedEvent] = []
    private var failures = 0
    private var pause: Duration?

    init(_ events: FeedEvents) {
      self.events = events
      parser = EventParser(lastEventID: events.lastEventID)
    }

    /// The next event; `nil` when the task is cancelled.
    public mutating func next() async throws -> FeedEvent? {
      while !Task.isCancelled {
        if !waiting.isEmpty { return waiting.removeFirst() }
        do {
          if try await goOn() { continue }
          try ended(FeedError.unreachable(reason: "the stream has ended"))
        } catch let error as FeedError {
          try ended(error)
        } catch is CancellationError {
          break
        }
      }
      connection = nil
      return nil
    }

    /// Reads on; false when the stream has ended.
    private mutating func goOn() async throws -> Bool {
      if let pause {
        self.pause = nil
        try await events.configuration.waiting.sleep(pause)
      }
      guard connection != nil else {
        try await open()
        return true
      }
      guard case .data(let data)? = try await connection?.next() else { return false }
      failures = 0
      waiting.append(contentsOf: parser.read(data).compactMap { FeedEvent($0) })
      return true
    }

    private mutating func open() async throws {
      var request = URLRequest(
        url: events.address, cachePolicy: .reloadIgnoringLocalCacheData,
        timeoutInterval: events.configuration.eventTimeout)
      request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
      if !parser.lastEventID.isEmpty {
        request.setValue(parser.lastEventID, forHTTPHeaderField: "Last-Event-ID")
      }
      let network = events.configuration.network()
      network.timeoutIntervalForRequest = events.configuration.eventTimeout
      var opened = EventConnection.open(request, network).makeAsyncIterator()
      guard case .response(let status, let retryAfter)? = try await opened.next() else {
        throw FeedError.unreachable(reason: "no answer")
      }
      guard status == 200 else {
        var body = Data()
        while case .data(let data)? = try await opened.next() { body += data }
        throw FeedError(
          status: status, retryAfter: retryAfter, body: body, now: events.configuration.now())
      }
      parser = EventParser(lastEventID: parser.lastEventID)
      connection = opened
      waiting.append(.connected)
    }

    private mutating func ended(_ error: FeedError) throws {
      connection = nil
      guard error.mayPass else { throw error }
      failures += 1
      let pause = events.configuration.waiting.pause(
        afterFailure: failures, retryAfter: error.retryAfter ?? parser.retry)
      self.pause = pause
      waiting.append(.disconnected(error, pause: pause))
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension FeedClient {
  /// The revisions of the server as they go into service.
  ///
  /// - Parameter lastEventID: the event to go on after; empty to begin now.
  public nonisolated func events(after lastEventID: String = "") -> FeedEvents {
    FeedEvents(
      address: addresses.events, configuration: configuration, lastEventID: lastEventID)
  }
}
