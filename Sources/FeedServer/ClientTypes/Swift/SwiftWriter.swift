/// Writes types in Swift with the code that decodes them, for language mode 6 and without dependencies.
struct SwiftWriter {
  private let model: TypeModel
  private let records: [String: TypeModel.Record]

  init(_ model: TypeModel) {
    self.model = model
    records = model.records
  }

  /// A namespace holds them all: a client has a `Section`, an `Image` and a `Layout` of its framework.
  var file: String {
    let types = ([Self.jsonValue] + model.declarations.map(text) + [items])
      .joined(separator: "\n\n")
    return """
      // \(ClientTypes.notice)

      /// The types of feed documents.
      public enum Tanada {
      \(types.indented())
      }

      """
  }

  private func text(_ declaration: TypeModel.Declaration) -> String {
    switch declaration {
    case .record(let record): text(record)
    case .names(let names): text(names)
    case .union(let union): text(union)
    }
  }

  // MARK: - Objects

  /// A member with its name in Swift.
  private typealias Named = (name: String, member: TypeModel.Member)

  private func named(_ record: TypeModel.Record) -> [Named] {
    var names = CodeNames(reserved: Self.reserved)
    return record.members.map { (names.camelCase($0.name), $0) }
  }

  private func text(_ record: TypeModel.Record) -> String {
    guard !record.members.isEmpty else {
      return comment(record.words)
        + "public struct \(record.name): Hashable, Sendable, Decodable {}"
    }
    let members = named(record)
    let isUnknown = record.isUnknown
    let properties =
      members.map { name, member in
        comment(member.words)
          + "public let \(name): \(text(member.type))\(isOptional(member, in: record) ? "?" : "")"
      } + (isUnknown ? ["/// The whole object.\npublic let raw: JSONValue"] : [])
    let keys = members.map {
      "case \($0.name) = \($0.member.name.quoted(escape: \.escapedInSwift))"
    }
    let reads =
      members.map { name, member in "\(name) = \(read(member, named: name, in: record))" }
      + (isUnknown ? ["raw = try JSONValue(from: decoder)"] : [])
    return comment(record.words) + """
      public struct \(record.name): Hashable, Sendable, Decodable {
      \(properties.joined(separator: "\n").indented())

        private enum CodingKeys: String, CodingKey {
      \(keys.joined(separator: "\n").indented(by: "    "))
        }

        public init(from decoder: any Decoder) throws {
          let container = try decoder.container(keyedBy: CodingKeys.self)
      \(reads.joined(separator: "\n").indented(by: "    "))
        }
      }
      """
  }

  private func isTag(_ member: TypeModel.Member, in record: TypeModel.Record) -> Bool {
    record.tag?.member == member.name
  }

  /// Whether values of the type lack the member: one that is not known may have nothing but its tag.
  private func isOptional(_ member: TypeModel.Member, in record: TypeModel.Record) -> Bool {
    member.isOptional || member.isNullable || (record.isUnknown && !isTag(member, in: record))
  }

  /// A member that is optional is `nil` where it cannot be read: a later version may have changed it.
  private func read(
    _ member: TypeModel.Member, named name: String, in record: TypeModel.Record
  ) -> String {
    if record.name == "Section", member.name == "items" {
      return
        "try \(TypeModel.item).list(of: container.decode(KindName.self, forKey: .kind), in: container.nestedUnkeyedContainer(forKey: .items))"
    }
    let type = text(member.type)
    return isOptional(member, in: record)
      ? "try? container.decodeIfPresent(\(type).self, forKey: .\(name))"
      : "try container.decode(\(type).self, forKey: .\(name))"
  }

  private func text(_ type: TypeModel.Reference) -> String {
    switch type {
    case .text: "String"
    case .flag: "Bool"
    case .integer: "Int"
    case .number: "Double"
    case .json, .numberOrText: "JSONValue"
    case .list(let element): "[\(text(element))]"
    case .map(let value): "[String: \(text(value))]"
    case .named(let name): name
    }
  }

  // MARK: - Names and unions

  private func text(_ names: TypeModel.OpenNames) -> String {
    var code = CodeNames(reserved: Self.reserved)
    let known = names.known.map { name in
      "public static let \(code.camelCase(name)) = Self(rawValue: \(name.quoted(escape: \.escapedInSwift)))"
    }
    return comment(names.words + " Known names; there may be others.") + """
      public struct \(names.name): RawRepresentable, Hashable, Sendable, Decodable {
        public let rawValue: String

        public init(rawValue: String) {
          self.rawValue = rawValue
        }

        public init(from decoder: any Decoder) throws {
          rawValue = try decoder.singleValueContainer().decode(String.self)
        }

      \(known.joined(separator: "\n").indented())
      }
      """
  }

