package import StrictJSON

extension Composition {
  /// Reads the composition of `feed` as its editors write it, with sections of `kinds`.
  ///
  /// This validates the document only; whether its layouts can be computed is checked separately.
  ///
  /// - Parameter isStored: whether it is stored, so that a former version may have accepted larger numbers.
  /// - Throws: every problem of the document.
  package init(
    reading document: some Sequence<UInt8>, of feed: String, kinds: ContentKinds,
    isStored: Bool = false
  ) throws(DocumentProblems) {
    var (name, spacing, sections): (String?, Double, [Section?]) = (nil, 0, [])
    var theme: String?
    let (_, found) = JSONFieldReader.read(try JSONTree(parsing: document), isStored: isStored) {
      fields in
      if fields.hasValue("feed") { name = fields.text("feed") }
      if fields.hasValue("spacing") {
        spacing = fields.points("spacing", in: Self.supportedSpacings)
      }
      if fields.hasValue("theme") { theme = fields.designName("theme") }
      sections = fields.objects("sections") { Section(reading: &$0, kinds: kinds) }
        .map { $0 ?? nil }
      fields.refuseUnknownFields()
    }
    var problems = found + Self.problems(of: sections)
    if let name, name != feed {
      problems.append(at: "/feed", expected: .oneOf([feed]), found: .text(name))
    }
    guard problems.isEmpty else { throw DocumentProblems(problems) }
    self.init(feed: feed, sections: sections.compactMap { $0 }, spacing: spacing, theme: theme)
  }

  /// The problems of sections as a whole: of their number, of repeated ids, and of the section whose texts are in too many
  /// locales, together with those above it.
  private static func problems(of sections: [Section?]) -> [DocumentProblem] {
    var problems: [DocumentProblem] = []
    if sections.count > maximumSectionCount {
      problems.append(
        at: "/sections", expected: .words("at most \(maximumSectionCount) sections"),
        found: .number("\(sections.count)"))
    }
    var seen: Set<String> = []
    for (index, section) in sections.enumerated() {
      guard let id = section?.id, !id.isEmpty, !seen.insert(id).inserted else { continue }
      problems.append(at: "/sections/\(index)/id", expected: .uniqueIdentifier, found: .text(id))
    }
    var locales: Set<LocaleTag> = []
    for (index, section) in sections.enumerated() {
      locales.formUnion(section?.locales ?? [])
      guard locales.count > TranslatedName.maximumLocaleCount else { continue }
      problems.append(
        at: "/sections/\(index)", expected: TranslatedName.limit,
        found: .number("\(locales.count)"))
      break
    }
    return problems
  }
}

extension Composition.Section {
  /// Takes a section from `fields`; what is wrong with it is noted there.
  init?(reading fields: inout JSONFieldReader, kinds: ContentKinds) {
    let id = fields.text("id")
    if fields.problems.isEmpty, !PlainName.isValid(id) {
      fields.refuse("id", expected: .words(PlainName.form))
    }
    let kind = fields.kind("kind", among: kinds)
    let title = fields.localizedText("title")
    let limit =
      fields.hasValue("limit")
      ? fields.integer("limit", in: Composition.supportedLimits) : Composition.defaultLimit
    let header = fields.hasValue("header") ? fields.header("header") : nil
    let layout = fields.hasValue("layout") ? fields.layout("layout") : nil
    let cell = fields.hasValue("cell") ? fields.designName("cell") : nil
    let fallback = fields.hasValue("fallback") ? fields.fallback("fallback") : nil
    var window = fields.hasValue("window") ? fields.window("window") : .always
    window.when = fields.targeting(WindowField.when)
    let source = fields.hasValue("source") ? fields.source("source", of: kind) : .query(.all)
    let action = fields.hasValue("action") ? fields.action("action", of: kind) : nil
    let category = fields.hasValue("category") ? fields.text("category") : nil
    let version =
      fields.hasValue("min_schema_version") ? fields.positiveInteger("min_schema_version") : 1
    fields.refuseUnknownFields()
    guard let kind else { return nil }
    self.init(
      id: id, kind: kind, title: title, limit: limit, header: header, layout: layout,
      cell: cell, fallback: fallback, source: source, window: window, action: action,
      category: category,
      minSchemaVersion: version)
  }
}

extension JSONFieldReader {
  /// Returns the one of `kinds` that the field names; notes a problem and returns `nil` if there is
  /// none.
  package mutating func kind(_ name: String, among kinds: ContentKinds) -> ContentKind? {
    let count = problems.count
    let text = text(name)
    if let kind = kinds[text] { return kind }
    // A field that is no text at all has been noted already.
    if problems.count == count {
      refuse(name, expected: .oneOf(kinds.names))
    }
    return nil
  }

