package import FeedModel
package import FeedStore
package import StrictJSON

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
  package func momentInService(now: Timestamp) -> Timestamp {
    operations.revision?.shownMoment(at: now) ?? now
  }
}

extension Editor {
  /// Refuses operations that cannot be done, in spite of conflicts. Nothing is changed.
  ///
  /// - Parameter check: whether a composition can be laid out.
  /// - Throws: ``EditingError/batchFailed(_:)``, or ``StoreError``.
  package func requirePossible(
    _ elements: [JSONTree], checking check: @escaping CompositionCheck
  ) async throws {
    try await attempt(isDryRun: true) { transaction in
      let batch = Batch(ofRelease: elements, kinds: try transaction.kinds())
      _ = try batch.perform(in: transaction, by: .commandLine, isForced: true, checking: check)
    }
  }

  /// Runs `body` with a preview of a release, as if it were published now. Nothing is changed.
  ///
  /// `body` holds the lock of writers, so it reads what it needs and leaves everything else for later.
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
    try await attempt(isDryRun: true) { transaction in
      let release = try transaction.unpublishedRelease(id)
      guard release.isReadable else { throw EditingError.releaseUnreadable(id) }
      let conflicts = try release.conflicts(in: transaction)
      let operations = try transaction.preview(
        of: release.batch(try transaction.kinds()), by: release.actor,
        isForced: !conflicts.isEmpty, checking: check)
      return try body(
        ReleasePreview(release: release, conflicts: conflicts, operations: operations))
    }
  }
}
