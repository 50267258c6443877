package import FeedModel
package import FeedStore
package import StrictJSON

/// An item and its window as an editor writes them: the item's own fields, and `draft`, `publish_at`,
/// `unpublish_at` and `when` beside them.
package struct ItemBody: Sendable {
  package let content: ContentItem
  package let window: Window
  /// Whether the item has an id of its own. If not, its id is a stand-in.
  package let isNumbered: Bool

  /// Reads an item of `kind` by the rules of content files.
  ///
  /// - Parameter id: the id the item must have; `nil` for any, or none.
  /// - Throws: all problems of the item, with pointers relative to it.
  package init(
    _ tree: JSONTree, kind: ContentKind, id: Int? = nil
  ) throws(DocumentProblems) {
    let isNumbered = tree["id"] != nil
    let numbered = isNumbered ? tree : tree.adding(.init(plain: "id", .integer(id ?? 1)))
    let (read, found) = JSONFieldReader.read(numbered) { fields in
      let content = ContentItem(reading: &fields, kind: kind)
      fields.checkPictureSize(of: content)
      let window = Window(reading: &fields) { .text($0.rfc3339) }
      fields.refuseUnknownFields()
      return (content, window)
    }
    (content, window) = try Self.checked(read, found, id: id)
    self.isNumbered = isNumbered || id != nil
  }

  /// `item` after a merge patch (RFC 7396): the members of the patch replace fields, translations and what is said of the
  /// window, and null removes them.
  ///
  /// - Throws: all problems of the item as it would be, with pointers relative to it.
  init(_ item: StoredItem, patchedBy patch: JSONTree) throws(DocumentProblems) {
    // A patch that removes the id is refused as one that changes it.
    let identifier = ContentField.identifier.name
    let removed = Set(
      (patch.members ?? []).filter { $0.value.isNull && $0.name != identifier }.map(\.name))
    var given = patch.mappingMembers { member in
      if removed.contains(member.name) { return nil }
      return member.name == WindowField.when
        ? item.window.condition(patchedBy: member.value) : member.value
    }
    // A number of a former version that no client can read exactly is refused with every change.
    for (name, value) in item.content.unsafeIntegers
    where !removed.contains(name) && given[name] == nil {
      given = given.adding(.init(plain: name, .integer(value)))
    }
    let (read, found) = JSONFieldReader.read(given) { fields in
      func names(_ name: String) -> Bool { fields.contains(name) || removed.contains(name) }
      var (content, window) = (item.content, item.window)
      if names(identifier) { content.id = fields.identifier(identifier) }
      for (place, field) in content.kind.fields.enumerated() where names(field.name) {
        content.values[place] = fields.value(of: field)
      }
      content.translations = fields.translations(
        of: content.kind, patching: content.translations, removing: removed)
      fields.checkPictureSize(of: content)
      if names(WindowField.isDraft) { window.isDraft = fields.flag(WindowField.isDraft, or: false) }
      if names(WindowField.publishAt) {
        window.publishAt = fields.optionalDate(WindowField.publishAt)
      }
      if names(WindowField.unpublishAt) {
        window.unpublishAt = fields.optionalDate(WindowField.unpublishAt)
      }
      if names(WindowField.when) { window.when = fields.targeting(WindowField.when) }
      if let problem = window.problem({ .text($0.rfc3339) }) { fields.problems.append(problem) }
      fields.refuseUnknownFields()
      return (content, window)
    }
    (content, window) = try Self.checked(read, found, id: item.content.id)
    isNumbered = true
  }

  /// Returns the item and the window that were read; refuses problems, and another id than `id`.
  private static func checked(
    _ read: (ContentItem, Window)?, _ found: [DocumentProblem], id: Int?
  ) throws(DocumentProblems) -> (ContentItem, Window) {
    var problems = found
    if let id, let found = read?.0.id, found > 0, found != id {
      problems.append(
        at: "/id", expected: .words("the id \(id), which cannot change"),
        found: .number(String(found)))
    }
    guard let read, problems.isEmpty else { throw DocumentProblems(problems) }
    return read
  }

  private init(content: ContentItem, window: Window, isNumbered: Bool) {
    self.content = content
    self.window = window
    self.isNumbered = isNumbered
  }

  /// Returns this item with the id `id`.
  package func numbered(_ id: Int) -> ItemBody {
    var content = content
    content.id = id
    return ItemBody(content: content, window: window, isNumbered: true)
  }
}

extension ContentItem {
  /// The whole numbers beyond ``SafeInteger/range``, which former versions accepted, by the names of their fields.
  fileprivate var unsafeIntegers: [(name: String, value: Int)] {
    ([(ContentField.identifier.name, .integer(id))] + zip(kind.fields.map(\.name), values))
      .compactMap { name, value in
        guard case .integer(let number) = value, !SafeInteger.range.contains(number) else {
          return nil
        }
        return (name, number)
      }
  }
}

extension Window {
  /// The condition as a merge patch leaves it, as JSON.
  fileprivate func condition(patchedBy patch: JSONTree) -> JSONTree {
    let stored = JSONWriter.text { $0.object { object in when?.write(to: &object) } }
    return JSONTree(json: stored)?.merging(patch) ?? patch
  }
}

extension StoredItem {
  /// The strong tag of the item: that of its fields and of its window.
  package var entityTag: String {
    EntityTag.text(of: JSONWriter.encode { $0.item(self) })
  }
}

extension JSONWriter {
  /// An item for clients that may see drafts: its window is added to its fields.
  package mutating func item(_ item: StoredItem) {
    object { object in
      object.members(of: item.content)
      object.member(WindowField.isDraft, item.window.isDraft)
      object.member(WindowField.publishAt, item.window.publishAt)
      object.member(WindowField.unpublishAt, item.window.unpublishAt)
      object.condition(of: item.window)
    }
  }

  /// The condition of `window` as a member of an item. A window without one has no member, so that the tags of items
  /// without a condition are those they always had.
  mutating func condition(of window: Window) {
    guard let when = window.when else { return }
    object(WindowField.when) { when.write(to: &$0) }
  }

  /// A moment in UTC, or null.
  package mutating func member(_ name: String, _ moment: Timestamp?) {
    if let moment { member(name, moment.rfc3339) } else { null(name) }
  }
}
