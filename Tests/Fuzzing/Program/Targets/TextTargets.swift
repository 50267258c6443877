import FeedModel
import StrictJSON

/// Short texts with a form: versions, tags of languages, moments and queries.
enum TextTargets {
  /// A version or range is written and read again as the same, and versions have one order.
  static func versions(_ input: FuzzInput) {
    var input = input
    let range = try? VersionRange(input.line())
    if let range {
      require(try VersionRange("\(range)") == range, "a written range is another one: \(range)")
    }
    let versions = [input.line(), input.line(), input.line()].compactMap { try? AppVersion($0) }
    for version in versions {
      require(
        try AppVersion("\(version)") == version, "a written version is another one: \(version)")
      if let range { require(range.contains(version) == range.contains(version), "no answer") }
      for other in versions {
        let order = [version < other, other < version, version == other].filter { $0 }
        require(order.count == 1, "\(version) and \(other) have no order, or two")
        for third in versions where version < other && other < third {
          require(version < third, "\(version), \(other) and \(third) have no order")
        }
      }
    }
  }

  /// A tag is written and read again as the same, each of its parents once; whatever is asked for, there is a locale.
  static func locales(_ input: FuzzInput) {
    var input = input
    let tags = [input.line(), input.line(), input.line()].compactMap { LocaleTag($0) }
    for tag in tags {
      require(LocaleTag(tag.text) == tag, "a written tag is another one: \(tag)")
      require(tag.text.utf8.count <= LocaleTag.maximumLength, "a long tag")
      let lookup = tag.lookup
      require(
        lookup.count <= 18 && lookup.first == tag && Set(lookup).count == lookup.count,
        "lost parents: \(tag)")
    }
    let asked = AskedLocales(reading: input.text)
    require(asked.tags.allSatisfy { LocaleTag($0.text) == $0 }, "an asked tag that is none")
    guard let first = tags.first else { return }
    let locales = Locales(Array(Set(tags)).sorted())
    for tags in [[first], asked.tags] {
      require(locales.all.contains(locales.locale(for: tags)), "a locale that is not served")
    }
    _ = LocaleTag.named(in: input.text)
    if let parts = TranslatedName.parts(of: input.text), let locale = LocaleTag(parts.locale) {
      require(
        TranslatedName.parts(of: TranslatedName.text(String(parts.field), locale)) != nil,
        "a written name has no parts")
    }
  }

  /// A moment is written and read again as the same, in each form.
  static func times(_ input: FuzzInput) {
    var input = input
    let text = input.line()
    if let moment = Timestamp(text) {
      require(Timestamp(moment.text) == moment, "a written moment is another one: \(text)")
      require(
        Timestamp(moment.rfc3339)?.millisecondsSince1970 == moment.millisecondsSince1970,
        "a moment in UTC is another one: \(text)")
      require(moment.httpDate.utf8.count == 29, "no date of HTTP: \(moment.httpDate)")
    }
    if let span = TimeSpan.milliseconds(text) { require(span > 0, "an empty span") }
  }

  /// A query is written and read again as the same. Lines are parameters, `name=value`.
  static func queries(_ input: FuzzInput) {
    var input = input
    let kind = input.choice(of: TransferTargets.kinds)
    var parameters: [String: String] = [:]
    while !input.isEmpty {
      let parts = input.line().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
    }
    guard let query = try? ContentQuery(parameters: parameters, for: kind) else { return }
    let written = query.parameters
    let names = Set(written.map { Array($0.name.utf8) })
    require(names.count == written.count, "a parameter is repeated")
    do {
      let again = try ContentQuery(
        parameters: Dictionary(written.map { ($0.name, $0.value) }) { $1 }, for: kind)
      require(
        again.parameters.map { "\($0)" } == written.map { "\($0)" },
        "a written query is another one")
      require(again.sort == query.sort && again.search == query.search, "another order or search")
    } catch {
      fatalError("a written query is refused: \(error)")
    }
  }
}
