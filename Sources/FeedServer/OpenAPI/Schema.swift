import FeedModel
import StrictJSON

/// A JSON Schema (2020-12).
struct Schema: Sendable {
  /// A schema that others refer to by name.
  typealias Component = (name: String, schema: Schema)

  /// A member of an object.
  struct Property: Sendable {
    let name: String
    let schema: Schema
    var isRequired = true

    static func required(_ name: String, _ schema: Schema) -> Property {
      Property(name: name, schema: schema)
    }

    static func optional(_ name: String, _ schema: Schema) -> Property {
      Property(name: name, schema: schema, isRequired: false)
    }
  }

  /// Writes the keywords as members of the schema's object.
  let writeKeywords: @Sendable (inout JSONWriter) -> Void

  init(_ writeKeywords: @escaping @Sendable (inout JSONWriter) -> Void) {
    self.writeKeywords = writeKeywords
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writeKeywords(&$0) }
  }
}

extension Schema {
  /// Any JSON value.
  static let anything = Schema { _ in }

  static let boolean = Schema { $0.member("type", "boolean") }

  static let null = Schema { $0.member("type", "null") }

  /// Text; `pattern` is a regular expression (ECMA-262), `format` one of JSON Schema's formats.
  static func text(
    pattern: String? = nil, format: String? = nil, length: ClosedRange<Int>? = nil
  ) -> Schema {
    Schema { keywords in
      keywords.member("type", "string")
      if let format { keywords.member("format", format) }
      if let pattern { keywords.member("pattern", pattern) }
      if let length {
        keywords.member("minLength", length.lowerBound)
        keywords.member("maxLength", length.upperBound)
      }
    }
  }

  /// One of `values`.
  static func oneText(of values: [String]) -> Schema {
    Schema { keywords in
      keywords.member("type", "string")
      keywords.array("enum", values) { $0.value($1) }
    }
  }

  /// Exactly this text.
  static func constant(_ text: String) -> Schema {
    Schema { keywords in
      keywords.member("type", "string")
      keywords.member("const", text)
    }
  }

  /// A 64-bit integer.
  static func integer(_ range: ClosedRange<Int> = Int.min...Int.max) -> Schema {
    Schema { keywords in
      keywords.member("type", "integer")
      keywords.member("format", "int64")
      keywords.member("minimum", range.lowerBound)
      keywords.member("maximum", range.upperBound)
    }
  }

  static func number(_ range: ClosedRange<Double>? = nil) -> Schema {
    Schema { keywords in
      keywords.member("type", "number")
      if let range {
        keywords.member("minimum", range.lowerBound)
        keywords.member("maximum", range.upperBound)
      }
    }
  }

  static func array(of items: Schema, count: ClosedRange<Int>? = nil) -> Schema {
    Schema { keywords in
      keywords.member("type", "array")
      keywords.key("items")
      items.write(to: &keywords)
      if let count {
        keywords.member("minItems", count.lowerBound)
        keywords.member("maxItems", count.upperBound)
      }
    }
  }

  /// An object. Other members are allowed unless `isClosed`, as documents may gain members.
  ///
  /// - Parameter localized: the names of the members whose translations stand beside them: `title@en`, with the schema
  ///   of the translations.
  static func object(
    _ properties: [Property], localized: [(name: String, schema: Schema)] = [],
    isClosed: Bool = false
  ) -> Schema {
    Schema { keywords in
      keywords.member("type", "object")
      keywords.object("properties") { object in
        for property in properties {
          object.key(property.name)
          property.schema.write(to: &object)
        }
      }
      if !localized.isEmpty {
        keywords.object("patternProperties") { object in
          for (name, schema) in localized {
            object.key("^\(name)@\(LocaleTag.pattern.dropFirst())")
            schema.orNull.write(to: &object)
          }
        }
      }
      let required = properties.filter(\.isRequired)
      if !required.isEmpty { keywords.array("required", required) { $0.value($1.name) } }
      if isClosed { keywords.member("additionalProperties", false) }
    }
  }

  /// An object whose members all have the same schema.
  static func map(of values: Schema) -> Schema {
    Schema { keywords in
      keywords.member("type", "object")
      keywords.key("additionalProperties")
      values.write(to: &keywords)
    }
  }

  /// At least one of `schemas` describes the value.
  static func any(of schemas: [Schema]) -> Schema {
    Schema { keywords in
      keywords.array("anyOf", schemas) { $1.write(to: &$0) }
    }
  }

  /// Each of `schemas` describes the value.
  static func all(of schemas: [Schema]) -> Schema {
    Schema { keywords in
      keywords.array("allOf", schemas) { $1.write(to: &$0) }
    }
  }

  /// The component called `name`.
  static func component(_ name: String) -> Schema {
    Schema { $0.member("$ref", "#/components/schemas/\(name)") }
  }

  var orNull: Schema { .any(of: [self, .null]) }

  /// The schema with a description.
  func described(_ description: String) -> Schema {
    Schema { keywords in
      writeKeywords(&keywords)
      keywords.member("description", description)
    }
  }
}

extension Schema {
  /// A date and time with its time zone, in the format of the sample files.
  static let moment = Schema.text(pattern: Timestamp.pattern)

  /// The schema of a field's values.
  static func value(of field: ContentField) -> Schema {
    Schema { field.writeSchema(to: &$0) }
  }

  /// A whole item of `kind`.
  static func item(_ kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { .required($0.name, .value(of: $0)) }, localized: translations(of: kind))
  }

  /// The localised fields of `kind`.
  static func translations(of kind: ContentKind) -> [(name: String, schema: Schema)] {
    kind.fields.filter(\.isLocalized).map { field in
      (field.name, Schema { field.type.writeSchema(to: &$0) })
    }
  }

  /// Items under `result` and the path of the next page.
  static func list(of item: Schema) -> Schema {
    .object([.required("result", .array(of: item)), .required("next", Schema.text().orNull)])
  }
}
