package import StrictJSON

/// A field of a kind's items.
public struct ContentField: Hashable, Sendable {
  /// Unique in its kind; the member of documents and the column of tables.
  public let name: String
  /// The type of the values, with its rules.
  package let type: any FieldType
  /// Whether it may hold no value.
  public let isNullable: Bool
  /// The value of items that are written without the field; `nil` if there is none.
  package let defaultValue: FieldValue?
  /// Whether it may hold a value for each locale. The one without a locale is that of the default locale.
  public let isLocalized: Bool

  /// A field, which is required unless it is nullable or has a default value.
  package init(
    _ name: String, _ type: any FieldType, isNullable: Bool = false,
    defaultValue: FieldValue? = nil, isLocalized: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.defaultValue = defaultValue
    self.isLocalized = isLocalized
  }

  /// Whether every item that is written has the field.
  public var isRequired: Bool { !isNullable && defaultValue == nil }

  /// The value of items that are written without the field; `nil` if they are refused.
  package var missingValue: FieldValue? { defaultValue ?? (isNullable ? .null : nil) }

  /// The value of a placeholder item.
  package var example: FieldValue { type.example }

  /// The name of the type in definitions.
  public var typeName: String { Swift.type(of: type).name }

  /// The id, which every kind has before its own fields.
  package static let identifier = ContentField("id", IntegerField(1...Int.max))

  public static func == (left: ContentField, right: ContentField) -> Bool {
    left.name == right.name && left.isNullable == right.isNullable
      && left.isLocalized == right.isLocalized
      && left.defaultValue == right.defaultValue && left.type.isEqual(to: right.type)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(isNullable)
  }
}

extension ContentField {
  /// The value that a column holds; `nil` if it breaks the rules.
  package func value(stored: FieldValue) -> FieldValue? {
    if case .null = stored { return isNullable ? .null : nil }
    return type.value(stored: stored)
  }

  /// The schema of the values as they are written. A description stays at the value.
  package var schema: Schema { isNullable ? .any(of: [type.schema, .null]) : type.schema }
}

extension JSONFieldReader {
  /// The value of a field; what is wrong with it is noted, and a placeholder returned.
  package mutating func value(of field: ContentField) -> FieldValue {
    let json = tree(field.name)
    guard let json, !json.isNull || !field.isNullable else {
      if json != nil { return .null }
      if let value = field.missingValue { return value }
      refuse(field.name, expected: field.type.expectation)
      return field.example
    }
    do throws(FieldMistake) {
      return try field.type.value(of: json)
    } catch {
      problems.append(
        at: "/\(field.name.escapedForPointer)\(error.pointer)", expected: error.expected,
        found: error.found)
      return field.example
    }
  }
}

extension DocumentProblem.Expectation {
  /// The form that ``AbsoluteURL`` accepts.
  package static let url = words("an absolute http or https URL")
  /// The form that ``Timestamp`` reads.
  package static let date = words(
    "a date with a time zone, like 2022-12-01T07:30:00.000+0000")
}
