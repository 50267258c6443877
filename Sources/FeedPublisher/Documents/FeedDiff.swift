import FeedLayout
import FeedModel
import LayoutCatalog
package import StrictJSON

/// The difference between two documents of a feed, made for the same screen.
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
    /// The fields with other values.
    let fields: [String]
    /// The frames in the coordinates of the section before and after, in points.
    let frames: (before: Rect?, after: Rect?)
  }

  let feed: String
  let revisions: (before: Int, after: Int)
  let traits: ScreenTraits
  private let notes: [DocumentNote]
  /// The sections that differ, in the order of the later document, removed ones at the end.
  package let sections: [Section]

  /// The difference from the document `before` to the document `after`.
  ///
  /// - Parameter revisions: those that were compared, at or after which the documents changed last.
  package init(
    from before: FeedDocument, to after: FeedDocument, of revisions: (before: Int, after: Int)
  ) {
    feed = after.feed
    self.revisions = revisions
    traits = after.traits
    notes = after.head.notes
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
  fileprivate init?(from before: FeedSection?, to after: FeedSection?) {
    guard let section = after ?? before else { return nil }
    let former = before?.placedItems ?? [:]
    let present = after?.placedItems ?? [:]
    let order = (after?.items ?? []).map(\.key) + (before?.items ?? []).map(\.key)
    var seen: Set<FeedItem.Key> = []
    items = order.filter { seen.insert($0).inserted }.compactMap {
      FeedDiff.Item($0, from: former[$0], to: present[$0])
    }
    id = section.id
    frames = (before?.frame, after?.frame)
    change =
      switch (before, after) {
      case (nil, _): .added
      case (_, nil): .removed
      case (let before?, let after?):
        !before.looks(like: after) ? .changed : before.frame != after.frame ? .moved : nil
      }
    if change == nil, items.isEmpty { return nil }
  }
}

extension FeedDiff.Item {
  fileprivate typealias Place = (item: FeedItem, frame: Rect)

  /// `nil` if nothing differs.
  fileprivate init?(_ key: FeedItem.Key, from before: Place?, to after: Place?) {
    fields =
      before.flatMap { before in
        after.map { before.item.content.differences(from: $0.item.content) }
      } ?? []
    // Also what the item says beside its fields, such as its action. An address may have been assigned to
    // another photo, which the item itself does not name.
    let isOther =
      before?.item.impressionID != after?.item.impressionID
      || before?.item.picture?.photo.id != after?.item.picture?.photo.id
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, _): change = .added
    case (_, nil): change = .removed
    case (let before?, let after?):
      if !fields.isEmpty || isOther {
        change = .changed
      } else if before.frame != after.frame {
        change = .moved
      } else {
        return nil
      }
    }
    (kind, id) = (key.kind, key.id)
    frames = (before?.frame, after?.frame)
  }
}

extension FeedItem {
  fileprivate struct Key: Hashable {
    let kind: String
    let id: Int
  }

  fileprivate var key: Key { Key(kind: content.kind.name, id: content.id) }
}

extension FeedSection {
  fileprivate var placedItems: [FeedItem.Key: FeedDiff.Item.Place] {
    let places = zip(items, layout.frames).map { item, frame in
      let box = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
      return (item.key, (item: item, frame: box))
    }
    return Dictionary(places) { first, _ in first }
  }

  /// Whether everything but the items and the place is the same.
  fileprivate func looks(like other: FeedSection) -> Bool {
    func text(_ section: FeedSection) -> [UInt8] {
      JSONWriter.encode { writer in
        writer.object { object in
          section.specification.writeHead(
            revision: 0, frame: Rect(x: 0, y: 0, width: 0, height: 0), header: section.header,
            design: section.design, to: &object)
          object.object("layout") { section.design.options.write(to: &$0) }
        }
      }
    }
    return text(self) == text(other)
  }
}

extension ContentItem {
  /// The fields that have other values in `other`, or are in one of the two only.
  fileprivate func differences(from other: ContentItem) -> [String] {
    let names = kind.fields.map(\.name) + other.kind.fields.map(\.name)
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted && self[$0] != other[$0] }
  }
}

extension FeedDiff {
  /// Writes the difference as a JSON object.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("feed", feed)
      object.member("from", revisions.before)
      object.member("to", revisions.after)
      object.object("viewport") { traits.viewport.write(to: &$0) }
      object.notes(notes)
      object.array("sections", sections) { writer, section in
        writer.object { object in
          object.member("id", section.id)
          object.member("change", optional: section.change) { $0.value($1.rawValue) }
          object.member("from", optional: section.frames.before) { $0.value($1) }
          object.member("to", optional: section.frames.after) { $0.value($1) }
          object.array("items", section.items) { $0.item($1) }
        }
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func item(_ item: FeedDiff.Item) {
    object { object in
      object.member("kind", item.kind)
      object.member("id", item.id)
      object.member("change", item.change.rawValue)
      object.array("fields", item.fields) { $0.value($1) }
      object.member("from", optional: item.frames.before) { $0.value($1) }
      object.member("to", optional: item.frames.after) { $0.value($1) }
    }
  }
}
