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

extension Composition.ActionTemplate {
  /// A piece of a template: text, or the name of a field.
  enum Part: Hashable {
    case literal(String)
    case field(String)
  }

  /// `template` in parts; `nil` where a brace has no other.
  static func parts(of template: String) -> [Part]? {
    var parts: [Part] = []
    var rest = Substring(template)
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = rest[rest.index(after: open)..<close]
      guard !name.contains("{") else { return nil }
      if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
      parts.append(.field(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    return parts
  }

  /// `template` for `item`: `{kind}`, `{id}` and the item's own fields, each by default percent-encoded
  /// so that it is one segment of a path or one value of a query.
  package static func expand(
    _ template: String, for item: ContentItem,
    encoding encode: (String) -> String = \.percentEncoded
  ) -> String {
    (parts(of: template) ?? []).map { part in
      switch part {
      case .literal(let text): text
      case .field("kind"): encode(item.kind.name)
      case .field(let name): encode(item[name]?.plainText ?? "")
      }
    }.joined()
  }
}
