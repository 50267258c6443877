import FeedModel
import FeedStore
import StrictJSON

/// Server-sent events as they are written (HTML Standard, section 9.2).
enum EventText {
  static let contentType = "text/event-stream"

  /// How long a client waits before it connects again, in milliseconds.
  private static let retry = 2_000

  /// A line that says nothing, so that neither side takes the connection for dead.
  static let heartbeat = Array(": \n\n".utf8)

  /// Tells a new client which revision it continues from, without being an event.
  static func beginning(after revision: Int) -> [UInt8] {
    Array("retry: \(retry)\nid: \(revision)\n\n".utf8)
  }

  /// What `changes` changed.
  static func revision(_ changes: RevisionChanges) -> [UInt8] {
    let data = JSONWriter.encode { writer in
      writer.object { object in
        object.member("revision", changes.revision.number)
        object.member("committed_at", changes.revision.committedAt.rfc3339)
        object.array("keys", changes.surrogateKeys) { $0.value($1) }
      }
    }
    return event(nil, id: changes.revision.number, data: data)
  }

  /// More has changed up to `revision` than is told one by one: everything is to be fetched anew.
  static func reset(to revision: Int) -> [UInt8] {
    event(
      "reset", id: revision,
      data: JSONWriter.encode { $0.object { $0.member("revision", revision) } })
  }

  private static func event(_ name: String?, id: Int, data: [UInt8]) -> [UInt8] {
    // JSON as it is written here has no line breaks.
    Array("id: \(id)\n\(name.map { "event: \($0)\n" } ?? "")data: ".utf8) + data
      + Array("\n\n".utf8)
  }
}

extension RevisionChanges {
  /// The keys of what changed: `feed:home` for a composition, `pickup_photos:7` for an item, and
  /// `pickup_photos` for a kind with too many changed items to name.
  var surrogateKeys: [String] {
    feeds.map { "feed:\($0)" }
      + (isAbridged ? kinds.map(\.rawValue) : items.map { "\($0.kind.rawValue):\($0.id)" })
  }
}