  mutating func layout(_ name: String) -> Composition.LayoutChoice? {
    object(name) { layout in
      let type = layout.text("type")
      let options = layout.hasValue("options") ? layout.texts("options") : [:]
      layout.refuseUnknownFields()
      return Composition.LayoutChoice(type: type, options: options)
    }
  }

  /// A layout with its cell, or `omit`.
  fileprivate mutating func fallback(_ name: String) -> Composition.Fallback? {
    switch finding(name) {
    case .text:
      return value(name, expected: Composition.Fallback.expectation) {
        $0 == Composition.Fallback.omitted ? .omit : nil
      }
    case .object:
      return object(name) { fields in
        let layout = fields.layout("layout")
        let cell = fields.hasValue("cell") ? fields.designName("cell") : nil
        fields.refuseUnknownFields()
        return layout.map { .look($0, cell: cell) }
      } ?? nil
    default:
      refuse(name, expected: Composition.Fallback.expectation)
      return nil
    }
  }

  /// A length in points.
  fileprivate mutating func points(_ name: String, in allowed: ClosedRange<Double>) -> Double {
    let count = problems.count
    let points = number(name)
    if problems.count == count, !allowed.contains(points) {
      let bounds = [allowed.lowerBound, allowed.upperBound].map(NumberText.shortest)
      refuse(name, expected: .words("points from \(bounds[0]) to \(bounds[1])"))
    }
    return points
  }

  fileprivate mutating func header(_ name: String) -> Composition.Header? {
    object(name) { fields in
      let height = fields.points("height", in: Composition.Header.supportedHeights)
      let subtitle = fields.hasValue("subtitle") ? fields.localizedText("subtitle") : nil
      let action = fields.hasValue("action") ? fields.headerAction("action") : nil
      fields.refuseUnknownFields()
      return Composition.Header(height: height, subtitle: subtitle, action: action)
    }
  }

  private mutating func headerAction(_ name: String) -> Composition.HeaderAction? {
    object(name) { fields in
      let title = fields.localizedText("title")
      let deepLink = fields.address("deep_link") {
        AbsoluteURL.isDeepLink($0) ? nil : .words(AbsoluteURL.deepLinkForm)
      }
      let webURL = fields.address("web_url") { AbsoluteURL.isValid($0) ? nil : .url }
      fields.refuseUnknownFields()
      return Composition.HeaderAction(title: title, deepLink: deepLink, webURL: webURL)
    }
  }

  /// An address with its translations; `nil` if there is none.
  ///
  /// - Parameter expectation: the expected form, for an address that does not have it.
  private mutating func address(
    _ name: String, _ expectation: (String) -> DocumentProblem.Expectation?
  ) -> LocalizedText? {
    guard hasValue(name) else { return nil }
    let text = localizedText(name)
    for (member, address) in text.members(of: name) {
      if let expected = expectation(address) { refuse(member, expected: expected) }
    }
    return text
  }

  /// A window: `draft`, `publish_at` and `unpublish_at`, each of which may be missing.
  fileprivate mutating func window(_ name: String) -> Window {
    object(name) { fields in
      let isDraft =
        fields.hasValue(WindowField.isDraft) ? fields.flag(WindowField.isDraft) : false
      let window = Window(isDraft: isDraft, momentsOf: &fields)
      if fields.problems.isEmpty,
        let problem = window.problem({ _ in fields.finding(WindowField.unpublishAt) })
      {
        fields.problems.append(problem)
      }
      fields.refuseUnknownFields()
      return window
    } ?? .always
  }

  fileprivate mutating func action(
    _ name: String, of kind: ContentKind?
  ) -> Composition.ActionTemplate? {
    object(name) { fields in
      let deepLink = fields.localizedTemplate("deep_link", of: kind)
      let webURL = fields.localizedTemplate("web_url", of: kind, isWeb: true)
      fields.refuseUnknownFields()
      return Composition.ActionTemplate(deepLink: deepLink, webURL: webURL)
    }
  }

  /// A template with its translations; `nil` if there is none.
  private mutating func localizedTemplate(
    _ name: String, of kind: ContentKind?, isWeb: Bool = false
  ) -> LocalizedText? {
    guard hasValue(name) else { return nil }
    let template = template(name, of: kind, isWeb: isWeb)
    let translations = translations(of: name) { $0.template($1, of: kind, isWeb: isWeb) }
    return template.map { LocalizedText($0, translations: translations) }
  }

