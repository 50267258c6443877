import FeedHTTP
import FeedModel
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Passes requests on, and compares every JSON answer with its description in `/openapi.json`: what is not described
/// there fails the test that asked, with its JSON Pointer.
struct DescribedClient: ServerClient {
  let client: any ServerClient
  let application: FeedApplication
  let store: any FeedStore

  /// Whether answers are not compared, see ``withoutDescription(_:)``.
  @TaskLocal private static var isExempt = false

  /// Sends requests whose answers the description does not speak of: what damaged data or another version has left
  /// behind, and what depends on which of two definitions a kind had at that moment.
  static func withoutDescription<Answer>(
    _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    try await $isExempt.withValue(true, operation: body)
  }

  func send(
    _ method: String, _ path: String, headers: [String: String], body: Data?
  ) async throws -> TestClient.Response {
    let before = try? await store.kinds()
    let response = try await client.send(method, path, headers: headers, body: body)
    guard !Self.isExempt, let mediaType = response.jsonMediaType else { return response }
    let after = try? await store.kinds()
    // A damaged database has the kinds that it was made with.
    let described = Set([before, after].compactMap(\.self))
    let mistakes = try (described.isEmpty ? [.standard] : described).map { kinds in
      try Descriptions.of(application, kinds: kinds).mistakes(
        in: response.body, of: method, path.canonical, status: response.status,
        mediaType: mediaType)
    }
    // A test may change the kinds meanwhile: either description will do.
    if !mistakes.contains([]), let lines = mistakes.first {
      Issue.record(
        "\(method) \(path) is not as described:\n\(lines.prefix(10).joined(separator: "\n"))")
    }
    return response
  }
}

extension TestClient.Response {
  /// The media type of an uncompressed JSON body; `nil` for any other body.
  fileprivate var jsonMediaType: String? {
    let type = header("content-type")?.prefix { $0 != ";" }
    guard let type, type.hasSuffix("json"), !type.hasSuffix("ndjson"), !body.isEmpty,
      header("content-encoding") == nil
    else { return nil }
    return String(type)
  }
}

extension String {
  /// The path as the description writes it: names of layouts may have hyphens, and all of it percent-encoded bytes.
  fileprivate var canonical: String {
    let path = String(prefix { $0 != "?" })
    let decoded = path.removingPercentEncoding ?? path
    return decoded.hasPrefix("/v1/layouts/") ? decoded.replacing("-", with: "_") : decoded
  }
}

/// The descriptions that were read, by the kinds in them.
enum Descriptions {
  private static let read = Mutex<[ContentKinds: APIDescription]>([:])

  /// The description of `application` with `kinds`, which is the same for every application.
  static func of(_ application: FeedApplication, kinds: ContentKinds) throws -> APIDescription {
    if let known = read.withLock({ $0[kinds] }) { return known }
    let description = APIDescription(application, kinds: kinds)
    read.withLock { $0[kinds] = description }
    return description
  }
}

/// What the routes of an application say of their answers, to compare answers with it strictly: a member that is not
/// described is a mistake.
final class APIDescription: Sendable {
  fileprivate struct Answer: Sendable {
    let name: String
    let schema: Schema
  }

  fileprivate struct Operation: Sendable {
    let method: String
    let segments: [Substring]
    /// The schemas of responses, by their status and media type.
    let answers: [String: Answer]
  }

  private struct Compared: Hashable {
    let answer: String
    let body: Data
  }

  private let components: [String: Schema]
  private let operations: [Operation]
  /// The bodies that were compared before, by answer: most tests read the same screen.
  private let compared = Mutex<Set<Compared>>([])

  init(_ application: FeedApplication, kinds: ContentKinds) {
    components = Dictionary(application.components(for: kinds).map { ($0.name, $0.schema) }) { $1 }
    operations = application.routes.flatMap { route in
      route.operations(kinds).map { operation in
        let answers = operation.answers.flatMap { answer in
          answer.content.map { content in
            (
              "\(answer.status) \(content.mediaType)",
              Answer(name: "\(operation.id) \(answer.status)", schema: content.schema)
            )
          }
        }
        return Operation(
          method: route.method.rawValue,
          segments: (operation.path ?? route.path).split(separator: "/"),
          answers: Dictionary(answers) { $1 })
      }
    }
  }

  /// The places of all members that the components describe; those that may be null stand there twice.
  var members: Set<String> {
    components.reduce(into: []) { $0.formUnion($1.value.members(in: $1.key)) }
  }

  /// The places of all members that the response of an operation describes itself.
  func members(of method: String, _ path: String) -> Set<String> {
    answer(method, path, status: 200, mediaType: "application/json")
      .map { $0.schema.members(in: $0.name) } ?? []
  }

  /// Returns what is wrong with the body of a response, a line for each mistake; a body is compared once.
  func mistakes(
    in body: Data, of method: String, _ path: String, status: Int, mediaType: String
  ) -> [String] {
    guard let answer = answer(method, path, status: status, mediaType: mediaType) else {
      return ["no response with status \(status) and \(mediaType) is described"]
    }
    let key = Compared(answer: answer.name, body: body)
    guard !compared.withLock({ $0.contains(key) }) else { return [] }
    let mistakes = compare(body, with: answer).mistakes
    if mistakes.isEmpty { compared.withLock { _ = $0.insert(key) } }
    return mistakes
  }

  /// Compares the body of a response, and returns the places of the members in it.
  func members(
    in body: Data, of method: String, _ path: String
  ) -> (mistakes: [String], members: Set<String>) {
    guard let answer = answer(method, path, status: 200, mediaType: "application/json") else {
      return (["\(method) \(path) is not described"], [])
    }
    return compare(body, with: answer)
  }

  /// Compares `body` with the component called `name`.
  func members(
    in body: Data, component name: String
  ) -> (mistakes: [String], members: Set<String>) {
    guard let schema = components[name] else { return (["there is no schema \(name)"], []) }
    return compare(body, with: Answer(name: name, schema: schema))
  }

  private func compare(
    _ body: Data, with answer: Answer
  ) -> (mistakes: [String], members: Set<String>) {
    guard let value = try? JSONTree(parsing: body) else { return (["no JSON"], []) }
    let outcome = SchemaChecker(components: components, isStrict: true)
      .outcome(of: value, answer.schema, in: answer.name)
    return (outcome.mistakes.map(\.description), outcome.occurred)
  }

  /// The schema of a response: that of the most literal path, and for a problem the one of all problems.
  private func answer(_ method: String, _ path: String, status: Int, mediaType: String) -> Answer? {
    if mediaType == "application/problem+json" {
      return components["Problem"].map { Answer(name: "Problem", schema: $0) }
    }
    let segments = path.prefix { $0 != "?" }.split(separator: "/")
    let name = "\(status) \(mediaType)"
    let found = operations.filter { $0.method == method && $0.matches(segments) }
      .max { $0.literalCount < $1.literalCount }
    // One path stands for those of all feeds.
    return found?.answers[name]
      ?? operations.first {
        $0.method == method && mediaType == "application/feed+json" && $0.answers[name] != nil
      }?.answers[name]
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
