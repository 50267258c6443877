package import FeedModel
package import FeedStore

/// The content as if a release were published.
package struct ReleasePreview {
  package let release: Release
  /// The operations that have conflicts.
  package let conflicts: [ReleaseConflict]
  /// The content with those of its operations that can be done.
  package let operations: OperationPreview

  /// The time that a preview of everything that is due by then shows: when the release is to be published, or now if
  /// that has passed.
  package func moment(now: Timestamp) -> Timestamp {
    guard let moment = release.publishAt,
      moment.millisecondsSince1970 > now.millisecondsSince1970
    else { return now }
    return moment
  }

  /// The time that a preview of the release alone shows: that of the newest revision, as screens in service do. What is
  /// due later, and when the release is to be published, is not shown by it.
  ///
  /// - Throws: ``StoreError``.
  package func momentInService(now: Timestamp) throws -> Timestamp {
    try operations.before.latestRevision()?.shownMoment(at: now) ?? now
  }
}

extension Editor {
  /// Runs `body` with a preview of a release, as if it were published now. Nothing is changed, and writers do not wait
  /// for it.
  ///
  /// A release with conflicts is previewed in spite of them, so that editors see what they are resolving.
  /// Operations that cannot be done are left out.
  ///
  /// - Parameter check: whether a composition can be laid out.
  /// - Throws: ``EditingError``, errors of `body`, or ``StoreError``.
  package func preview<Value: Sendable>(
    _ id: Int, checking check: @escaping CompositionCheck,
    _ body: @escaping @Sendable (ReleasePreview) throws -> Value
  ) async throws -> Value {
    try await store.rehearse { rehearsal in
      let release = try rehearsal.unpublishedRelease(id)
      guard release.isReadable else { throw EditingError.releaseUnreadable(id) }
      let conflicts = try release.conflicts(in: rehearsal.before)
      let operations = try rehearsal.preview(
        of: release.batch(try rehearsal.kinds()), by: release.actor,
        isForced: !conflicts.isEmpty, checking: check)
      return try body(
        ReleasePreview(release: release, conflicts: conflicts, operations: operations))
    }
  }
}
