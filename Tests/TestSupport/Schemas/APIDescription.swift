package import Foundation
import StrictJSON
import Synchronization

/// An `/openapi.json`, read to compare responses with it.
package final class APIDescription: Sendable {
  private let components: [String: JSONSchema]
  private let operations: [Operation]
  /// The bodies that were compared before, by operation: most tests read the same screen.
  private let compared = Mutex<Set<Compared>>([])

  fileprivate struct Operation: Sendable {
    let method: String
    let segments: [Substring]
    /// The schema of a response, by its status and media type.
    let answers: [String: JSONSchema]
  }

  private struct Compared: Hashable {
    let answer: ObjectIdentifier
    let body: Data
  }

  /// Reads `document`.
  package init(_ document: some Sequence<UInt8>) throws {
    let json = try JSONTree(parsing: document)
    var components: [String: JSONSchema] = [:]
    for member in json["components"]?["schemas"]?.members ?? [] {
      components[member.name] = try JSONSchema(member.value, at: member.name)
    }
    self.components = components
    operations = try (json["paths"]?.members ?? []).flatMap { path in
      try (path.value.members ?? []).map { operation in
        var answers: [String: JSONSchema] = [:]
        for answer in operation.value["responses"]?.members ?? [] {
          for content in answer.value["content"]?.members ?? [] {
            guard let schema = content.value["schema"] else { continue }
            let name = operation.value["operationId"]?.string ?? ""
            answers["\(answer.name) \(content.name)"] = try JSONSchema(
              schema, at: "\(name) \(answer.name)")
          }
        }
        return Operation(
          method: operation.name.uppercased(), segments: path.name.split(separator: "/"),
          answers: answers)
      }
    }
  }

  /// The places of all members that the components describe; those that may be null stand there twice.
  package var members: Set<String> {
    Set(components.values.flatMap(\.members).flatMap(Self.occurrences))
  }

  /// The places of all members that the response of an operation describes itself.
  package func members(of method: String, _ path: String) -> Set<String> {
    Set(
      (schema(method, path, status: 200, mediaType: "application/json")?.members ?? [])
        .flatMap(Self.occurrences))
  }

  private static func occurrences(of schema: JSONSchema) -> [String] {
    schema.isNullable ? ["\(schema.place) null", "\(schema.place) not null"] : [schema.place]
  }

  /// Returns what is wrong with the body of a response, a line for each mistake; a body is compared once.
  package func mistakes(
    in body: Data, of method: String, _ path: String, status: Int, mediaType: String
  ) -> [String] {
    guard
      let schema = schema(method, path, status: status, mediaType: mediaType)
    else { return ["no response with status \(status) and \(mediaType) is described"] }
    let key = Compared(answer: ObjectIdentifier(schema), body: body)
    guard !compared.withLock({ $0.contains(key) }) else { return [] }
    let mistakes = compare(body, with: schema, notesMembers: false).mistakes
    if mistakes.isEmpty { compared.withLock { _ = $0.insert(key) } }
    return mistakes
  }

  /// Compares the body of a response, and returns the places of the members in it.
  package func members(
    in body: Data, of method: String, _ path: String
  ) -> (mistakes: [String], members: Set<String>) {
    guard let schema = schema(method, path, status: 200, mediaType: "application/json") else {
      return (["\(method) \(path) is not described"], [])
    }
    return compare(body, with: schema, notesMembers: true)
  }

  /// Compares `body` with the component called `name`.
  package func members(
    in body: Data, component name: String
  ) -> (mistakes: [String], members: Set<String>) {
    guard let schema = components[name] else { return (["there is no schema \(name)"], []) }
    return compare(body, with: schema, notesMembers: true)
  }

  private func compare(
    _ body: Data, with schema: JSONSchema, notesMembers: Bool
  ) -> (mistakes: [String], members: Set<String>) {
    guard let value = try? JSONTree(parsing: body) else { return (["no JSON"], []) }
    let outcome = SchemaValidator(components: components, notesMembers: notesMembers)
      .whole(value, schema)
    return (outcome.mistakes.map { "\($0.pointer): \($0.text)" }, outcome.occurred)
  }

  /// The schema of a response: that of the most literal path, and for a problem the one of all problems.
  private func schema(
    _ method: String, _ path: String, status: Int, mediaType: String
  ) -> JSONSchema? {
    if mediaType == "application/problem+json" { return components["Problem"] }
    let segments = path.prefix { $0 != "?" }.split(separator: "/")
    let answer = "\(status) \(mediaType)"
    let found = operations.filter { $0.method == method && $0.matches(segments) }
      .max { $0.literalCount < $1.literalCount }
    // One path stands for those of all feeds.
    return found?.answers[answer]
      ?? operations.first {
        $0.method == method && mediaType == "application/feed+json" && $0.answers[answer] != nil
      }?
      .answers[answer]
  }
}

extension APIDescription.Operation {
  fileprivate var literalCount: Int { segments.count { !$0.contains("{") } }

  fileprivate func matches(_ path: [Substring]) -> Bool {
    guard path.count == segments.count else { return false }
    return zip(segments, path).allSatisfy { template, segment in
      guard let begin = template.firstIndex(of: "{"), let end = template.firstIndex(of: "}") else {
        return template == segment
      }
      return segment.hasPrefix(template[..<begin])
        && segment.hasSuffix(template[template.index(after: end)...])
    }
  }
}
