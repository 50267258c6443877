package import FeedModel
package import FeedStore
import Foundation
package import StrictJSON

/// One write of one item, in a request of its own or within a batch.
package struct ContentOperation: Sendable {
  /// The kind of write.
  package enum Action: Sendable {
    /// Creates an item; one without an id gets the next one.
    case create(ItemBody)
    /// Creates or replaces an item.
    case replace(ItemBody)
    /// Applies a merge patch (RFC 7396) to an item and its window.
    case patch(JSONTree)
    case delete
  }

  package let kind: ContentKind
  /// The item; `nil` for one that gets its id now.
  package let id: Int?
  package let action: Action
  package let precondition: Precondition

  package init(kind: ContentKind, id: Int?, action: Action, precondition: Precondition) {
    self.kind = kind
    self.id = id
    self.action = action
    self.precondition = precondition
  }

  /// Writes the item, and notes in the audit that `actor` did.
  ///
  /// - Parameter isForced: whether the precondition is ignored, an existing item is replaced by a created one,
  ///   and one that is to be deleted may be gone.
  /// - Throws: ``EditingError``, or `DocumentProblems` for a patch that makes the item invalid;
  ///   then nothing was changed.
  package func perform(
    in transaction: any ContentWriter, by actor: AuditActor, isForced: Bool = false
  ) throws -> ContentOutcome {
    let previous =
      try id.map { try transaction.previousItem(of: kind, id: $0) } ?? .nothing
    let precondition = isForced ? Precondition(matching: []) : precondition
    func save(_ body: ItemBody) throws -> ContentOutcome {
      let change = try transaction.save(
        body.content, window: body.window, from: previous, by: actor)
      return ContentOutcome(
        change: change, kind: kind, id: body.content.id,
        item: StoredItem(body.content, window: body.window))
    }
    switch action {
    case .create(let body) where isForced && !previous.isNothing:
      return try save(body)
    case .delete where isForced && previous.isNothing:
      return ContentOutcome(change: .deleted, kind: kind, id: id ?? 0, item: nil)
    case .create(let body):
      if let id, !previous.isNothing {
        throw EditingError.idExists(kind, id: id, existing: previous)
      }
      try precondition.check(.nothing, of: .item)
      return try save(try numbered(body, in: transaction))
    case .replace(let body):
      try precondition.check(previous.found, of: .item)
      return try save(body)
    case .patch(let patch):
      guard !previous.isNothing else { throw missing }
      try precondition.check(previous.found, of: .item)
      guard case .item(let item) = previous else { throw EditingError.itemUnreadable }
      return try save(try ItemBody(item, patchedBy: patch))
    case .delete:
      guard let id, !previous.isNothing else { throw missing }
      try precondition.check(previous.found, of: .item)
      _ = try transaction.remove(kind, id: id, from: previous, by: actor)
      return ContentOutcome(change: .deleted, kind: kind, id: id, item: nil)
    }
  }

  private var missing: EditingError { .noSuchItem(kind, id: id ?? 0) }

  private func numbered(
    _ body: ItemBody, in transaction: any ContentWriter
  ) throws -> ItemBody {
    guard !body.isNumbered else { return body }
    guard let id = try transaction.nextID(of: kind) else { throw EditingError.noIDsLeft(kind) }
    return body.numbered(id)
  }
}

/// The outcome of an operation.
package struct ContentOutcome: Sendable {
  package let change: Change
  package let kind: ContentKind
  package let id: Int
  /// The stored item; `nil` for none.
  package let item: StoredItem?
}
