package import FeedModel
import Synchronization

/// A store of content.
///
/// Reads see all changes of a transaction or none. All functions of a store throw ``StoreError``, and what their bodies
/// throw.
package protocol FeedStore: Sendable {
  /// Runs `body`, all of whose reads see the same revision.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value

  /// Runs `body`, whose reads of content, kinds, compositions and the descriptions and assigned addresses of
  /// photos see the state of a former revision. All other reads see the present.
  ///
  /// - Parameter revision: the number of the revision; 0 for the time before the first write.
  /// - Throws: ``StoreError/noSuchRevision(_:)``, ``StoreError/revisionPruned(_:first:)``, errors of
  ///   `body`, or another ``StoreError``.
  func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction. If it changed anything that can be published, one revision is added and
  /// returned; if it throws, nothing is changed.
  ///
  /// The transaction has the time `moment`, or that of the store's own clock once it has begun: it may have waited for
  /// other writers. At that time, `author` has to be who may write.
  ///
  /// - Throws: ``AuthorityError``, errors of `body`, or ``StoreError``.
  func write(
    at moment: Timestamp, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision?

  /// Runs `body`, whose writes only its own reads see: they are gone when it ends. Like ``read(_:)`` it takes no lock
  /// of writers, and what it has not written is of one revision.
  func rehearse<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentRehearsal) throws -> Value
  ) async throws -> Value

  /// Returns an empty stage for any number of items that are to be written together.
  func stage() async throws -> any ContentStage

  /// The failure that prevents writes, or some reads; `nil` if none is known. What has failed is tried again.
  var failure: StoreError? { get async }

  /// Indexes the items that large writes have left unindexed, in short transactions. Searches find
  /// the items with and without it.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  func index() async throws

  /// Closes all connections, once what uses them has ended.
  func close() async throws
}

extension FeedStore {
  /// The kinds as they are defined now.
  package func kinds() async throws -> ContentKinds {
    try await read { try $0.kinds() }
  }

  /// Runs `body`, which writes items, with the kinds as they are defined now. If a definition changes before its
  /// transaction, which is refused then, or before `body` finds something invalid, it runs again with the new one.
  ///
  /// - Parameter known: the kinds as they were when the request began; `nil` to read them.
  /// - Throws: errors of `body`, ``StoreError/kindChanged(_:)`` if definitions change each time, or another
  ///   ``StoreError``.
  package func withKinds<Value: Sendable>(
    _ known: ContentKinds? = nil, _ body: (ContentKinds) async throws -> Value
  ) async throws -> Value {
    var kinds = if let known { known } else { try await self.kinds() }
    for _ in 1..<Self.attemptCount {
      do { return try await body(kinds) } catch StoreError.kindChanged {
        kinds = try await self.kinds()
      } catch let error where !(error is StoreError) {
        guard known != nil, let present = try? await self.kinds(), present != kinds else {
          throw error
        }
        kinds = present
      }
    }
    return try await body(kinds)
  }

  /// How often a write is tried while definitions change.
  private static var attemptCount: Int { 4 }

  /// The newest revision, or `nil` before the first write.
  package func latestRevision() async throws -> Revision? {
    try await read { try $0.latestRevision() }
  }

  /// The secret called `name`, the same for all processes with this store; the first one creates
  /// it.
  ///
  /// - Throws: ``StoreError``, also for a secret without bytes: nothing is signed with an empty key.
  package func secret(
    _ name: String, at moment: Timestamp, making make: @escaping @Sendable () -> [UInt8]
  ) async throws -> [UInt8] {
    let known = try await read { try $0.secret(name) }
    let secret =
      if let known { known } else {
        try await write(
          at: moment, by: .program,
          making: { transaction in
            // Another process may have been faster.
            if let known = try transaction.secret(name) { return known }
            let made = make()
            try transaction.keepSecret(made, as: name)
            return made
          })
      }
    guard !secret.isEmpty else {
      throw StoreError.failed(path: "secrets/\(name)", detail: "is empty; restore a backup")
    }
    return secret
  }

  /// Up to `limit` items of `kind` whose ids are above `id`, shown or not.
  package func items(
    of kind: ContentKind, after id: Int, limit: Int
  ) async throws -> [ContentItem] {
    try await read { reader in
      try reader.items(
        of: kind, matching: .all, visibility: nil, after: ListPosition(id: id), limit: limit
      ).map(\.content)
    }
  }

  /// The item `id` of `kind`, if there is one, shown or not.
  package func item(of kind: ContentKind, id: Int) async throws -> ContentItem? {
    try await read { try $0.item(of: kind, id: id)?.content }
  }

  /// Runs `body` as one transaction of `author`, and returns its result.
  ///
  /// - Throws: ``AuthorityError``, errors of `body`, or ``StoreError``; then nothing has changed.
  package func write<Value: Sendable>(
    at moment: Timestamp, by author: Author,
    making body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    let made = Mutex<Value?>(nil)
    _ = try await write(at: moment, by: author) { transaction in
      let value = try body(transaction)
      made.withLock { $0 = value }
    }
    guard let value = made.withLock({ $0 }) else {
      preconditionFailure("a transaction that does not throw has run its body")
    }
    return value
  }
}
