import FeedLayout
import FeedModel
package import StrictJSON

/// The difference between two screens of a feed, made for the same viewport.
package struct FeedDiff: Sendable {
  /// The change of a section or an item.
  package enum Change: String, CaseIterable, Sendable {
    case added
    case removed
    /// Its content differs, wherever it is.
    case changed
    /// Its content is the same, but its place or size differs.
    case moved
  }

  /// A section that differs, or whose items do.
  package struct Section: Sendable {
    package let id: String
    /// `nil` if only items of it differ.
    package let change: Change?
    /// The frames on the screen before and after, in points.
    let frames: (before: Rect?, after: Rect?)
    package let items: [Item]
  }

  /// An item that differs.
  package struct Item: Sendable {
    package let kind: String
    package let id: Int
    package let change: Change
    let fields: [String]
    /// The frames in the coordinates of the section before and after, in points.
    let frames: (before: Rect?, after: Rect?)
  }

  let revisions: (before: Int, after: Int)
  private let after: Screen
  /// The sections that differ, in the order of the later screen, removed ones at the end.
  package let sections: [Section]

  /// The difference from the screen `before` to the screen `after`, when `revisions` are compared.
  package init(from before: Screen, to after: Screen, of revisions: (before: Int, after: Int)) {
    self.revisions = revisions
    self.after = after
    let former = Dictionary(before.sections.map { ($0.id, $0) }) { first, _ in first }
    let present = Set(after.sections.map(\.id))
    sections =
      after.sections.compactMap { Section(from: former[$0.id], to: $0) }
      + before.sections.filter { !present.contains($0.id) }.compactMap {
        Section(from: $0, to: nil)
      }
  }
}

extension FeedDiff.Section {
  /// `nil` if nothing differs.
  fileprivate init?(from before: Screen.Section?, to after: Screen.Section?) {
    guard let section = after ?? before else { return nil }
    let (former, present) = (before?.placedItems ?? [:], after?.placedItems ?? [:])
    let order = ((after?.items ?? []) + (before?.items ?? [])).map(\.key)
    items = order.uniqued().compactMap { FeedDiff.Item(from: former[$0], to: present[$0]) }
    id = section.id
    frames = (before?.frame, after?.frame)
    change =
      switch (before, after) {
      case (nil, _): .added
      case (_, nil): .removed
      case (let before?, let after?):
        before.head != after.head ? .changed : before.frame != after.frame ? .moved : nil
      }
    if change == nil, items.isEmpty { return nil }
  }
}

extension FeedDiff.Item {
  fileprivate typealias Place = (item: FeedItem, frame: Rect)

  /// `nil` if nothing differs.
  fileprivate init?(from before: Place?, to after: Place?) {
    guard let item = (after ?? before)?.item else { return nil }
    var fields: [String] = []
    switch (before, after) {
    case (nil, _): change = .added
    case (_, nil): change = .removed
    case (let before?, let after?):
      fields = before.item.content.differences(from: after.item.content)
      // Also what the item says beside its fields, such as its action. An address may have been assigned to
      // another photo, which the item itself does not name.
      let isOther =
        before.item.impressionID != after.item.impressionID
        || before.item.picture?.photo.id != after.item.picture?.photo.id
      guard !fields.isEmpty || isOther || before.frame != after.frame else { return nil }
      change = fields.isEmpty && !isOther ? .moved : .changed
    }
    self.fields = fields
    (kind, id) = (item.content.kind.name, item.content.id)
    frames = (before?.frame, after?.frame)
  }
}

extension Screen.Section {
  fileprivate var placedItems: [String: FeedDiff.Item.Place] {
    let places = zip(items, layout.frames).map { item, frame in
      let box = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
      return (item.key, (item: item, frame: box))
    }
    return Dictionary(places) { first, _ in first }
  }

  /// Everything that is published of it but the items and the place.
  fileprivate var head: [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        writeHead(revision: 0, frame: Rect(x: 0, y: 0, width: 0, height: 0), to: &object)
        object.object("layout") { design.options.write(to: &$0) }
      }
    }
  }
}

extension ContentItem {
  /// The fields that have other values in `other`, or are in one of the two only.
  fileprivate func differences(from other: ContentItem) -> [String] {
    (kind.fields + other.kind.fields).map(\.name).uniqued().filter { self[$0] != other[$0] }
  }
}

extension FeedDiff {
  /// Writes the difference as a JSON object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("feed", after.feed)
      object.member("from", revisions.before)
      object.member("to", revisions.after)
      object.member("viewport", after.viewport)
      object.notes(after.notes)
      object.array("sections", sections) { writer, section in
        writer.object { object in
          object.member("id", section.id)
          object.member("change", optional: section.change) { $0.value($1.rawValue) }
          object.member("from", optional: section.frames.before) { $0.value($1) }
          object.member("to", optional: section.frames.after) { $0.value($1) }
          object.array("items", section.items) { writer, item in
            writer.object { object in
              object.member("kind", item.kind)
              object.member("id", item.id)
              object.member("change", item.change.rawValue)
              object.array("fields", item.fields) { $0.value($1) }
              object.member("from", optional: item.frames.before) { $0.value($1) }
              object.member("to", optional: item.frames.after) { $0.value($1) }
            }
          }
        }
      }
    }
  }
}