  /// A template whose fields the kind has, and which makes a URL of every item.
  private mutating func template(
    _ name: String, of kind: ContentKind?, isWeb: Bool = false
  ) -> String? {
    let count = problems.count
    let template = text(name)
    guard problems.count == count, let kind else { return nil }
    guard let parts = Composition.ActionTemplate.parts(of: template) else {
      refuse(name, expected: .words("a closing brace for every opening one"))
      return nil
    }
    let known = ["kind"] + kind.allFields.map(\.name)
    for case .field(let field) in parts where !known.contains(field) {
      refuse(
        name, expected: .words("only " + known.map { "{\($0)}" }.joined(separator: ", ")),
        found: .text("{\(field)}"))
      return nil
    }
    let example = Composition.ActionTemplate.expand(template, for: kind.example)
    if isWeb, !AbsoluteURL.isValid(example) {
      refuse(name, expected: .url)
    } else if !isWeb, !AbsoluteURL.isDeepLink(example) || !template.hasOwnScheme {
      // A field could be any scheme.
      refuse(name, expected: .words(AbsoluteURL.deepLinkForm))
    }
    return template
  }
}

extension Composition.Fallback {
  /// The name of ``omit``.
  package static let omitted = "omit"
  fileprivate static let expectation = DocumentProblem.Expectation.words(
    "\(omitted), or an object with layout and cell")
}

extension JSONFieldReader {
  /// Which items a section shows: `{"pinned":[…]}` or `{"query":{…}}`.
  mutating func source(_ name: String, of kind: ContentKind?) -> Composition.Source {
    object(name) { fields in
      let source: Composition.Source
      let isPinned = fields.hasValue("pinned")
      let isQuery = fields.hasValue("query")
      if isPinned, isQuery {
        fields.refuse("query", expected: .words("either pinned or query"))
        source = .query(.all)
      } else if isPinned {
        source = .pinned(fields.pinned("pinned"))
      } else if isQuery {
        source = .query(fields.query("query", of: kind))
      } else {
        fields.refuse("query", expected: .words("pinned or query"))
        source = .query(.all)
      }
      fields.refuseUnknownFields()
      return source
    } ?? .query(.all)
  }

  private mutating func pinned(_ name: String) -> [Int] {
    let ids = identifiers(name)
    if ids.count > Composition.supportedLimits.upperBound {
      refuse(
        name, expected: .words("at most \(Composition.supportedLimits.upperBound) ids"),
        found: .number("\(ids.count)"))
    }
    var seen: Set<Int> = []
    for id in ids where !seen.insert(id).inserted {
      refuse(name, expected: .uniqueIdentifier, found: .duplicate(id))
    }
    return ids
  }

  /// The query of a list of the kind: `{"filter":{"rating.gte":"4"},"sort":"-id","q":"…"}`.
  private mutating func query(_ name: String, of kind: ContentKind?) -> ContentQuery {
    object(name) { fields in
      let filters = fields.hasValue("filter") ? fields.texts("filter") : [:]
      let sort = fields.textToRead("sort")
      let search = fields.textToRead("q")
      fields.refuseUnknownFields()
      guard let kind else { return .all }
      var query = ContentQuery.all
      do throws(ContentQueryProblems) {
        query.filters = try ContentQuery(
          filters: filters, for: kind, isStored: fields.isStored
        ).filters
      } catch {
        fields.note(error, below: "/filter")
      }
      do throws(ContentQueryProblems) {
        let sorted = try ContentQuery(sort: sort, search: search, for: kind)
        (query.sort, query.search) = (sorted.sort, sorted.search)
      } catch {
        fields.note(error, below: "")
      }
      return query
    } ?? .all
  }

  /// The text of an optional field; `nil` if it is missing or empty.
  private mutating func textToRead(_ name: String) -> String? {
    guard hasValue(name) else { return nil }
    return value(name, expected: .text) { $0 }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Notes what is wrong with a query whose texts are members of the object at `pointer`.
  private mutating func note(_ found: ContentQueryProblems, below pointer: String) {
    problems += found.listed.map { problem in
      DocumentProblem(
        pointer: "\(pointer)/\(problem.parameter.escapedForPointer)",
        expected: .words(problem.expected), found: problem.found)
    }
  }
}

extension String {
  /// Whether the scheme of a template is in the template itself.
  fileprivate var hasOwnScheme: Bool { prefix { $0 != ":" }.allSatisfy { $0 != "{" } }
}
