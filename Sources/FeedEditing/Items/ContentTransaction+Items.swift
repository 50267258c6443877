package import FeedModel
package import FeedStore

/// Writes that note who made them. All writes of editors, files and imports go this way.
extension ContentTransaction {
  /// Puts `entity` in place and says when it is shown.
  ///
  /// - Parameter window: `nil` leaves it as it is.
  /// - Returns: what happened to the item, its window included.
  package func save<Entity: ContentEntity>(
    _ entity: Entity, window: Window? = nil, by actor: AuditActor
  ) throws -> Change {
    let before = try previousItem(of: Entity.kind, id: entity.id)
    var change = try upsert(entity)
    if let window {
      let windowChange = try setWindow(window, of: Entity.kind, id: entity.id)
      if change == .unchanged { change = windowChange }
    }
    guard change != .unchanged else { return .unchanged }
    let after = StoredItem(
      entity: entity,
      window: try window ?? windowLeft(behind: before, of: Entity.kind, id: entity.id))
    try audit(
      AuditRecord(
        actor: actor, action: before.isNothing ? .create : .update,
        subject: .item(Entity.kind, entity.id), before: try AuditJSON.text(before),
        after: try AuditJSON.text(after)))
    return change
  }

  /// The window that an item has taken over from what was there before.
  private func windowLeft(
    behind before: PreviousItem, of kind: ContentKind, id: Int
  ) throws -> Window {
    switch before {
    case .nothing: .always
    case .item(let item): item.window
    // Now that there is an item, its window can be read.
    case .unreadable: try item(of: kind, id: id)?.window ?? .always
    }
  }

  /// Removes item `id` of `kind`.
  package func remove(_ kind: ContentKind, id: Int, by actor: AuditActor) throws -> Change {
    let before = try previousItem(of: kind, id: id)
    guard !before.isNothing else { return .unchanged }
    let change = try delete(kind, id: id)
    try audit(
      AuditRecord(
        actor: actor, action: .delete, subject: .item(kind, id),
        before: try AuditJSON.text(before), after: nil))
    return change
  }
}
