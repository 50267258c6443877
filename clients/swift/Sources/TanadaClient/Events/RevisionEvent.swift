public import Foundation

/// A revision that has gone into service.
public struct RevisionEvent: Hashable, Sendable {
  /// The number of the revision.
  public let revision: Int
  /// The id that tells it apart from one with the same number in another copy of the database.
  public let revisionID: String
  /// The time of the commit; `nil` if the server does not say it.
  public let committedAt: Date?
  /// The keys of what has changed, such as `feed:home` and `section:home/pickup_photos`.
  public let keys: [String]

  /// The event that `data` says; `nil` if it is none.
  init?(data: String) {
    guard let json = try? JSONValue(data: Data(data.utf8)), let number = json["revision"]?.int
    else { return nil }
    revision = number
    revisionID = json["revision_id"]?.string ?? ""
    committedAt = json["committed_at"]?.date
    keys = (json["keys"]?.array ?? []).compactMap(\.string)
  }

  /// Whether a screen of `feed` may have changed, in any locale and variant.
  public func concerns(feed: String) -> Bool {
    keys.contains { key in
      key == "feed:\(feed)" || key.hasPrefix("feed:\(feed)@") || key == "variants:\(feed)"
    }
  }
}

/// Something that happens to a stream of events.
public enum FeedEvent: Sendable {
  /// The stream is open. Events that were missed follow; before the first event of a stream that begins nothing is
  /// known of what came before it.
  case connected
  /// A revision has gone into service.
  case revision(RevisionEvent)
  /// So much was missed that everything may have changed; the revision is the newest.
  case reset(RevisionEvent)
  /// The stream has ended, and is opened again after a pause.
  case disconnected(FeedError, pause: Duration)

  /// The event that a server sent; `nil` for one of a type that came later than this client.
  init?(_ event: EventParser.Event) {
    guard let revision = RevisionEvent(data: event.data) else { return nil }
    switch event.type {
    case "message": self = .revision(revision)
    case "reset": self = .reset(revision)
    default: return nil
    }
  }
}
