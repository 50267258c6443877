package import FeedModel

/// Changes that are prepared together and published in one revision.
package struct Release: Sendable {
  /// The state of a release.
  package enum State: Sendable {
    /// It can be changed and published.
    case prepared
    /// It could not be published at its scheduled time. It can be changed and published.
    case failed(reason: String, at: Timestamp)
    /// It was published in a revision.
    case published(revision: Int, at: Timestamp)
  }

  /// The most characters of a name.
  package static let nameLength = 100
  /// The most Unicode scalars of a note.
  package static let noteLength = 4_000

  /// Positive; higher is newer. An id is never used again.
  package let id: Int
  package var name: String
  /// The note of those who prepare and review it; may be empty, and have several lines.
  package var note: String
  /// When it is to be published; `nil` for by hand.
  package var publishAt: Timestamp?
  package let createdAt: Timestamp
  /// Who changed it last.
  package var actor: AuditActor
  /// The operations as clients wrote them: a JSON array.
  package var operations: String
  /// The entity tags of the subjects when their operations were added, by subject; `nil` for a subject
  /// that did not exist.
  package var bases: [String: String?]
  package var state: State

  /// The revision in which it was published; `nil` if it was not.
  package var publishedRevision: Int? {
    if case .published(let revision, _) = state { revision } else { nil }
  }
}
