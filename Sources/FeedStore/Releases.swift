package import FeedModel

/// Changes that are prepared together and published in one revision.
package struct Release: Sendable {
  /// What has become of a release.
  package enum State: Sendable {
    /// It can be changed and published.
    case prepared
    /// It could not be published at its moment. It can be changed and published.
    case failed(reason: String, at: Timestamp)
    /// It was published in a revision.
    case published(revision: Int, at: Timestamp)
  }

  /// The most characters of a name.
  package static let nameLength = 100

  /// Positive; higher is newer. An id is never used again.
  package let id: Int
  package var name: String
  /// When it is to be published; `nil` for by hand.
  package var publishAt: Timestamp?
  package let createdAt: Timestamp
  /// Who changed it last.
  package var actor: AuditActor
  /// The operations as they were put: a JSON array.
  package var operations: String
  /// What was there when operations were added, by subject: the entity tag, or `nil` for nothing.
  package var bases: [String: String?]
  package var state: State

  package init(
    id: Int, name: String, publishAt: Timestamp?, createdAt: Timestamp, actor: AuditActor,
    operations: String = "[]", bases: [String: String?] = [:], state: State = .prepared
  ) {
    self.id = id
    self.name = name
    self.publishAt = publishAt
    self.createdAt = createdAt
    self.actor = actor
    self.operations = operations
    self.bases = bases
    self.state = state
  }

  /// The revision in which it was published; `nil` if it was not.
  package var publishedRevision: Int? {
    if case .published(let revision, _) = state { revision } else { nil }
  }
}

/// What can be read of releases. Everything throws ``StoreError``.
package protocol ReleaseReader {
  /// The release `id`, if there is one.
  func release(_ id: Int) throws -> Release?

  /// Up to `limit` releases, the newest first, of ids below `id`.
  func releases(before id: Int?, limit: Int) throws -> [Release]

  /// The prepared release that is to be published first, at a moment; `nil` if there is none. Those that
  /// failed at their moment are left out, and those without operations.
  func nextScheduledRelease() throws -> Release?

  /// The releases whose moment is after `moment`, and that a clock ahead has already published or marked as
  /// failed. Those that were published last come first.
  func releasesHandledEarly(at moment: Timestamp) throws -> [Release]
}

/// What can be done to releases, none of which makes a revision. Everything throws ``StoreError``.
package protocol ReleaseWriter {
  /// Adds a release without operations.
  func addRelease(
    name: String, publishAt: Timestamp?, actor: AuditActor
  ) throws -> Release

  /// Replaces the stored release with the id of `release`.
  func update(_ release: Release) throws

  /// Removes release `id`.
  func removeRelease(_ id: Int) throws
}
