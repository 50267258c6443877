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

extension String {
  /// Everything but the unreserved characters of RFC 3986, section 2.3, as `%XX`.
  fileprivate var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }
}
