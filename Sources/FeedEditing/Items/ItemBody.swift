package import FeedModel
import Foundation
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
  ) throws(ContentProblems) {
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
  ) throws(ContentProblems) -> ItemBody {
    let isNumbered = tree["id"] != nil
    let numbered = isNumbered ? tree : tree.adding(.init(plain: "id", .integer(id ?? 1)))
    let fields: ItemFields<Entity>
    do {
      fields = try JSONDecoder().decode(ItemFields<Entity>.self, from: Data(numbered.bytes))
    } catch {
      throw ContentProblems([
        ContentProblem(pointer: "", expected: .json, found: .malformed("text that is not JSON"))
      ])
    }
    var problems = fields.problems
    if let id, let found = fields.id, found != id {
      problems.append(
        ContentProblem(
          pointer: "/id", expected: .words("the id \(id), which cannot change"),
          found: .number(String(found))))
    }
    guard let entity = fields.entity, problems.isEmpty else { throw ContentProblems(problems) }
    return ItemBody(
      entity: entity, window: fields.window, isNumbered: isNumbered || id != nil)
  }
}

/// The fields of an item and of its window.
private struct ItemFields<Entity: ContentEntity>: Decodable {
  let entity: Entity?
  /// The item's id, as far as it could be read.
  let id: Int?
  let window: Window
  let problems: [ContentProblem]

  init(from decoder: any Decoder) throws {
    switch JSONFieldReader.make(from: decoder) {
    case .failure(let mistake):
      entity = nil
      id = nil
      window = .always
      problems = [mistake.problem]
    case .success(var reader):
      let entity = Entity(reading: &reader)
      window = Window(reading: &reader)
      reader.refuseUnknownFields()
      self.entity = entity
      id = entity.id > 0 ? entity.id : nil
      problems = reader.problems
    }
  }
}

extension Window {
  /// Takes `draft`, `publish_at` and `unpublish_at` from `fields`, each of which may be missing.
  package init(reading fields: inout JSONFieldReader) {
    self.init(
      isDraft: fields.flag("draft", or: false),
      publishAt: fields.optionalDate("publish_at"),
      unpublishAt: fields.optionalDate("unpublish_at"))
    if let publishAt, let unpublishAt,
      unpublishAt.millisecondsSince1970 <= publishAt.millisecondsSince1970
    {
      fields.refuse(
        "unpublish_at", expected: .words("a moment after publish_at"),
        found: .text(unpublishAt.rfc3339))
    }
  }
}
