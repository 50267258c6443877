import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore

/// The locale of items in lists and by themselves: that of a reader, or all of them as they were written.
struct ContentLocale: Sendable {
  /// The parameter for the same locale as servers write it; `nil` without one, and for what cannot be read.
  let text: String?
  /// The locales in which values are looked up, the most specific one first; `nil` for all values as they were written.
  let lookup: [LocaleTag]?
  /// What the answer says about how the request was read.
  let notes: [DocumentNote]

  /// The value of the parameter for all locales.
  static let all = "*"

  /// The locale that `request` asks for.
  init(_ request: Request, _ publishing: ItemPublishing) throws {
    if try request.parameter("locale") == Self.all {
      (text, lookup, notes) = (Self.all, nil, [])
      return
    }
    let asked = try request.askedLocales()
    let reader = publishing.readerLocale(for: asked)
    text = asked == nil || !reader.notes.isEmpty ? nil : reader.tag.text
    (lookup, notes) = (reader.lookup, reader.notes)
  }

  /// The target of `request`, the same for every way to write the locale.
  func target(of request: Request) -> String? {
    guard let target = request.head.path, let query = target.firstIndex(of: "?") else {
      return request.head.path
    }
    let parameters = target[target.index(after: query)...]
      .split(separator: "&", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("locale=") ? "locale=\(text ?? "")" : $0 }
    return target[...query] + parameters.joined(separator: "&")
  }

  /// `item` with the values of the locale.
  func localized(_ item: StoredItem) -> StoredItem {
    lookup.map { StoredItem(item.content.localized(by: $0), window: item.window) } ?? item
  }
}
