import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import Hummingbird

/// The locale of items in lists and by themselves: that of a reader, or all of them as they were written.
struct ContentLocale: Sendable {
  /// The parameter, in its recommended case; `nil` without one.
  let text: String?
  /// The locales in which values are looked up, the most specific one first; `nil` for all values as they were written.
  let lookup: [LocaleTag]?

  /// The value of the parameter for all locales.
  static let all = "*"
  /// The form of the parameter as a regular expression (ECMA-262).
  static let pattern = "^(\\*|[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)$"

  /// The locale that `request` asks for.
  init(_ request: Request, _ publishing: ItemPublishing) throws {
    if try request.parameter("locale") == Self.all {
      (text, lookup) = (Self.all, nil)
      return
    }
    let tag = try request.localeTag()
    text = tag?.text
    lookup = publishing.readerLocale(for: tag).lookup
  }

  /// `item` with the values of the locale.
  func localized(_ item: StoredItem) -> StoredItem {
    lookup.map { StoredItem(item.content.localized(by: $0), window: item.window) } ?? item
  }
}
