import Foundation
import StrictJSON

/// A JSON Schema (2020-12) with the keywords that `/openapi.json` uses, read once.
///
/// It knows where it is: `ShelfLayout/media_size` is the schema of that member.
final class JSONSchema: Sendable {
  enum Kind: String { case null, boolean, integer, number, string, array, object }

  let place: String
  /// `nil` for any type.
  let kind: Kind?
  let reference: String?
  let constant: String?
  let names: Set<String>?
  let pattern: NSRegularExpression?
  let numbers: ClosedRange<Double>
  let lengths: ClosedRange<Int>
  let counts: ClosedRange<Int>
  let required: [String]
  let properties: [String: JSONSchema]
  let patterns: [(name: NSRegularExpression, schema: JSONSchema)]
  let items: JSONSchema?
  let excluded: JSONSchema?
  let anyOf: [JSONSchema]
  let allOf: [JSONSchema]
  let oneOf: [JSONSchema]
  /// The member whose text says which of ``oneOf`` it is, and the component of each text.
  let discriminator: (member: String, mapping: [String: String])?
  /// The schema of members that are not listed; `nil` if they are not described.
  let additional: JSONSchema?
  let isClosed: Bool

  /// Reads `json`, the schema at `place`.
  ///
  /// - Throws: ``UnknownKeyword`` for what is not understood, so that nothing passes unseen.
  init(_ json: JSONTree, at place: String) throws {
    for member in json.members ?? [] where !Self.known.contains(member.name) {
      throw UnknownKeyword(place: place, keyword: member.name)
    }
    self.place = place
    kind = json["type"]?.string.flatMap { Kind(rawValue: $0) }
    reference = json["$ref"]?.string.map { String($0.dropFirst(Self.prefix.count)) }
    constant = json["const"]?.string
    names = json["enum"]?.elements.map { Set($0.compactMap(\.string)) }
    pattern = try json["pattern"]?.string.map { try NSRegularExpression(pattern: $0) }
    numbers =
      (json["minimum"]?.number ?? -.infinity)...(json["maximum"]?.number ?? .infinity)
    lengths = (json["minLength"]?.integer ?? 0)...(json["maxLength"]?.integer ?? .max)
    counts = (json["minItems"]?.integer ?? 0)...(json["maxItems"]?.integer ?? .max)
    required = (json["required"]?.elements ?? []).compactMap(\.string)
    var properties: [String: JSONSchema] = [:]
    for member in json["properties"]?.members ?? [] {
      properties[member.name] = try JSONSchema(member.value, at: "\(place)/\(member.name)")
    }
    self.properties = properties
    patterns = try (json["patternProperties"]?.members ?? []).map {
      (
        try NSRegularExpression(pattern: $0.name),
        try JSONSchema($0.value, at: "\(place)/\($0.name)")
      )
    }
    items = try json["items"].map { try JSONSchema($0, at: place) }
    excluded = try json["not"].map { try JSONSchema($0, at: place) }
    func alternatives(_ keyword: String) throws -> [JSONSchema] {
      try (json[keyword]?.elements ?? []).map { try JSONSchema($0, at: place) }
    }
    anyOf = try alternatives("anyOf")
    allOf = try alternatives("allOf")
    oneOf = try alternatives("oneOf")
    discriminator = json["discriminator"].flatMap { json in
      json["propertyName"]?.string.map { name in
        let pairs = (json["mapping"]?.members ?? []).compactMap { member in
          member.value.string.map { (member.name, String($0.dropFirst(Self.prefix.count))) }
        }
        return (name, Dictionary(pairs) { $1 })
      }
    }
    isClosed = json["additionalProperties"]?.flag == false
    additional =
      isClosed ? nil : try json["additionalProperties"].map { try JSONSchema($0, at: place) }
  }

  /// Whether it allows null beside other values.
  var isNullable: Bool { anyOf.count > 1 && anyOf.contains { $0.kind == .null } }

  /// Whether it describes nothing, and so allows anything.
  var isAnything: Bool {
    kind == nil && reference == nil && anyOf.isEmpty && allOf.isEmpty && oneOf.isEmpty
  }

  /// The places of all members that it describes, those of other components left out.
  var members: [JSONSchema] {
    properties.values.flatMap { [$0] + $0.members }
      + ([items, additional].compactMap(\.self) + anyOf + allOf + oneOf).flatMap(\.members)
  }

  private static let prefix = "#/components/schemas/"
  private static let known: Set = [
    "type", "$ref", "const", "enum", "pattern", "format", "minimum", "maximum", "minLength",
    "maxLength", "minItems", "maxItems", "required", "properties", "patternProperties", "items",
    "not", "anyOf", "allOf", "oneOf", "discriminator", "additionalProperties", "description",
  ]
}

/// A keyword that no one here understands.
struct UnknownKeyword: Error, CustomStringConvertible {
  let place: String
  let keyword: String

  var description: String { "\(place): the keyword \(keyword) is not understood" }
}
