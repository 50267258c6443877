package import FeedModel
import StrictJSON

extension Schema {
  /// A date and time with its time zone, in the format of the sample files.
  package static let moment = Schema.text(pattern: Timestamp.pattern)

  /// The schema of a field's values.
  ///
  /// - Parameter isOpen: whether another version of the kind may have other choices, as in everything that is read.
  package static func value(of field: ContentField, isOpen: Bool = false) -> Schema {
    written(isOpen: isOpen) { field.writeSchema(to: &$0) }
  }

  /// The schema of what may be written to `field` of `kind`. The sides of pictures have bounds of their own.
  package static func written(_ field: ContentField, of kind: ContentKind) -> Schema {
    guard kind.roles[.imageWidth] == field.name || kind.roles[.imageHeight] == field.name,
      let type = field.type as? IntegerField
    else { return value(of: field) }
    let bounded = IntegerField(type.range.clamped(to: PictureSize.sides))
    return value(of: ContentField(field.name, bounded, isNullable: field.isNullable))
      .described("A picture has \(PictureSize.expectation).")
  }

  /// A whole item of `kind` as it is read.
  package static func item(_ kind: ContentKind) -> Schema {
    .object(
      kind.allFields.map { .required($0.name, .value(of: $0, isOpen: true)) },
      localized: translations(of: kind))
  }

  /// The localised fields of `kind`.
  package static func translations(of kind: ContentKind) -> [(name: String, schema: Schema)] {
    kind.fields.filter(\.isLocalized).map { field in
      (field.name, written(isOpen: true) { field.type.writeSchema(to: &$0) })
    }
  }

  /// Items under `result` and the path of the next page.
  package static func list(of item: Schema) -> Schema {
    .object([.required("result", .array(of: item)), .required("next", Schema.text().orNull)])
  }

  /// The schema with these keywords, which types of fields write.
  private static func written(
    isOpen: Bool, _ keywords: (inout JSONWriter) -> Void
  ) -> Schema {
    let json = JSONWriter.encode { $0.object(keywords) }
    guard let tree = try? JSONTree(parsing: json) else {
      preconditionFailure("a writer writes JSON")
    }
    return Schema(keywords: tree, isOpen: isOpen)
  }

  /// Reads the keywords that types of fields use.
  private init(keywords: JSONTree, isOpen: Bool) {
    if let either = keywords["anyOf"]?.elements {
      self = .any(of: either.map { Schema(keywords: $0, isOpen: isOpen) })
      return
    }
    let form: Form
    switch keywords["type"]?.string {
    case "null": form = .null
    case "boolean": form = .boolean
    case "integer":
      form = .integer(
        (keywords["minimum"]?.integer ?? .min)...(keywords["maximum"]?.integer ?? .max))
    case "number":
      form = .number(keywords.numberRange)
    case "array":
      let items = keywords["items"].map { Schema(keywords: $0, isOpen: isOpen) }
      form = .array(items ?? .anything, count: keywords["maxItems"]?.integer.map { 0...$0 })
    case "string":
      if let names = keywords["enum"]?.elements {
        form = .names(names.compactMap(\.string), isOpen: isOpen)
      } else {
        form = .text(
          Text(
            pattern: keywords["pattern"]?.string, format: keywords["format"]?.string,
            length: keywords["maxLength"]?.integer.map { 0...$0 }))
      }
    default: preconditionFailure("a type of field whose schema is not known: \(keywords.bytes)")
    }
    self.init(form)
    self = described(keywords["description"]?.string ?? "")
  }
}

extension JSONTree {
  /// The range between `minimum` and `maximum`; `nil` for any number.
  fileprivate var numberRange: ClosedRange<Double>? {
    let (minimum, maximum) = (self["minimum"]?.number, self["maximum"]?.number)
    guard minimum != nil || maximum != nil else { return nil }
    return (minimum ?? -.greatestFiniteMagnitude)...(maximum ?? .greatestFiniteMagnitude)
  }
}
