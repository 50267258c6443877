import StrictJSON

/// A JSON Schema (2020-12) as a value: `/openapi.json` writes it, and `tanada types` makes types of it.
package struct Schema: Hashable, Sendable {
  /// A schema that others refer to by name.
  package typealias Component = (name: String, schema: Schema)

  /// The values that a schema allows.
  package indirect enum Form: Hashable, Sendable {
    /// Any JSON value.
    case anything
    case null
    case boolean
    case text(Text)
    /// One of these texts; an open list allows others, which clients have to expect.
    case names([String], isOpen: Bool)
    /// Any text but these.
    case textOther(than: [String])
    /// Exactly this text.
    case constant(String)
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>?)
    case array(Schema, count: ClosedRange<Int>?)
    case object(Object)
    /// An object whose members all have the same schema.
    case map(Schema)
    /// At least one of the schemas describes the value.
    case any([Schema])
    /// Each of the schemas describes the value.
    case all([Schema])
    /// One of several objects, as a member of it says.
    case variants(Variants)
    /// The component of this name.
    case component(String)
  }

  /// The rules of a text.
  package struct Text: Hashable, Sendable {
    /// A regular expression (ECMA-262); `nil` for none.
    package var pattern: String?
    /// One of JSON Schema's formats; `nil` for none.
    package var format: String?
    /// The least and the most code points; `nil` for any number.
    package var length: ClosedRange<Int>?
  }

  /// The members of an object. Documents may gain members, so others are allowed unless it is closed.
  package struct Object: Hashable, Sendable {
    package var properties: [Property]
    /// The members whose translations stand beside them: `title@en`.
    package var localized: [Property] = []
    package var isClosed = false
  }

  /// A member of an object.
  package struct Property: Hashable, Sendable {
    package let name: String
    package let schema: Schema
    package var isRequired: Bool

    package init(name: String, schema: Schema, isRequired: Bool = true) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }

    /// A member that is always there, with its meaning unless the schema has it.
    package static func required(
      _ name: String, _ schema: Schema, _ description: String? = nil
    ) -> Property {
      Property(name: name, schema: description.map(schema.described) ?? schema)
    }

    /// A member that may be missing, with its meaning unless the schema has it.
    package static func optional(
      _ name: String, _ schema: Schema, _ description: String? = nil
    ) -> Property {
      Property(name: name, schema: description.map(schema.described) ?? schema, isRequired: false)
    }
  }

  /// Several objects, each with its own text in a common member. There may be others in time.
  package struct Variants: Hashable, Sendable {
    /// One of the objects.
    package struct Variant: Hashable, Sendable {
      /// The text in the common member.
      package let tag: String
      /// The component that describes the object.
      package let component: String

      package init(_ tag: String, _ component: String) {
        self.tag = tag
        self.component = component
      }
    }

    /// The name of the common member: `type`.
    package let member: String
    package let known: [Variant]
    /// The component of an object with another text in the common member.
    package let other: String

    package init(member: String, known: [Variant], other: String) {
      self.member = member
      self.known = known
      self.other = other
    }
  }

  package let form: Form
  /// The meaning of the value, with its unit; empty for none.
  package private(set) var description = ""

  package init(_ form: Form) {
    self.form = form
  }

  /// The schema with a description.
  package func described(_ description: String) -> Schema {
    var schema = self
    schema.description = description
    return schema
  }
}

extension Schema {
  /// Any JSON value.
  package static let anything = Schema(.anything)

  package static let boolean = Schema(.boolean)

  package static let null = Schema(.null)

  /// Text; `pattern` is a regular expression (ECMA-262), `format` one of JSON Schema's formats.
  package static func text(
    pattern: String? = nil, format: String? = nil, length: ClosedRange<Int>? = nil
  ) -> Schema {
    Schema(.text(Text(pattern: pattern, format: format, length: length)))
  }

  /// One of `values`, and of no others: for what is written, and for lists that are complete.
  package static func oneText(of values: [String]) -> Schema {
    Schema(.names(values, isOpen: false))
  }

