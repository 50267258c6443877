package import FeedModel

/// A position in a list: after the item with these values in the sort fields.
package struct ListPosition: Codable, Hashable, Sendable {
  /// How much of a text counts when a list is sorted by it, in code points: a position has to fit
  /// into an address.
  package static let sortedTextLength = 100

  /// The values of the sort fields, as text, in the order of the query's keys; `nil` for no value.
  package let values: [String?]
  package let id: Int

  package init(values: [String?] = [], id: Int) {
    self.values = values
    self.id = id
  }

  /// The position after `item` in the list of `query`.
  package init(behind item: ContentItem, in query: ContentQuery) {
    self.init(behind: item.localized(by: query.lookup), sortedBy: query.sort)
  }

  /// The position after `item` in a list sorted by `keys`.
  package init(behind item: ContentItem, sortedBy keys: [ContentQuery.SortKey]) {
    self.init(
      values: keys.map { key in
        switch item[key.field] {
        case nil, .null: nil
        // Exactly what reads back to the same double.
        case .number(let value): "\(value)"
        case .text(let text):
          String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.sortedTextLength)))
        case let value?: value.plainText
        }
      }, id: item.id)
  }
}
