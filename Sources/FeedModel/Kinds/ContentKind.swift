package import StrictJSON

/// A kind of content: the definition of its items.
///
/// Every database begins with six kinds, ``ContentKinds/standard``; teams define others and change them.
/// A value never changes: a changed definition is another value.
public struct ContentKind: Sendable {
  /// The parts of a kind's definition. A class, so that items share it.
  private final class Definition: Sendable {
    let name: String
    let title: String
    let fields: [ContentField]
    let roles: ContentRoles
    let layout: Composition.LayoutChoice
    let cell: String?
    let headlineTemplate: String?
    /// The places of the fields among ``fields``.
    let places: [String: Int]
    /// The names of the id and the fields in alphabetical order, each with its place; none for the id.
    let alphabetical: [(name: String, place: Int?)]
    /// The places of the fields with roles.
    let rolePlaces: [Int?]
    let hasLocalizedFields: Bool

    init(
      name: String, title: String, fields: [ContentField], roles: ContentRoles,
      layout: Composition.LayoutChoice, cell: String?, headlineTemplate: String?
    ) {
      let places = Dictionary(
        fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      self.name = name
      self.title = title
      self.fields = fields
      self.roles = roles
      self.layout = layout
      self.cell = cell
      self.headlineTemplate = headlineTemplate
      self.places = places
      alphabetical =
        (fields.enumerated().map { ($1.name, $0) } + [(ContentField.identifier.name, nil)])
        .sorted { $0.0 < $1.0 }
      rolePlaces = ContentRole.allCases.map { role in roles[role].flatMap { places[$0] } }
      hasLocalizedFields = fields.contains(where: \.isLocalized)
    }
  }

  private let definition: Definition

  /// A kind as it is defined; ``init(reading:)`` checks a definition.
  package init(
    name: String, title: String, fields: [ContentField], roles: ContentRoles = ContentRoles(),
    layout: Composition.LayoutChoice, cell: String? = nil, headlineTemplate: String? = nil
  ) {
    definition = Definition(
      name: name, title: title, fields: fields, roles: roles, layout: layout, cell: cell,
      headlineTemplate: headlineTemplate)
  }

  /// The name in documents, addresses and tables.
  public var name: String { definition.name }
  /// The name of the kind for people.
  public var title: String { definition.title }
  /// The fields of an item in the published order, without its id.
  public var fields: [ContentField] { definition.fields }
  /// The roles of the fields for clients that show items.
  public var roles: ContentRoles { definition.roles }
  /// The layout of a section whose composition chooses none.
  public var defaultLayout: Composition.LayoutChoice { definition.layout }
  /// The name of the cell that items are drawn in; `nil` for the one of the layout.
  public var cell: String? { definition.cell }
  /// The headline of items without a field for it, such as `Campaign {banner_contents_id}`.
  public var headlineTemplate: String? { definition.headlineTemplate }

  /// Whether any of the fields may hold a value for each locale.
  public var hasLocalizedFields: Bool { definition.hasLocalizedFields }

  /// The id and the fields, in the published order.
  package var allFields: [ContentField] { [.identifier] + fields }

  /// The field called `name`, if items of this kind have one; every kind has an `id`.
  public func field(_ name: String) -> ContentField? {
    if name == ContentField.identifier.name { return .identifier }
    return place(of: name).map { fields[$0] }
  }

  /// The place of the field called `name` among ``fields``.
  package func place(of name: String) -> Int? { definition.places[name] }

  /// The names of the id and the fields in alphabetical order, each with its place; none for the id.
  package var alphabeticalFields: [(name: String, place: Int?)] { definition.alphabetical }

  /// The place of the field with `role` among ``fields``.
  func place(of role: ContentRole) -> Int? {
    ContentRole.allCases.firstIndex(of: role).flatMap { definition.rolePlaces[$0] }
  }

  /// An item with an example value in every field.
  package var example: ContentItem {
    ContentItem(kind: self, id: 1, values: fields.map(\.example))
  }
}

extension ContentKind: Hashable {
  public static func == (left: ContentKind, right: ContentKind) -> Bool {
    left.definition === right.definition
      || left.name == right.name && left.title.exact == right.title.exact
        && left.fields == right.fields && left.roles == right.roles
        && left.defaultLayout == right.defaultLayout && left.cell == right.cell
        && left.headlineTemplate?.exact == right.headlineTemplate?.exact
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

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
