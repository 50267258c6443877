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
  package static func list(of item: Schema) -> Schema {
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
