import FeedEditing
import FeedModel
import FeedStore
import Foundation
import HTTPTypes
import StrictJSON

/// One write of one item, the same for a request of its own and within a batch.
struct ContentOperation: Sendable {
  /// What is to be done.
  enum Action: Sendable {
    /// Nothing is there yet; an item without an id gets one.
    case create(ItemBody)
    /// Whether something is there or not.
    case replace(ItemBody)
    /// A merge patch (RFC 7396) of the item and its window.
    case patch(JSONTree)
    case delete
  }

  let kind: ContentKind
  /// The item; `nil` for one that gets its id now.
  let id: Int?
  let action: Action
  let precondition: Precondition

  /// Does it, and notes that `actor` did.
  ///
  /// - Throws: ``Problem`` or `ContentProblems`; then nothing of it is done.
  func perform(
    in transaction: any ContentTransaction, by actor: AuditActor
  ) throws -> ContentOutcome {
    let existing =
      try id.map { try transaction.previousItem(of: kind, id: $0) } ?? .nothing
    switch action {
    case .create(let body):
      if let id, !existing.isNothing { throw Problem.idExists(existing, kind, id) }
      try precondition.check(.nothing, of: "item")
      return try save(try numbered(body, in: transaction), .created, in: transaction, by: actor)
    case .replace(let body):
      try precondition.check(existing.found, of: "item")
      return try save(body, existing.isNothing ? .created : .ok, in: transaction, by: actor)
    case .patch(let patch):
      guard !existing.isNothing else { throw missing }
      try precondition.check(existing.found, of: "item")
      guard case .item(let item) = existing else { throw Problem.itemUnreadable }
      return try save(
        try patched(item, with: patch), .ok, in: transaction, by: actor)
    case .delete:
      guard let id, !existing.isNothing else { throw missing }
      try precondition.check(existing.found, of: "item")
      _ = try transaction.remove(kind, id: id, by: actor)
      return ContentOutcome(status: .noContent, kind: kind, id: id, item: nil)
    }
  }

  private var missing: Problem {
    .notFound("\(kind.rawValue) has no item \(id.map(String.init) ?? "")")
  }

  private func numbered(
    _ body: ItemBody, in transaction: any ContentTransaction
  ) throws -> ItemBody {
    guard !body.isNumbered else { return body }
    guard let id = try transaction.nextID(of: kind) else { throw Problem.noIdentifiersLeft }
    return body.numbered(id)
  }

  private func patched(_ item: StoredItem, with patch: JSONTree) throws -> ItemBody {
    let whole = try JSONTree(parsing: Data(JSONWriter.encode { $0.item(item) }))
    var merged = whole.merging(patch)
    // A patch that removes the id is refused as one that changes it.
    if merged["id"] == nil { merged = merged.adding(.init(plain: "id", .null)) }
    return try ItemBody(merged, kind: kind, id: item.entity.id)
  }

  private func save(
    _ body: ItemBody, _ status: HTTPResponse.Status, in transaction: any ContentTransaction,
    by actor: AuditActor
  ) throws -> ContentOutcome {
    _ = try transaction.save(body.entity, window: body.window, by: actor)
    return ContentOutcome(
      status: status, kind: kind, id: body.entity.id,
      item: StoredItem(entity: body.entity, window: body.window))
  }
}

/// What came of an operation.
struct ContentOutcome: Sendable {
  let status: HTTPResponse.Status
  let kind: ContentKind
  let id: Int
  /// What is there now; `nil` for nothing.
  let item: StoredItem?

  /// Where the item is.
  var location: String { "/v1/content/\(kind.rawValue)/\(id)" }
}