  /// An object that is known but cannot be read counts as one that is not known.
  private func text(_ union: TypeModel.Union) -> String {
    let other = union.other ?? "JSONValue"
    var names = CodeNames(reserved: Self.reserved.union(["unknown"]))
    let cases = union.cases.map {
      (name: names.camelCase(caseName($0.tag, in: union)), tag: $0.tag, type: $0.type)
    }
    let reading: String
    if let member = union.member {
      reading = """
          private enum CodingKeys: String, CodingKey { case tag = \(member.quoted(escape: \.escapedInSwift)) }

          public init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .tag) {
        \(cases.map { "    case \($0.tag.quoted(escape: \.escapedInSwift)):\n      if let value = try? \($0.type)(from: decoder) {\n        self = .\($0.name)(value)\n        return\n      }" }.joined(separator: "\n"))
            default: break
            }
            self = .unknown(try \(other)(from: decoder))
          }
        """
    } else {
      reading = """
          public init(from decoder: any Decoder) throws {
        \(cases.enumerated().map { "    \($0 == 0 ? "" : "} else ")if let value = try? \($1.type)(from: decoder) {\n      self = .\($1.name)(value)" }.joined(separator: "\n"))
            } else {
              self = .unknown(try \(other)(from: decoder))
            }
          }
        """
    }
    return comment(union.words) + """
      public enum \(union.name): Hashable, Sendable, Decodable {
      \(cases.map { "  case \($0.name)(\($0.type))" }.joined(separator: "\n"))
        /// One that was not known when this file was written, or that has changed since.
        case unknown(\(other))

      \(reading.replacing("    } else     if", with: "    } else if"))\(accessors(of: union, cases.map { ($0.name, $0.type) }))
      }
      """
  }

  /// `stack` for the component `StackState`.
  private func caseName(_ tag: String, in union: TypeModel.Union) -> String {
    union.member == nil && tag.hasSuffix("State") ? String(tag.dropLast("State".count)) : tag
  }

  /// The members that all objects of a union have are its own too.
  private func accessors(of union: TypeModel.Union, _ cases: [(name: String, type: String)])
    -> String
  {
    guard let other = union.other, let unknown = records[other] else { return "" }
    let known = cases.compactMap { records[$0.type] }
    return named(unknown).filter { _, member in
      !isTag(member, in: unknown)
        && known.allSatisfy { record in
          record.members.contains {
            $0.name == member.name && $0.type == member.type && $0.isOptional == member.isOptional
          }
        }
    }.map { name, member in
      let isList = if case .list = member.type { !member.isOptional } else { false }
      let type = text(member.type) + (isList ? "" : "?")
      let value = { (case: String, binding: String) in "    case .\(`case`)(let value): \(binding)"
      }
      let lines =
        cases.map { value($0.name, "value.\(name)") }
        + [value("unknown", "value.\(name)" + (isList ? " ?? []" : ""))]
      return "\n\n"
        + (comment(member.words) + """
          public var \(name): \(type) {
            switch self {
          \(lines.map { String($0.dropFirst(2)) }.joined(separator: "\n"))
            }
          }
          """).indented()
    }.joined()
  }

  /// The union of the items of all kinds, of which the section says the kind.
  private var items: String {
    var names = CodeNames(reserved: Self.reserved.union(["unknown"]))
    let cases = model.kinds.map { (name: names.camelCase($0.name), kind: $0.name, type: $0.type) }
    return """
      /// An item of any kind.
      public enum \(TypeModel.item): Hashable, Sendable {
      \(cases.map { "  case \($0.name)(\($0.type))" }.joined(separator: "\n"))
        /// An item of a kind that is not known, or whose fields have changed.
        case unknown(\(TypeModel.unknownItem))

        /// Reads the items of a section.
        static func list(of kind: KindName, in items: any UnkeyedDecodingContainer) throws -> [\(TypeModel.item)] {
          var items = items
          var list: [\(TypeModel.item)] = []
          while !items.isAtEnd { list.append(try \(TypeModel.item)(kind: kind, from: items.superDecoder())) }
          return list
        }

        /// Reads an item of `kind`.
        init(kind: KindName, from decoder: any Decoder) throws {
          switch kind.rawValue {
      \(cases.map { "    case \($0.kind.quoted(escape: \.escapedInSwift)):\n      if let item = try? \($0.type)(from: decoder) {\n        self = .\($0.name)(item)\n        return\n      }" }.joined(separator: "\n"))
          default: break
          }
          self = .unknown(try \(TypeModel.unknownItem)(from: decoder))
        }
      }
      """
  }

  private func comment(_ words: String) -> String {
    words.commentLines().map { "/// \($0)\n" }.joined()
  }

  /// The keywords of Swift, and the members that types have already.
  private static let reserved: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "package", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    "hashValue", "rawValue", "raw", "decoder", "container", "hash", "list",
  ]

  private static let jsonValue = """
    /// A JSON value.
    public enum JSONValue: Hashable, Sendable, Decodable {
      case null
      case bool(Bool)
      case integer(Int)
      case number(Double)
      case string(String)
      case array([JSONValue])
      case object([String: JSONValue])

      public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let value = try? container.decode(Bool.self) {
          self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
          self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
          self = .number(value)
        } else if let value = try? container.decode(String.self) {
          self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
          self = .array(value)
        } else {
          self = .object(try container.decode([String: JSONValue].self))
        }
      }

      /// The member of an object called `name`; `nil` if there is none.
      public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
      }
    }
    """
}
