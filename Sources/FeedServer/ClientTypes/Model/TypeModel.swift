import FeedModel

/// The types that a client needs, in no language yet.
struct TypeModel {
  /// The type of a value.
  indirect enum Reference: Hashable {
    case text
    case flag
    case integer
    case number
    /// Any JSON.
    case json
    case list(Reference)
    case map(Reference)
    /// One of the declared types.
    case named(String)
    /// A number or a text.
    case numberOrText
  }

  /// A member of an object.
  struct Member: Hashable {
    /// The name in documents.
    let name: String
    let type: Reference
    /// Whether the member may be missing, or be null.
    let isOptional: Bool
    let isNullable: Bool
    let words: String
  }

  /// An object.
  struct Record {
    let name: String
    let words: String
    let members: [Member]
    /// The member that says which of several objects this is, and its text; `nil` for the text of an unknown one.
    var tag: (member: String, text: String?)?

    /// Whether it is the record of what is not known, which has the whole object.
    var isUnknown: Bool { tag.map { $0.text == nil } ?? (name == TypeModel.unknownItem) }
  }

  /// Texts of which some are known.
  typealias OpenNames = (name: String, words: String, known: [String])

  /// One of several objects. They have a member whose text says which it is, or are told apart by the members they have.
  /// What is not known is the record `other`; a type may have none.
  typealias Union = (
    name: String, words: String, member: String?, cases: [(tag: String, type: String)],
    other: String?
  )

  /// A declared type.
  enum Declaration {
    case record(Record)
    case names(OpenNames)
    case union(Union)
  }

  private(set) var declarations: [Declaration] = []
  /// The types of the items of kinds.
  private(set) var kinds: [(name: String, type: String)] = []
  /// The declared names, to which others may not be equal, whatever their case.
  private var taken: Set<String>

  /// The record of an item of a kind that is not known.
  static let unknownItem = "UnknownItem"
  /// The components that are parts of others alone.
  private static let parts: Set = ["DerivedFields", "SlotPlace", "SlotColor", "SlotText"]
  /// The union of the items of all kinds.
  static let item = "FeedItem"

  /// The types of documents and of the items of `contentKinds`.
  init(_ contentKinds: ContentKinds) {
    let components = Documents.components(contentKinds) + Documents.problems
    let published = Set(contentKinds.all.map(\.publishedSchemaName))
    // Items are made of their kinds, under names of their own.
    let parts = components.filter {
      !published.contains($0.name) && $0.name != Documents.itemComponent
    }
    taken = Set(
      (parts.map(\.name) + [Self.item, Self.unknownItem] + Self.helpers).map { $0.lowercased() })
    let aliases = Dictionary(
      parts.compactMap { part in Self.alias(part.schema).map { (part.name, $0) } }
    ) { $1 }
    let known = Dictionary(parts.map { ($0.name, $0.schema) }) { $1 }
    for part in parts where aliases[part.name] == nil && !Self.parts.contains(part.name) {
      let whole = part.schema.withParts(known)
      declare(part.name, whole, aliases)
    }
    for kind in contentKinds.all { declare(kind, aliases) }
    declarations.append(
      .record(
        Record(
          name: Self.unknownItem,
          words: "An item of a kind that is not known, or whose fields have changed.",
          members: ([.required("id", .integer(1...Int.max), "Unique in its kind.")]
            + Documents.derivedFields).map { member($0, of: Self.unknownItem, aliases) })))
  }

  /// The names of types that the files need beside those of documents.
  private static let helpers = [
    "JSONValue", "JSONObject", "UnknownName", "Any", "AnyKey", "Array", "Bool", "Boolean",
    "Codable", "CodingKey", "CodingKeys", "Character", "Collection", "Decodable", "Decoder",
    "Dictionary", "Double", "Encodable", "Encoder", "Error", "Exception", "Hashable", "Int",
    "Iterable", "List", "Long", "Map", "Nothing", "Number", "Object", "Optional", "Pair", "Promise",
    "Protocol", "Record", "Result", "Self", "Sendable", "Sequence", "Set", "String", "Type", "Unit",
  ]
}

// MARK: - Declaring

