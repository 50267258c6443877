import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import NIOCore
import ServiceLifecycle
import StrictJSON

/// Every revision as it goes into service, as server-sent events.
struct EventRoutes: Resource {
  let broadcaster: EventBroadcaster

  var routes: [Route] {
    [Route(.get, "/v1/events", events)]
  }

  @Sendable private func events(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireParameters(among: ["last_event_id"])
    let seen = try request.seenEvents()
    guard await !broadcaster.isFull else { throw Problem.tooManyEventClients }
    let (broadcaster, connection) = (broadcaster, context.connection)
    let body = ResponseBody { writer in
      // A request without a body (HEAD) is not subscribed.
      let client = await broadcaster.subscribe { connection?.close(promise: nil) }
      guard let client else { return try await writer.finish(nil) }
      // A client that leaves makes room at once, however long nothing is sent to it.
      async let _ = Self.unsubscribe(client.id, from: broadcaster, whenLeft: context)
      let beginning = try await Self.beginning(for: client, after: seen, from: broadcaster)
      for text in beginning.texts { try await writer.write(ByteBuffer(bytes: text)) }
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
        try await writer.write(ByteBuffer(bytes: EventText.farewell(to: client.id)))
      }
      try await writer.finish(nil)
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: EventText.contentType, .cacheControl: CachePolicy.none.rawValue,
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
  private static func beginning(
    for client: EventBroadcaster.Subscription, after seen: SeenEvents,
    from broadcaster: EventBroadcaster
  ) async throws -> (texts: [[UInt8]], awaited: LastEvent?) {
    let start = EventText.beginning(after: LastEvent(client.revision))
    switch seen {
    case .none: return ([start], nil)
    case .unknown: return ([start] + (client.revision.map { [EventText.reset(to: $0)] } ?? []), nil)
    case .through(let last):
      let start = EventText.beginning(after: last)
      let missed = try await broadcaster.events(after: last, upTo: client.revision)
      return ([start] + (missed ?? []).map(\.text), missed == nil ? last : nil)
    }
  }

  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/events", path: "/v1/events", id: "getEvents", tag: "service",
        summary: "Every new revision, as server-sent events.",
        parameters: [
          .query(
            "last_event_id", .text(),
            "The id of the last event that the client has seen, or the revision it shows. With any other text, the "
              + "stream begins with a reset."),
          .header(
            "Last-Event-ID", .text(), "The same; overrides the parameter unless it is empty."),
        ],
        answers: [
          Operation.Answer(
            status: 200,
            description:
              "The event stream. The data of an event is a RevisionEvent; that of an event called reset is a "
              + "ResetEvent.",
            content: [
              Operation.Content(mediaType: EventText.contentType, schema: .text())
            ])
        ],
        problems: [503])
    ]
  }
}

/// The events that a client has seen, by its own account.
enum SeenEvents: Sendable {
  /// None, or it does not say so.
  case none
  case through(LastEvent)
  /// Those of something else: its text is not one of this server. A client that comes back sends the same text again
  /// each time, and the `EventSource` of browsers never comes back after a refusal (HTML Standard, section 9.2.3).
  case unknown
}

extension Request {
  fileprivate func seenEvents() throws -> SeenEvents {
    let texts = [headers[.lastEventID], try parameter("last_event_id")]
    guard let text = texts.compactMap({ $0 }).first(where: { !$0.isEmpty }) else { return .none }
    return LastEvent(text).map { .through($0) } ?? .unknown
  }
}

extension Problem {
  fileprivate static let tooManyEventClients = Problem(
    status: .serviceUnavailable, code: "too_many_clients", title: "Too many clients",
    detail: "too many clients are connected to the event stream; try again later",
    headers: [.retryAfter: "5"])
}

extension HTTPField.Name {
  fileprivate static let lastEventID = field("Last-Event-ID")
  /// Turns off buffering in nginx.
  fileprivate static let accelBuffering = field("X-Accel-Buffering")
}

/// The text of server-sent events (HTML Standard, section 9.2).
enum EventText {
  static let contentType = "text/event-stream"

  /// The time after which a client connects again, in milliseconds.
  private static let retry = 2_000

  /// A comment, which keeps the connection from seeming dead.
  static let heartbeat = Array(": \n\n".utf8)

  /// The beginning of the stream: the revision that the client continues from, without an event.
  static func beginning(after event: LastEvent) -> [UInt8] {
    Array("retry: \(retry)\nid: \(event)\n\n".utf8)
  }

  /// The end of the stream, for the client with the number `id`: when it connects again.
  static func farewell(to id: Int) -> [UInt8] {
    // Neighbours are far apart, and all of three seconds is used evenly.
    Array("retry: \(500 + id * 1_237 % 3_000)\n\n".utf8)
  }

  /// The event of a revision.
  ///
  /// - Parameter documents: the changed documents that `changes` does not list yet.
  static func revision(
    _ changes: RevisionChanges, documents: Set<DocumentKey> = []
  ) -> [UInt8] {
    let data = JSONWriter.encode { writer in
      writer.object { object in
        object.member("revision", changes.revision.number)
        object.member("revision_id", changes.revision.id.text)
        object.member("committed_at", changes.revision.committedAt.rfc3339)
        object.array("keys", SurrogateKeys.keys(of: changes, documents: documents)) { $0.value($1) }
      }
    }
    return event(nil, of: changes.revision, data: data)
  }

  /// The event for changes that cannot be listed: the client must fetch everything again.
  static func reset(to revision: Revision) -> [UInt8] {
    event(
      "reset", of: revision,
      data: JSONWriter.encode { writer in
        writer.object { object in
          object.member("revision", revision.number)
          object.member("revision_id", revision.id.text)
        }
      })
  }

  private static func event(_ name: String?, of revision: Revision, data: [UInt8]) -> [UInt8] {
    // The JSON has no line breaks.
    Array("id: \(LastEvent(revision))\n\(name.map { "event: \($0)\n" } ?? "")data: ".utf8) + data
      + Array("\n\n".utf8)
  }
}
