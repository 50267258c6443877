package import FeedModel

/// What can be asked of a store of content.
///
/// Reads see all of a transaction or nothing of it. Items come in the order of their ids.
package protocol FeedStore: Sendable {
  /// The newest revision, or `nil` before the first write.
  func latestRevision() async throws(StoreError) -> Revision?

  /// The first `limit` items of every kind, all as of one revision. A kind that cannot be read is
  /// reported beside the others.
  func snapshot(limit: Int) async throws(StoreError) -> ContentSnapshot

  /// Up to `limit` items of `kind` whose ids are above `id`.
  func items(
    of kind: ContentKind, after id: Int, limit: Int
  ) async throws(StoreError) -> [any ContentEntity]

  /// The item `id` of `kind`, if there is one.
  func item(of kind: ContentKind, id: Int) async throws(StoreError) -> (any ContentEntity)?

  /// Runs `body` as one transaction. If it changed anything, one revision with the time `moment` is
  /// added and returned; if it throws, nothing has happened.
  ///
  /// - Throws: what `body` throws, or ``StoreError``.
  func write(
    at moment: Timestamp, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision?
}

/// The writes of one transaction.
package protocol ContentTransaction {
  /// Inserts `entity`, or replaces the item with its id if any field differs.
  func upsert(_ entity: some ContentEntity) throws -> Change
}

/// Content as of one revision.
package struct ContentSnapshot: Sendable {
  /// The revision all of it belongs to; `nil` before the first write.
  package let revision: Revision?
  /// The items of each kind, or why they could not be read.
  package let items: [ContentKind: Result<[any ContentEntity], StoreError>]

  package init(
    revision: Revision?, items: [ContentKind: Result<[any ContentEntity], StoreError>]
  ) {
    self.revision = revision
    self.items = items
  }
}
