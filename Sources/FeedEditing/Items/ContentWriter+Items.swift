package import FeedModel
package import FeedStore
import StrictJSON

/// Writes of single items that note who made them: those of editors, batches, releases, restorations and
/// measurements. The items of files and imports go through a `ContentStage` instead, which leaves the same rows,
/// versions and entries of the audit.
extension ContentWriter {
  /// Puts `item` in place and says when it is shown.
  ///
  /// - Parameters:
  ///   - window: `nil` leaves it as it is.
  ///   - previous: the stored item; `nil` to read it.
  /// - Returns: the change of the item and its window.
  /// - Throws: ``EditingError/noSuchReferent(_:)``, or ``StoreError``.
  package func save(
    _ item: ContentItem, window: Window? = nil, from previous: PreviousItem? = nil,
    by actor: AuditActor
  ) throws -> Change {
    // An item may refer to itself.
    if let dangling = try danglingReference(of: item) {
      throw EditingError.noSuchReferent(dangling)
    }
    let before = try previous ?? previousItem(of: item.kind, id: item.id)
    var change = try upsert(item)
    if let window {
      let windowChange = try setWindow(window, of: item.kind, id: item.id)
      if change == .unchanged { change = windowChange }
    }
    guard change != .unchanged else { return .unchanged }
    let after = StoredItem(
      item, window: try window ?? windowLeft(behind: before, of: item.kind, id: item.id))
    try audit(.item(item.kind, id: item.id, from: before, to: after, by: actor))
    return change
  }

  /// The window of an item whose writer named none: that of the item before it, which stays.
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
  ///
  /// - Parameter previous: the stored item; `nil` to read it.
  /// - Throws: ``EditingError/itemReferredTo(_:id:by:)``, or ``StoreError``.
  package func remove(
    _ kind: ContentKind, id: Int, from previous: PreviousItem? = nil, by actor: AuditActor
  ) throws -> Change {
    let before = try previous ?? previousItem(of: kind, id: id)
    guard !before.isNothing else { return .unchanged }
    if let referrer = try referrer(to: kind, id: id) {
      throw EditingError.itemReferredTo(kind, id: id, by: referrer)
    }
    let change = try delete(kind, id: id)
    try audit(.item(kind, id: id, from: before, to: nil, by: actor))
    return change
  }
}

extension ContentReader {
  /// The first reference of `item` to an item or a photo that does not exist; `nil` if there is none. An item
  /// may refer to itself.
  ///
  /// - Parameter isThere: whether an item is there that is about to be written, or removed; `nil` for another.
  /// - Throws: ``StoreError``.
  func danglingReference(
    of item: ContentItem,
    considering isThere: (_ kind: String, _ id: Int) -> Bool? = { _, _ in nil }
  ) throws -> DocumentProblem? {
    for field in item.kind.fields {
      guard let referent = field.type.referent else { continue }
      for (name, value) in item.valuesInAllLocales(of: field.name)
      where try !exists(referent, value, for: item, considering: isThere) {
        let found: DocumentProblem.Finding =
          if case .text(let text) = value { .text(text) } else { .number(value.plainText) }
        return DocumentProblem(
          pointer: "/\(name)", expected: field.type.expectation, found: found)
      }
    }
    return nil
  }

  /// Whether the item or photo exists that `value`, a field of `item`, refers to. `true` for null, which
  /// refers to nothing, and for a reference of `item` to itself.
  private func exists(
    _ referent: FieldReferent, _ value: FieldValue, for item: ContentItem,
    considering isThere: (_ kind: String, _ id: Int) -> Bool?
  ) throws -> Bool {
    switch (referent, value) {
    case (.item(let name), .integer(let id)):
      if name == item.kind.name, id == item.id { return true }
      if let isThere = isThere(name, id) { return isThere }
      guard let kind = try kinds()[name] else { return true }
      return try !previousItem(of: kind, id: id).isNothing
    case (.photo, .text(let text)):
      return try PhotoID(text).map { try photo($0) != nil } ?? false
    default: return true
    }
  }
}
