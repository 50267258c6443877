import FeedModel

/// What addresses look like.
enum AddressPattern {
  /// An absolute http or https address.
  static let url = "^https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(/[A-Za-z0-9._~/-]*)?$"
}

extension Schema {
  /// A date and time with its time zone, in the format of the sample files.
  static let moment = Schema.text(
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?"
      + "(Z|[+-][0-9]{2}:?[0-9]{2})$")

  /// What a field holds.
  static func value(of field: ContentField) -> Schema {
    switch field.type {
    case .integer(let range): .integer(range)
    case .number(let range): .number(range)
    // Text that SQLite would cut is refused.
    case .text: .text(pattern: "^[^\\u0000]*$")
    case .url: .text(pattern: AddressPattern.url, format: "uri")
    case .date: .moment
    }
  }

  /// A whole item of `kind`.
  static func entity(_ kind: ContentKind) -> Schema {
    .object(kind.fields.map { .required($0.name, .value(of: $0)) })
  }
}
