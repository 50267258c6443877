package import FeedModel
package import FeedStore

/// A release as if it were published, while that is tried.
package struct ReleasePreview {
  package let release: Release
  /// The content with its operations.
  package let content: any ContentReader
  /// The newest revision, without the release.
  package let revision: Revision?

  /// When it shows what it shows: the moment at which it is to be published, unless that has passed.
  package func moment(now: Timestamp) -> Timestamp {
    guard let moment = release.publishAt,
      moment.millisecondsSince1970 > now.millisecondsSince1970
    else { return now }
    return moment
  }
}

extension Editor {
  /// What `body` reads with a release as if it were published now. Nothing is changed.
  ///
  /// Conflicts are ignored, so that the people who solve them see what they are about.
  ///
  /// - Parameter check: whether a composition can be laid out.
  /// - Throws: ``EditingError``, what `body` throws, or ``StoreError``.
  package func preview<Value: Sendable>(
    _ id: Int, checking check: @escaping CompositionCheck,
    _ body: @escaping @Sendable (ReleasePreview) throws -> Value
  ) async throws -> Value {
    try await attempt(isDryRun: true) { transaction in
      let release = try transaction.unpublishedRelease(id)
      let revision = try transaction.latestRevision()
      _ = try release.batch(try transaction.kinds()).perform(
        in: transaction, by: release.actor, isForced: true, checking: check)
      return try body(ReleasePreview(release: release, content: transaction, revision: revision))
    }
  }
}
