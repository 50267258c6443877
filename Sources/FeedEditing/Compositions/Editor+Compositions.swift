package import FeedStore

extension Editor {
  /// Replaces the composition of `feed` by `document`, if `precondition` holds of the present one.
  ///
  /// - Returns: what happened to it, and the revision that shows it.
  /// - Throws: ``EditingError`` or ``StoreError``; then nothing has changed.
  package func compose(
    _ document: CompositionDocument, of feed: String, if precondition: Precondition,
    by actor: AuditActor
  ) async throws -> (change: Change, revision: Int) {
    try await write { transaction in
      let old = try CompositionDocument(of: feed, in: transaction, showsDrafts: true)
      try precondition.check(
        old.map { .tagged($0.entityTag) } ?? .nothing, of: .composition,
        isDefault: old?.isStored == false)
      let change = try transaction.compose(document.text, of: feed, by: actor)
      return (change, try transaction.latestRevision()?.number ?? 0)
    }
  }
}

extension ContentTransaction {
  /// Replaces the composition of `feed` by `document`, a JSON object.
  package func compose(_ document: String, of feed: String, by actor: AuditActor) throws -> Change {
    let before = try compositionDocument(of: feed)
    let change = try setComposition(document, of: feed)
    guard change != .unchanged else { return .unchanged }
    try audit(
      AuditRecord(
        actor: actor, action: before == nil ? .create : .update, subject: .composition(feed),
        before: before, after: document))
    return change
  }
}
