package import FeedModel
package import FeedStore

extension Editor {
  /// Replaces the composition of a feed by `composition`, if `precondition` holds of the present one.
  ///
  /// - Returns: the change of the composition, and the newest revision, which shows it.
  /// - Throws: ``EditingError``, ``StoreError/kindChanged(_:)`` if a kind that it shows is defined otherwise
  ///   by now, or another ``StoreError``; then nothing has changed.
  package func compose(
    _ composition: Composition, if precondition: Precondition, by author: Author
  ) async throws -> (change: Change, revision: Int) {
    let (feed, document) = (composition.feed, CompositionDocument(composition))
    return try await write(by: author) { transaction in
      try transaction.requireUnchangedKinds(of: composition)
      try precondition.check(try CompositionDocument(of: feed, in: transaction))
      let change = try transaction.compose(document.text, of: feed, by: transaction.actor)
      return (change, try transaction.latestRevision()?.number ?? 0)
    }
  }

  /// Removes `feed`.
  ///
  /// - Returns: the revision in which it is gone.
  /// - Throws: ``EditingError/feedPermanent(_:)``, ``EditingError/noSuchFeed(_:)``,
  ///   ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``; then nothing has changed.
  package func removeFeed(
    _ feed: String, if precondition: Precondition, by author: Author
  ) async throws -> Int {
    guard feed != Composition.homeFeed else { throw EditingError.feedPermanent(feed) }
    return try await write(by: author) { transaction in
      guard let document = try transaction.compositionDocument(of: feed) else {
        throw EditingError.noSuchFeed(feed)
      }
      try precondition.check(try CompositionDocument(of: feed, in: transaction))
      _ = try transaction.removeComposition(document, of: feed, by: transaction.actor)
      return try transaction.latestRevision()?.number ?? 0
    }
  }
}

extension ContentReader {
  /// Refuses a composition that was read with definitions of kinds that are not the present ones.
  ///
  /// - Throws: ``StoreError/kindChanged(_:)``, or another ``StoreError``.
  func requireUnchangedKinds(of composition: Composition) throws {
    let kinds = try kinds()
    for kind in composition.sections.map(\.kind) where kinds[kind.name] != kind {
      throw StoreError.kindChanged(kind.name)
    }
  }
}

extension ContentWriter {
  /// Replaces the composition of `feed` by `document`, a JSON object.
  package func compose(_ document: String, of feed: String, by actor: AuditActor) throws -> Change {
    let before = try compositionDocument(of: feed)
    let change = try setComposition(document, of: feed)
    guard change != .unchanged else { return .unchanged }
    try audit(.composition(of: feed, from: before, to: document, by: actor))
    return change
  }

  /// Removes the composition of `feed`, which is `document`.
  func removeComposition(
    _ document: String, of feed: String, by actor: AuditActor
  ) throws -> Change {
    let change = try removeComposition(of: feed)
    try audit(.composition(of: feed, from: document, to: nil, by: actor))
    return change
  }
}

extension Precondition {
  /// Checks the condition against `document`, the present composition of the feed; `nil` for a feed without one.
  func check(_ document: CompositionDocument?) throws(EditingError) {
    try check(
      document.map { .tagged($0.entityTag) } ?? .nothing, of: .composition,
      isDefault: document?.isStored == false)
  }
}
