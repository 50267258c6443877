package import FeedModel
package import StrictJSON

/// An item and its window as an editor writes them: the entity's own fields, and `draft`,
/// `publish_at` and `unpublish_at` beside them.
package struct ItemBody: Sendable {
  package let entity: any ContentEntity
  package let window: Window
  /// Whether the item has an id of its own. If not, its id is a stand-in.
  package let isNumbered: Bool

  /// Reads an item of `kind` by the rules of content files.
  ///
  /// - Parameter id: the id the item must have; `nil` for any, or none.
  /// - Throws: everything that is wrong with it, with pointers relative to the item.
  package init(
    _ tree: JSONTree, kind: ContentKind, id: Int? = nil
  ) throws(DocumentProblems) {
    self = try Self.read(tree, kind.entityType, id: id)
  }

  private init(entity: any ContentEntity, window: Window, isNumbered: Bool) {
    self.entity = entity
    self.window = window
    self.isNumbered = isNumbered
  }

  /// The same with the id `id`.
  package func numbered(_ id: Int) -> ItemBody {
    func renumbered(_ entity: some ContentEntity) -> any ContentEntity {
      var entity = entity
      entity.id = id
      return entity
    }
    return ItemBody(entity: renumbered(entity), window: window, isNumbered: true)
  }

  private static func read<Entity: ContentEntity>(
    _ tree: JSONTree, _: Entity.Type, id: Int?
  ) throws(DocumentProblems) -> ItemBody {
    let isNumbered = tree["id"] != nil
    let numbered = isNumbered ? tree : tree.adding(.init(plain: "id", .integer(id ?? 1)))
    let (fields, found) = JSONFieldReader.read(numbered) { fields in
      let entity = Entity(reading: &fields)
      let window = Window(reading: &fields) { .text($0.rfc3339) }
      fields.refuseUnknownFields()
      return (entity: entity, window: window)
    }
    var problems = found
    if let id, let found = fields?.entity.id, found > 0, found != id {
      problems.append(
        DocumentProblem(
          pointer: "/id", expected: .words("the id \(id), which cannot change"),
          found: .number(String(found))))
    }
    guard let fields, problems.isEmpty else { throw DocumentProblems(problems) }
    return ItemBody(
      entity: fields.entity, window: fields.window, isNumbered: isNumbered || id != nil)
  }
}
