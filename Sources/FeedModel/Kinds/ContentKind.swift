import StrictJSON

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