  /// One of `values`, or another text that a later version, or an editor, adds.
  package static func knownText(of values: [String]) -> Schema {
    Schema(.names(values, isOpen: true))
  }

  /// One of `values`; of no others in what is written, and of others in what is read, if it `isOpen`.
  package static func text(of values: [String], isOpen: Bool) -> Schema {
    Schema(.names(values, isOpen: isOpen))
  }

  /// Exactly this text.
  package static func constant(_ text: String) -> Schema { Schema(.constant(text)) }

  /// A whole number within `range`, as far as ``SafeInteger`` goes.
  package static func integer(_ range: ClosedRange<Int> = SafeInteger.range) -> Schema {
    Schema(.integer(range.clamped(to: SafeInteger.range)))
  }

  package static func number(_ range: ClosedRange<Double>? = nil) -> Schema {
    Schema(.number(range))
  }

  package static func array(of items: Schema, count: ClosedRange<Int>? = nil) -> Schema {
    Schema(.array(items, count: count))
  }

  /// An object. Other members are allowed unless `isClosed`, as documents may gain members.
  ///
  /// - Parameter localized: the members whose translations stand beside them: `title@en`, with the schema of the
  ///   translations.
  package static func object(
    _ properties: [Property], localized: [(name: String, schema: Schema)] = [],
    isClosed: Bool = false
  ) -> Schema {
    Schema(
      .object(
        Object(
          properties: properties, localized: localized.map { .optional($0.name, $0.schema) },
          isClosed: isClosed)))
  }

  /// An object whose members all have the same schema.
  package static func map(of values: Schema) -> Schema { Schema(.map(values)) }

  /// At least one of `schemas` describes the value.
  package static func any(of schemas: [Schema]) -> Schema { Schema(.any(schemas)) }

  /// Each of `schemas` describes the value.
  package static func all(of schemas: [Schema]) -> Schema { Schema(.all(schemas)) }

  /// The component called `name`.
  package static func component(_ name: String) -> Schema { Schema(.component(name)) }

  /// The value or null. A description stays where it is read first.
  package var orNull: Schema {
    var value = self
    value.description = ""
    return Schema.any(of: [value, .null]).described(description)
  }
}

extension Schema {
  /// A date and time with its time zone, in the format of the sample files.
  package static let moment = Schema.text(pattern: Timestamp.pattern)

  /// The id of a photo.
  package static let photoID = Schema.text(pattern: "^[0-9a-f]{\(PhotoID.length)}$")

  /// The schema of what may be written to `field` of `kind`. The sides of pictures have bounds of their own.
  package static func written(_ field: ContentField, of kind: ContentKind) -> Schema {
    guard kind.roles[.imageWidth] == field.name || kind.roles[.imageHeight] == field.name,
      let type = field.type as? IntegerField
    else { return field.schema }
    let bounded = IntegerField(type.range.clamped(to: PictureSize.sides))
    return ContentField(field.name, bounded, isNullable: field.isNullable).schema
      .described("A picture has \(PictureSize.expectation).")
  }

  /// A whole item of `kind` as it is read.
  package static func item(_ kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { .required($0.name, $0.schema.opened) },
      localized: translations(of: kind))
  }

  /// The localised fields of `kind`.
  package static func translations(of kind: ContentKind) -> [(name: String, schema: Schema)] {
    kind.fields.filter(\.isLocalized).map { ($0.name, $0.type.schema.opened) }
  }

  /// Items under `result` and the path of the next page.
  package static func page(of item: Schema) -> Schema {
    .object([.required("result", .array(of: item)), .required("next", Schema.text().orNull)])
  }

  /// The schema for what is read: another version of a kind may have other choices.
  package var opened: Schema {
    switch form {
    case .names(let names, _): Schema(.names(names, isOpen: true)).described(description)
    case .array(let items, let count):
      Schema(.array(items.opened, count: count)).described(description)
    case .any(let schemas): .any(of: schemas.map(\.opened)).described(description)
    default: self
    }
  }
}
