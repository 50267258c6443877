package import FeedModel
package import FeedStore
package import StrictJSON

/// The content as if operations were done. It is read within the transaction that does them, which is rolled back
/// afterwards.
package struct OperationPreview {
  /// The content with the operations that can be done.
  package let content: any ContentReader
  /// The items that the operations have written or deleted.
  package let writes: [(kind: ContentKind, id: Int)]
  /// The newest revision, without the operations.
  package let revision: Revision?
  /// The operations that cannot be done, which are not in ``content``.
  package let failures: [BatchFailures.Failure]
}

extension Editor {
  /// Runs `body` with a preview of operations, those of a release, as if they were done now. Nothing is changed.
  ///
  /// `body` holds the lock of writers, so it reads what it needs and leaves everything else for later. Without
  /// operations it holds none. Preconditions are ignored, and operations that cannot be done are left out.
  ///
  /// - Parameter check: whether a composition can be laid out.
  /// - Throws: errors of `body`, or ``StoreError``.
  package func preview<Value: Sendable>(
    of elements: [JSONTree], checking check: @escaping CompositionCheck,
    _ body: @escaping @Sendable (OperationPreview) throws -> Value
  ) async throws -> Value {
    guard !elements.isEmpty else {
      return try await store.read { reader in
        try body(
          OperationPreview(
            content: reader, writes: [], revision: try reader.latestRevision(), failures: []))
      }
    }
    return try await attempt(isDryRun: true) { transaction in
      let batch = Batch(ofRelease: elements, kinds: try transaction.kinds())
      return try body(
        try transaction.preview(of: batch, by: .commandLine, isForced: true, checking: check))
    }
  }
}

extension ContentTransaction {
  /// Does the operations that can be done, for a transaction that is going to be rolled back.
  ///
  /// - Parameter isForced: as for ``Batch/perform(in:by:isForced:skipsFailures:checking:)``.
  /// - Throws: ``StoreError``.
  func preview(
    of batch: Batch, by actor: AuditActor, isForced: Bool,
    checking check: Editor.CompositionCheck
  ) throws -> OperationPreview {
    let revision = try latestRevision()
    let outcomes = try batch.perform(
      in: self, by: actor, isForced: isForced, skipsFailures: true, checking: check)
    return OperationPreview(
      content: self, writes: outcomes.compactMap(\.writtenItem), revision: revision,
      failures: outcomes.enumerated().compactMap { index, outcome in
        guard case .skipped(let reason) = outcome else { return nil }
        return BatchFailures.Failure(index: index, reason: reason)
      })
  }
}
