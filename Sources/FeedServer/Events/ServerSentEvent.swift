import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import StrictJSON

/// A part of the stream of server-sent events (HTML Standard, section 9.2).
struct ServerSentEvent {
  static let contentType = "text/event-stream"

  /// The time after which a client connects again, in milliseconds.
  private static let retry = 2_000

  /// The revision that it tells of; `nil` for a heartbeat, and at the beginning and the end.
  let revision: Revision?
  let text: [UInt8]

  private init(_ text: String) {
    revision = nil
    self.text = Array(text.utf8)
  }

  /// A comment, which keeps the connection from seeming dead.
  static let heartbeat = ServerSentEvent(": \n\n")

  /// The beginning of the stream: the revision that the client continues from, without an event.
  static func beginning(after event: LastEvent) -> ServerSentEvent {
    ServerSentEvent("retry: \(retry)\nid: \(event)\n\n")
  }

  /// The end of the stream, for the client with the number `id`: when it connects again.
  static func farewell(to id: Int) -> ServerSentEvent {
    // Neighbours are far apart, and all of three seconds is used evenly.
    ServerSentEvent("retry: \(500 + id * 1_237 % 3_000)\n\n")
  }

  /// The event of a revision.
  ///
  /// - Parameter documents: the changed documents that `changes` does not list yet.
  init(_ changes: RevisionChanges, documents: Set<DocumentKey> = []) {
    self.init(nil, of: changes.revision) { object in
      object.member("committed_at", changes.revision.committedAt.rfc3339)
      object.array("keys", SurrogateKeys.keys(of: changes, documents: documents)) { $0.value($1) }
    }
  }

  /// The event for changes that cannot be listed: the client must fetch everything again.
  static func reset(to revision: Revision) -> ServerSentEvent {
    ServerSentEvent("reset", of: revision) { _ in }
  }

  private init(_ name: String?, of revision: Revision, _ members: (inout JSONWriter) -> Void) {
    self.revision = revision
    let data = JSONWriter.object { object in
      object.member("revision", revision.number)
      object.member("revision_id", revision.id.text)
      members(&object)
    }
    // The JSON has no line breaks.
    text =
      Array("id: \(LastEvent(revision))\n\(name.map { "event: \($0)\n" } ?? "")data: ".utf8) + data
      + Array("\n\n".utf8)
  }
}

/// The last event that a client has seen: the number of its revision and, behind a point, the id.
struct LastEvent: CustomStringConvertible {
  /// 0 before the first revision.
  let number: Int
  /// `nil` if the client knows only the number.
  let id: UUID?

  init(_ revision: Revision?) {
    number = revision?.number ?? 0
    id = revision?.id
  }

  /// `7.1b4e28ba-2fa1-4d2b-883f-0016d3cca427`, or `7`.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].count <= 18, String(parts[0]).isDecimal, let number = Int(parts[0]) else {
      return nil
    }
    self.number = number
    id = parts.count == 2 ? UUID(uuidString: String(parts[1])) : nil
    if parts.count == 2, id == nil { return nil }
  }

  var description: String { id.map { "\(number).\($0.text)" } ?? "\(number)" }

  func isOf(_ revision: Revision?) -> Bool {
    revision?.number == number && (id == nil || id == revision?.id)
  }
}
