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

  /// `template` for `entity`: `{kind}`, `{id}` and the entity's own fields, each percent-encoded so
  /// that it is one segment of a path or one value of a query.
  package static func expand(_ template: String, for entity: some ContentEntity) -> String {
    var values = FieldTexts()
    entity.write(to: &values)
    values.texts["kind"] = type(of: entity).kind.rawValue
    return (parts(of: template) ?? []).map { part in
      switch part {
      case .literal(let text): text
      case .field(let name): values.texts[name, default: ""].percentEncoded
      }
    }.joined()
  }
}

/// An entity's fields as text.
private struct FieldTexts: FieldWriter {
  var texts: [String: String] = [:]

  mutating func integer(_ name: String, _ value: Int) { texts[name] = "\(value)" }
  mutating func number(_ name: String, _ value: Double) { texts[name] = "\(value)" }
  mutating func text(_ name: String, _ value: String) { texts[name] = value }
}
