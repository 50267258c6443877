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

/// The content as if operations were done: a rehearsal of them.
package struct OperationPreview {
  /// The content with the operations that can be done.
  package let content: any ContentReader
  /// The content without the operations.
  package let before: any ContentReader
  /// The operations that cannot be done, which are not in ``content``.
  package let failures: [BatchFailures.Failure]
}

extension Editor {
  /// Runs `body` with a preview of operations, those of a release, as if they were done now. Nothing is changed, and
  /// writers do not wait for it.
  ///
  /// Preconditions are ignored, and operations that cannot be done are left out.
  ///
  /// - Parameter check: whether a composition can be laid out.
  /// - Throws: errors of `body`, or ``StoreError``.
  package func preview<Value: Sendable>(
    of elements: [JSONTree], checking check: @escaping CompositionCheck,
    _ body: @escaping @Sendable (OperationPreview) throws -> Value
  ) async throws -> Value {
    try await store.rehearse { rehearsal in
      let batch = Batch(ofRelease: elements, kinds: try rehearsal.kinds())
      return try body(
        try rehearsal.preview(of: batch, by: .commandLine, isForced: true, checking: check))
    }
  }
}

extension ContentRehearsal {
  /// Does the operations that can be done.
  ///
  /// - Parameter isForced: as for ``Batch/perform(in:by:isForced:skipsFailures:checking:)``.
  /// - Throws: ``StoreError``.
  func preview(
    of batch: Batch, by actor: AuditActor, isForced: Bool,
    checking check: Editor.CompositionCheck
  ) throws -> OperationPreview {
    let outcomes = try batch.perform(
      in: self, by: actor, isForced: isForced, skipsFailures: true, checking: check)
    return OperationPreview(
      content: self, before: before,
      failures: outcomes.enumerated().compactMap { index, outcome in
        guard case .skipped(let reason) = outcome else { return nil }
        return BatchFailures.Failure(index: index, reason: reason)
      })
  }
}
