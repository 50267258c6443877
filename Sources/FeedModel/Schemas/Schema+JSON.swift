package import StrictJSON

extension Schema {
  /// Writes the schema as an object.
  package func write(to writer: inout JSONWriter) {
    writer.object { writeKeywords(to: &$0) }
  }

  private func writeKeywords(to keywords: inout JSONWriter) {
    form.write(to: &keywords)
    if !description.isEmpty { keywords.member("description", description) }
  }
}

extension Schema.Form {
  fileprivate func write(to keywords: inout JSONWriter) {
    switch self {
    case .anything: break
    case .null: keywords.member("type", "null")
    case .boolean: keywords.member("type", "boolean")
    case .text(let text): text.write(to: &keywords)
    case .names(let names, let isOpen): Self.write(names, isOpen: isOpen, to: &keywords)
    case .textOther(let names):
      keywords.member("type", "string")
      keywords.object("not") { $0.array("enum", names) { $0.value($1) } }
    case .constant(let text):
      keywords.member("type", "string")
      keywords.member("const", text)
    case .integer(let range):
      keywords.member("type", "integer")
      keywords.member("format", "int64")
      keywords.member("minimum", range.lowerBound)
      keywords.member("maximum", range.upperBound)
    case .number(let range):
      keywords.member("type", "number")
      if let range {
        keywords.member("minimum", range.lowerBound)
        keywords.member("maximum", range.upperBound)
      }
    case .array(let items, let count):
      keywords.member("type", "array")
      keywords.key("items")
      items.write(to: &keywords)
      if let count {
        keywords.member("minItems", count.lowerBound)
        keywords.member("maxItems", count.upperBound)
      }
    case .object(let object): object.write(to: &keywords)
    case .map(let values):
      keywords.member("type", "object")
      keywords.key("additionalProperties")
      values.write(to: &keywords)
    case .any(let schemas): keywords.array("anyOf", schemas) { $1.write(to: &$0) }
    case .all(let schemas): keywords.array("allOf", schemas) { $1.write(to: &$0) }
    case .variants(let variants): variants.write(to: &keywords)
    case .component(let name): keywords.member("$ref", Self.reference(to: name))
    }
  }

  /// An open list has the form that generators of clients make open enums of: the known names, or any text.
  private static func write(_ names: [String], isOpen: Bool, to keywords: inout JSONWriter) {
    guard isOpen else {
      keywords.member("type", "string")
      keywords.array("enum", names) { $0.value($1) }
      return
    }
    keywords.array("anyOf", [true, false]) { writer, isKnown in
      writer.object {
        $0.member("type", "string")
        if isKnown { $0.array("enum", names) { $0.value($1) } }
      }
    }
  }

  fileprivate static func reference(to component: String) -> String {
    "#/components/schemas/\(component)"
  }
}

extension Schema.Text {
  fileprivate func write(to keywords: inout JSONWriter) {
    keywords.member("type", "string")
    if let format { keywords.member("format", format) }
    if let pattern { keywords.member("pattern", pattern) }
    if let length {
      keywords.member("minLength", length.lowerBound)
      keywords.member("maxLength", length.upperBound)
    }
  }
}

extension Schema.Object {
  fileprivate func write(to keywords: inout JSONWriter) {
    keywords.member("type", "object")
    keywords.object("properties") { object in
      for property in properties {
        object.key(property.name)
        property.schema.write(to: &object)
      }
    }
    if !localized.isEmpty {
      keywords.object("patternProperties") { object in
        for property in localized {
          object.key("^\(property.name)@\(LocaleTag.pattern.dropFirst())")
          property.schema.orNull.write(to: &object)
        }
      }
    }
    let required = properties.filter(\.isRequired)
    if !required.isEmpty { keywords.array("required", required) { $0.value($1.name) } }
    if isClosed { keywords.member("additionalProperties", false) }
  }
}

extension Schema.Variants {
  /// Exactly one of the known objects, or one that names itself differently.
  fileprivate func write(to keywords: inout JSONWriter) {
    keywords.array("anyOf", [true, false]) { writer, isKnown in
      guard isKnown else { return Schema.component(other).write(to: &writer) }
      writer.object { object in
        object.array("oneOf", known) { Schema.component($1.component).write(to: &$0) }
        object.object("discriminator") {
          $0.member("propertyName", member)
          $0.object("mapping") {
            for variant in known {
              $0.member(variant.tag, Schema.Form.reference(to: variant.component))
            }
          }
        }
      }
    }
  }
}
