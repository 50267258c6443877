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
    let existing =
      try id.map { try transaction.previousItem(of: kind, id: $0) } ?? .nothing
    let precondition = isForced ? Precondition(matching: []) : precondition
    switch action {
    case .create(let body) where isForced && !existing.isNothing:
      return try save(body, in: transaction, by: actor)
    case .delete where isForced && existing.isNothing:
      return ContentOutcome(effect: .deleted, kind: kind, id: id ?? 0, item: nil)
    case .create(let body):
      if let id, !existing.isNothing {
        throw EditingError.idExists(kind, id: id, existing: existing)
      }
      try precondition.check(.nothing, of: .item)
      return try save(try numbered(body, in: transaction), in: transaction, by: actor)
    case .replace(let body):
      try precondition.check(existing.found, of: .item)
      return try save(body, in: transaction, by: actor)
    case .patch(let patch):
      guard !existing.isNothing else { throw missing }
      try precondition.check(existing.found, of: .item)
      guard case .item(let item) = existing else { throw EditingError.itemUnreadable }
      return try save(try patched(item, with: patch), in: transaction, by: actor)
    case .delete:
      guard let id, !existing.isNothing else { throw missing }
      try precondition.check(existing.found, of: .item)
      _ = try transaction.remove(kind, id: id, by: actor)
      return ContentOutcome(effect: .deleted, kind: kind, id: id, item: nil)
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

  /// The item with its window as `patch` leaves it.
  ///
  /// - Throws: `DocumentProblems` for one that is invalid.
  func patched(_ item: StoredItem, with patch: JSONTree) throws -> ItemBody {
    let whole = try JSONTree(parsing: JSONWriter.encode { $0.item(item) })
    var merged = whole.merging(patch.withCanonicalLocales(of: kind))
    // A patch that removes the id is refused as one that changes it.
    if merged["id"] == nil { merged = merged.adding(.init(plain: "id", .null)) }
    return try ItemBody(merged, kind: kind, id: item.content.id)
  }

  private func save(
    _ body: ItemBody, in transaction: any ContentWriter, by actor: AuditActor
  ) throws -> ContentOutcome {
    let change = try transaction.save(body.content, window: body.window, by: actor)
    let effect: ContentOutcome.Effect =
      switch change {
      case .inserted: .created
      case .unchanged: .unchanged
      case .updated, .deleted: .replaced
      }
    return ContentOutcome(
      effect: effect, kind: kind, id: body.content.id,
      item: StoredItem(body.content, window: body.window))
  }
}

extension JSONTree {
  /// Returns this patch of an item of `kind`, with the names of its translations as items have them: `title@en-GB` for
  /// `title@en-gb`.
  fileprivate func withCanonicalLocales(of kind: ContentKind) -> JSONTree {
    let members = members ?? []
    let names = members.map { member in
      guard let parts = TranslatedName.parts(of: member.name), let tag = LocaleTag(parts.locale),
        kind.field(String(parts.field))?.isLocalized == true
      else { return member.name }
      return TranslatedName.text(String(parts.field), tag)
    }
    // Two names of one translation are refused with the item.
    guard names != members.map(\.name), Set(names).count == names.count else { return self }
    let bytes = JSONWriter.encode { writer in
      writer.object { object in
        for (name, member) in zip(names, members) {
          object.key(name)
          object.raw(member.value.bytes)
        }
      }
    }
    return (try? JSONTree(parsing: bytes)) ?? self
  }
}

/// The outcome of an operation.
package struct ContentOutcome: Sendable {
  /// The effect on the item.
  package enum Effect: Sendable {
    case created
    case replaced
    case unchanged
    case deleted
  }

  package let effect: Effect
  package let kind: ContentKind
  package let id: Int
  /// The stored item; `nil` for none.
  package let item: StoredItem?
}
