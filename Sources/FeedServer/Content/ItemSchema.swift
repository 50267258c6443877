import FeedModel

extension Schema {
  /// A date and time with its time zone, in the format of the sample files.
  static let moment = Schema.text(pattern: Timestamp.pattern)

  /// What a field holds.
  static func value(of field: ContentField) -> Schema {
    Schema { field.writeSchema(to: &$0) }
  }

  /// A whole item of `kind`.
  static func item(_ kind: ContentKind) -> Schema {
    .object(kind.allFields.map { .required($0.name, .value(of: $0)) })
  }
}
