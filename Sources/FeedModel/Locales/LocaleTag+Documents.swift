import StrictJSON

extension LocaleTag {
  /// The locales that the names of members in a JSON document have, such as `title@en`.
  package static func named(in document: String) -> Set<LocaleTag> {
    guard document.contains(TranslatedName.separator),
      let tree = try? JSONTree(parsing: Array(document.utf8))
    else { return [] }
    var locales: Set<LocaleTag> = []
    var rest = [tree]
    while let next = rest.popLast() {
      for member in next.members ?? [] {
        if let tag = TranslatedName.parts(of: member.name).flatMap({ LocaleTag($0.locale) }) {
          locales.insert(tag)
        }
        rest.append(member.value)
      }
      rest += next.elements ?? []
    }
    return locales
  }
}