extension TypeModel {
  /// Returns a type's name that no other has.
  private mutating func unique(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  /// The plain type that a component is another name for; `nil` for one that is declared.
  private static func alias(_ schema: Schema) -> Reference? {
    switch schema.form {
    case .text: .text
    case .map, .anything: .json
    default: nil
    }
  }

  private mutating func declare(_ name: String, _ schema: Schema, _ aliases: [String: Reference]) {
    switch schema.form {
    case .object(let object): declare(name, object, words: schema.description, aliases)
    case .names(let known, _):
      declarations.append(.names((name: name, words: schema.description, known: known)))
    case .variants(let variants):
      declarations.append(
        .union(
          (
            name: name, words: schema.description, member: variants.member,
            cases: variants.known.map { ($0.tag, $0.component) }, other: variants.other
          )))
    case .any(let schemas):
      let cases = schemas.compactMap { schema -> (tag: String, type: String)? in
        guard case .component(let component) = schema.form else { return nil }
        return (component, component)
      }
      precondition(cases.count == schemas.count, "\(name) is not one of several components")
      declarations.append(
        .union((name: name, words: schema.description, member: nil, cases: cases, other: nil)))
    default: preconditionFailure("\(name) has a schema that is no type")
    }
  }

  private mutating func declare(
    _ name: String, _ object: Schema.Object, words: String, _ aliases: [String: Reference]
  ) {
    var tag: (member: String, text: String?)?
    for property in object.properties {
      switch property.schema.form {
      case .names(let names, isOpen: false) where names.count == 1: tag = (property.name, names[0])
      case .textOther: tag = (property.name, nil)
      default: break
      }
    }
    let members = object.properties.map { member($0, of: name, aliases) }
    declarations.append(.record(Record(name: name, words: words, members: members, tag: tag)))
  }

  private mutating func declare(_ kind: ContentKind, _ aliases: [String: Reference]) {
    let words = kind.name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = unique("\(words.joined())Item")
    let fields = kind.allFields.map { field in
      Schema.Property.required(field.name, field.schema.opened)
    }
    // A field may have the name of a derived member in databases of former versions: the derived one is published last.
    let derived = Documents.derivedFields.filter { kind.allows($0.name) }
    let own = fields.filter { field in !derived.contains { $0.name == field.name } }
    let members = (own + derived).map { property in member(property, of: name, aliases) }
    declarations.append(
      .record(
        Record(
          name: name, words: "An item of the kind \(kind.name): \(kind.title).", members: members)))
    kinds.append((kind.name, name))
  }

  // MARK: - Members

  private mutating func member(
    _ property: Schema.Property, of owner: String, _ aliases: [String: Reference]
  ) -> Member {
    let (schema, isNullable) = property.schema.withoutNull
    return Member(
      name: property.name, type: reference(schema, named: "\(owner)_\(property.name)", aliases),
      isOptional: !property.isRequired, isNullable: isNullable,
      words: property.schema.description.isEmpty ? schema.description : property.schema.description)
  }

  /// The type of values of `schema`; names of its own are declared.
  private mutating func reference(
    _ schema: Schema, named name: String, _ aliases: [String: Reference]
  ) -> Reference {
    switch schema.form {
    case .text, .constant, .textOther: return .text
    case .boolean: return .flag
    case .integer: return .integer
    case .number: return .number
    case .array(let items, _):
      let (items, _) = items.withoutNull
      return .list(reference(items, named: name, aliases))
    case .map(let values): return .map(reference(values, named: name, aliases))
    case .component(Documents.itemComponent): return .named(Self.item)
    case .component(let component): return aliases[component] ?? .named(component)
    case .names(let known, let isOpen):
      guard isOpen else { return .text }
      let words = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      let type = unique(words.joined())
      declarations.append(.names((name: type, words: "", known: known)))
      return .named(type)
    case .any: return .numberOrText
    case .anything, .null, .all, .object, .variants: return .json
    }
  }
}

extension Schema {
  /// The object that schemas describe together, as one; any other schema unchanged.
  fileprivate func withParts(_ components: [String: Schema]) -> Schema {
    guard case .all(let schemas) = form else { return self }
    let properties = schemas.flatMap { schema in
      var schema = schema
      if case .component(let name) = schema.form, let part = components[name] { schema = part }
      if case .object(let object) = schema.withParts(components).form { return object.properties }
      return []
    }
    return Schema.object(properties).described(description)
  }

  /// The schema of the values that are not null, and whether null is one.
  fileprivate var withoutNull: (schema: Schema, isNullable: Bool) {
    guard case .any(let schemas) = form else { return (self, false) }
    let others = schemas.filter { $0.form != .null }
    guard others.count < schemas.count else { return (self, false) }
    return (others.count == 1 ? others[0] : .any(of: others), true)
  }
}

extension ContentKind {
  /// Whether items of the kind may have the derived member called `name`.
  fileprivate func allows(_ name: String) -> Bool {
    switch name {
    case "date_label": roles[.date] != nil
    case "stars": roles[.rating] != nil
    case "image": roles[.image] != nil
    default: true
    }
  }
}

extension TypeModel {
  /// The records by their names.
  var records: [String: Record] {
    Dictionary(
      declarations.compactMap { declaration in
        if case .record(let record) = declaration { (record.name, record) } else { nil }
      }
    ) { $1 }
  }
}
