package import FeedModel
import Synchronization

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
