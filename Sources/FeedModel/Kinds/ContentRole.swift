package import StrictJSON

/// The role of a field for clients that show the items of its kind.
public enum ContentRole: String, CaseIterable, Hashable, Sendable {
  /// The headline, which a person reads first.
  case headline
  /// Longer text that belongs to the headline.
  case summary
  /// The picture: its address, or a photo of the store.
  case image
  /// The picture's width in pixels.
  case imageWidth = "image_width"
  /// The picture's height in pixels.
  case imageHeight = "image_height"
  /// 0 to 5 stars.
  case rating
  /// When the item was published, opened or takes place.
  case date
  /// The group that the item belongs to, in a word or two.
  case label
  /// Who made it.
  case author
  /// Where it is.
  case place
}

extension ContentRole {
  /// The ratings that stars show.
  static let ratings = 0.0...5.0

  /// Whether the role can be of a field of `type`.
  func fits(_ type: any FieldType) -> Bool {
    switch self {
    case .headline, .label: type is TextField || type is ChoiceField
    case .summary, .author, .place: type is TextField
    case .image: type is URLField || type is PhotoField
    case .imageWidth, .imageHeight: (type as? IntegerField).map { $0.range.lowerBound > 0 } ?? false
    case .rating:
      switch type {
      case let type as NumberField:
        Self.ratings.contains(type.range.lowerBound) && Self.ratings.contains(type.range.upperBound)
      case let type as IntegerField:
        (0...5).contains(type.range.lowerBound) && (0...5).contains(type.range.upperBound)
      default: false
      }
    case .date: type is DateField
    }
  }

  /// The types of fields that can have the role, in words.
  var expectation: String {
    switch self {
    case .headline, .label: "a text or choice field"
    case .summary, .author, .place: "a text field"
    case .image: "a url or photo field"
    case .imageWidth, .imageHeight: "an integer field with a minimum of at least 1"
    case .rating: "a number or integer field with a minimum and a maximum from 0 to 5"
    case .date: "a date field"
    }
  }
}

/// Which field has which role; each role is of one field or none.
public struct ContentRoles: Hashable, Sendable {
  private let names: [ContentRole: String]

  public init(_ names: [ContentRole: String] = [:]) {
    self.names = names
  }

  /// The name of the field with `role`.
  public subscript(role: ContentRole) -> String? { names[role] }

  /// The roles that are taken, in their published order.
  public var all: [(role: ContentRole, field: String)] {
    ContentRole.allCases.compactMap { role in names[role].map { (role, $0) } }
  }

  /// Writes the roles as members of an object.
  package func write(to object: inout JSONWriter) {
    for (role, field) in all { object.member(role.rawValue, field) }
  }
}
