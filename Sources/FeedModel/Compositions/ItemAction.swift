package import StrictJSON

/// The addresses that an item leads to.
package struct ItemAction: Hashable, Sendable {
  /// For apps.
  package let deepLink: String?
  /// For browsers.
  package let webURL: String?
}

extension ItemAction {
  /// Writes the addresses as members of an object.
  package func write(to object: inout JSONWriter) {
    if let deepLink { object.member("deep_link", deepLink) }
    if let webURL { object.member("web_url", webURL) }
  }
}

extension Composition.ActionTemplate {
  /// The addresses that `item` leads to, made of the texts of the default locale.
  package func action(of item: ContentItem) -> ItemAction {
    ItemAction(
      deepLink: deepLink.map { Self.expand($0.text, for: item) },
      webURL: webURL.map { Self.expand($0.text, for: item) })
  }
}
