import StrictJSON

extension Composition.Section {
  /// Takes a section from `fields`; what is wrong with it is noted there.
  init(reading fields: inout JSONFieldReader) {
    let id = fields.text("id")
    if fields.problems.isEmpty, !PlainName.isValid(id) {
      fields.refuse("id", expected: .words(PlainName.form))
    }
    let kind = fields.kind("kind")
    let title = fields.text("title")
    let limit = fields.hasValue("limit") ? fields.limit("limit") : Composition.defaultLimit
    let layout = fields.hasValue("layout") ? fields.layout("layout") : nil
    let window = fields.hasValue("window") ? fields.window("window") : .always
    let source = fields.hasValue("source") ? fields.source("source", of: kind) : .query(.all)
    let action = fields.hasValue("action") ? fields.action("action", of: kind) : nil
    let category = fields.hasValue("category") ? fields.text("category") : nil
    let version =
      fields.hasValue("min_schema_version") ? fields.positiveInteger("min_schema_version") : 1
    fields.refuseUnknownFields()
    self.init(
      id: id, kind: kind ?? .featuredTopics, title: title, limit: limit, layout: layout,
      source: source, window: window, action: action, category: category,
      minSchemaVersion: version)
  }
}

extension JSONFieldReader {
  fileprivate mutating func kind(_ name: String) -> ContentKind? {
    let count = problems.count
    let text = text(name)
    if let kind = ContentKind(rawValue: text) { return kind }
    // A field that is no text at all has been noted already.
    if problems.count == count {
      refuse(name, expected: .oneOf(ContentKind.allCases.map(\.rawValue)))
    }
    return nil
  }

  fileprivate mutating func limit(_ name: String) -> Int {
    let count = problems.count
    let limit = integer(name)
    let allowed = Composition.supportedLimits
    if problems.count == count, !allowed.contains(limit) {
      refuse(
        name,
        expected: .words("a whole number from \(allowed.lowerBound) to \(allowed.upperBound)"))
    }
    return limit
  }

  fileprivate mutating func layout(_ name: String) -> Composition.LayoutChoice? {
    object(name) { layout in
      let type = layout.text("type")
      let options = layout.hasValue("options") ? layout.texts("options") : [:]
      layout.refuseUnknownFields()
      return Composition.LayoutChoice(type: type, options: options)
    }
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
      let deepLink =
        fields.hasValue("deep_link") ? fields.template("deep_link", of: kind) : nil
      let webURL =
        fields.hasValue("web_url") ? fields.template("web_url", of: kind, isWeb: true) : nil
      fields.refuseUnknownFields()
      return Composition.ActionTemplate(deepLink: deepLink, webURL: webURL)
    }
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
    let known = ["kind"] + kind.fields.map(\.name)
    for case .field(let field) in parts where !known.contains(field) {
      refuse(
        name, expected: .words("only " + known.map { "{\($0)}" }.joined(separator: ", ")),
        found: .text("{\(field)}"))
      return nil
    }
    let example = Composition.ActionTemplate.expand(template, for: kind.example)
    if isWeb, !AbsoluteURL.isValid(example) {
      refuse(name, expected: .url)
    } else if !isWeb, !AbsoluteURL.hasScheme(example) {
      refuse(name, expected: .words("a URL with a scheme, such as tanada://{kind}/{id}"))
    }
    return template
  }
}
