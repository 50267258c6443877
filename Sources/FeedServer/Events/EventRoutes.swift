import HTTPTypes
import Hummingbird
import LayoutCatalog
import NIOCore
import ServiceLifecycle

/// Every revision as it goes into service, as server-sent events.
struct EventRoutes {
  let broadcaster: EventBroadcaster

  var routes: [Route] {
    [Route(.get, "/v1/events", events)]
  }

  @Sendable private func events(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let seen = try request.lastEventID()
    guard await !broadcaster.isFull else { throw Problem.tooManyEventClients }
    let (broadcaster, connection) = (broadcaster, context.connection)
    let body = ResponseBody { writer in
      // Only a body that is sent takes a place.
      let client = await broadcaster.subscribe { connection?.close(promise: nil) }
      guard let client else { return try await writer.finish(nil) }
      do {
        try await writer.write(
          ByteBuffer(bytes: EventText.beginning(after: seen ?? client.revision)))
        if let seen {
          for text in try await broadcaster.events(after: seen, upTo: client.revision) {
            try await writer.write(ByteBuffer(bytes: text))
          }
        }
        // Without a connection there is nobody to wait with.
        if connection != nil {
          for await text in client.events.cancelOnGracefulShutdown() {
            try await writer.write(ByteBuffer(bytes: text))
          }
        }
        try await writer.finish(nil)
      } catch {
        await broadcaster.unsubscribe(client.id)
        throw error
      }
      await broadcaster.unsubscribe(client.id)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: EventText.contentType, .cacheControl: CachePolicy.none.rawValue,
        .accelBuffering: "no",
      ], body: body)
  }
}

extension Request {
  /// The last revision the client has seen, as it says itself; `nil` if it says nothing.
  fileprivate func lastEventID() throws -> Int? {
    let parameter = try parameter("last_event_id")
    guard let text = headers[.lastEventID] ?? parameter else { return nil }
    guard text.isDecimal, let revision = Int(text) else {
      throw Problem.invalidParameter(
        "last_event_id", expected: "the id of an event", found: text.quotedExcerpt)
    }
    return revision
  }
}

extension Problem {
  fileprivate static let tooManyEventClients = Problem(
    status: .serviceUnavailable, code: "too_many_clients", title: "Too many clients",
    detail: "as many clients as there is room for listen to events; try again",
    headers: [.retryAfter: "5"])
}

extension HTTPField.Name {
  fileprivate static let lastEventID = field("Last-Event-ID")
  /// Keeps nginx from collecting events before it passes them on.
  fileprivate static let accelBuffering = field("X-Accel-Buffering")
}
