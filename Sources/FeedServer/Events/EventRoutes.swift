import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import StrictJSON

/// Every revision as it goes into service, as server-sent events.
struct EventRoutes: Resource {
  static let tag = "events"

  let broadcaster: EventBroadcaster

  var routes: [Route] {
    [
      Route(
        .get, "/v1/events", "getEvents", "Every new revision, as server-sent events.",
        parameters: [
          .lastEventID,
          .header(
            "Last-Event-ID", .text(), "The same; overrides the parameter unless it is empty."),
        ],
        answers: [
          .init(
            200,
            "The event stream. The data of an event is a RevisionEvent; that of an event called reset is a "
              + "ResetEvent.", [.init(ServerSentEvent.contentType, .text())])
        ], problems: [503], events)
    ]
  }

  private func events(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let seen = try request.lastEventID()
    guard await !broadcaster.isFull else {
      throw Problem(
        status: .serviceUnavailable, code: "too_many_clients",
        detail: "too many clients are connected to the event stream; try again later",
        headers: [.retryAfter: "5"])
    }
    let (broadcaster, connection) = (broadcaster, context.connection)
    let body = ResponseBody { writer in
      // A request without a body (HEAD) is not subscribed.
      let client = await broadcaster.subscribe { connection?.close(promise: nil) }
      guard let client else { return try await writer.finish(nil) }
      // A client that leaves makes room at once, however long nothing is sent to it.
      async let _ = Self.unsubscribe(client.id, from: broadcaster, whenLeft: context)
      let beginning = try await Self.beginning(for: client, after: seen, from: broadcaster)
      for event in beginning.events { try await writer.write(ByteBuffer(bytes: event.text)) }
      // A local response without a connection ends here.
      if connection != nil {
        var waiting = beginning.awaited
        for await announced in client.events.cancelOnGracefulShutdown() {
          var events = announced
          if let seen = waiting, let revision = announced.last?.revision {
            let missed = try await broadcaster.events(after: seen, upTo: revision)
            if missed != nil { waiting = nil }
            events = missed ?? []
          }
          for event in events { try await writer.write(ByteBuffer(bytes: event.text)) }
        }
        // The server stops: its clients go elsewhere, not all of them at once.
        let farewell = ServerSentEvent.farewell(to: client.id)
        try await writer.write(ByteBuffer(bytes: farewell.text))
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: ServerSentEvent.contentType, .cacheControl: CachePolicy.none.rawValue,
        .accelBuffering: "no",
      ], body: body)
  }

  /// Removes a client when it has left, at the latest when the task is cancelled.
  private static func unsubscribe(
    _ id: Int, from broadcaster: EventBroadcaster, whenLeft context: FeedRequestContext
  ) async {
    await context.waitUntilLeft()
    await broadcaster.unsubscribe(id)
  }

  /// The beginning of a stream: what its client has missed; and the last event of a client that is ahead, which waits
  /// until the server is as far.
  ///
  /// - Parameter seen: the text of the last event that the client has seen. It may be one of something else: a client that
  ///   comes back sends the same text again each time, and the `EventSource` of browsers never comes back after a refusal
  ///   (HTML Standard, section 9.2.3).
  private static func beginning(
    for client: EventBroadcaster.Subscription, after seen: String?,
    from broadcaster: EventBroadcaster
  ) async throws -> (events: [ServerSentEvent], awaited: LastEvent?) {
    let start = ServerSentEvent.beginning(after: LastEvent(client.revision))
    guard let seen else { return ([start], nil) }
    guard let last = LastEvent(seen) else {
      return ([start] + (client.revision.map { [ServerSentEvent.reset(to: $0)] } ?? []), nil)
    }
    let missed = try await broadcaster.events(after: last, upTo: client.revision)
    return ([.beginning(after: last)] + (missed ?? []), missed == nil ? last : nil)
  }
}

extension Request {
  /// The text that names the last event which the client has seen, by its own account; `nil` for none.
  fileprivate func lastEventID() throws -> String? {
    let texts = [headers[.lastEventID], try text(.lastEventID)]
    return texts.compactMap(\.self).first { !$0.isEmpty }
  }
}

extension HTTPField.Name {
  fileprivate static let lastEventID = field("Last-Event-ID")
  /// Turns off buffering in nginx.
  fileprivate static let accelBuffering = field("X-Accel-Buffering")
}

extension Parameter {
  fileprivate static let lastEventID = query(
    "last_event_id", .text(),
    "The id of the last event that the client has seen, or the revision it shows. With any other text, the stream "
      + "begins with a reset.")
}
