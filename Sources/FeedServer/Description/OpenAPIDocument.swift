import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON
import Synchronization

/// The description of the API in OpenAPI 3.1.
struct OpenAPIDocument {
  /// A route as a path describes it: the pattern of the route, without the marks of this program, or one of the paths that
  /// it stands for.
  private typealias Entry = (tag: String, path: String, route: Route, operation: Route.Operation)

  private let entries: [Entry]
  private let components: [Schema.Component]

  /// Describes `resources` in their order, with a list and the other operations for each of `kinds`.
  init(_ resources: [any Resource], kinds: ContentKinds) {
    entries = resources.flatMap { resource in
      resource.routes.flatMap { route in
        route.operations(kinds).map { operation in
          (
            type(of: resource).tag, operation.path ?? route.path.replacing("*}", with: "}"), route,
            operation
          )
        }
      }
    }
    components = Self.components(of: resources, kinds)
  }

  /// The schemas that routes of `resources` refer to by name.
  static func components(
    of resources: [any Resource], _ kinds: ContentKinds
  ) -> [Schema.Component] {
    Documents.problems + resources.flatMap { type(of: $0).schemas(kinds) }
  }

  /// The statuses of problems that every route may answer with.
  private static let commonProblems = [400, 401, 408, 417, 429, 431, 500, 503]

  func write(to writer: inout JSONWriter) {
    writer.object { document in
      document.member("openapi", "3.1.0")
      document.object("info") {
        $0.member("title", "tanada")
        $0.member("version", "1")
        $0.member(
          "description",
          "Home-screen feeds, computed once on the server. Lengths are points, y grows down.")
      }
      document.array("tags", tags) { writer, tag in
        writer.object { $0.member("name", tag) }
      }
      document.object("paths") { paths in
        for path in addresses { write(path, to: &paths) }
      }
      document.object("components") { components in
        components.object("schemas") { schemas in
          for component in self.components {
            schemas.key(component.name)
            component.schema.write(to: &schemas)
          }
        }
        components.object("responses") { $0.object("Problem") { Self.writeProblem(to: &$0) } }
        components.object("securitySchemes") {
          $0.object("token") {
            $0.member("type", "http")
            $0.member("scheme", "bearer")
          }
        }
      }
    }
  }

  private var tags: [String] { entries.map(\.tag).uniqued() }
  private var addresses: [String] { entries.map(\.path).uniqued() }

  private func write(_ path: String, to paths: inout JSONWriter) {
    paths.object(path) { item in
      for entry in entries where entry.path == path {
        item.object(entry.route.method.rawValue.lowercased()) { Self.write(entry, to: &$0) }
      }
    }
  }

  private static func write(_ entry: Entry, to object: inout JSONWriter) {
    let operation = entry.operation
    object.member("operationId", operation.id)
    object.array("tags", [entry.tag]) { $0.value($1) }
    object.member("summary", operation.summary)
    if let role = entry.route.role {
      object.member("description", "Requires a token of \(role.words).")
      object.array("security", ["token"]) { writer, name in
        writer.object { $0.array(name, [String]()) { $0.value($1) } }
      }
    }
    let parameters = entry.route.parameters + operation.parameters
    if !parameters.isEmpty {
      object.array("parameters", parameters) { $1.write(to: &$0) }
    }
    if !operation.body.isEmpty {
      object.object("requestBody") {
        $0.member("required", true)
        $0.object("content") { write(operation.body, to: &$0) }
      }
    }
    object.object("responses") { responses in
      for answer in operation.answers {
        responses.object("\(answer.status)") {
          $0.member("description", answer.description)
          if !answer.content.isEmpty {
            $0.object("content") { write(answer.content, to: &$0) }
          }
        }
      }
      for status in (commonProblems + entry.route.problems(of: operation)).uniqued().sorted() {
        responses.object("\(status)") { $0.member("$ref", "#/components/responses/Problem") }
      }
    }
  }

  private static func write(_ contents: [Route.Operation.Content], to object: inout JSONWriter) {
    for content in contents {
      object.object(content.mediaType) {
        $0.key("schema")
        content.schema.write(to: &$0)
      }
    }
  }

  private static func writeProblem(to object: inout JSONWriter) {
    object.member("description", "A problem (RFC 9457).")
    object.object("content") {
      write([.init("application/problem+json", .component("Problem"))], to: &$0)
    }
  }
}

extension Route {
  /// The statuses of the problems of an operation, those that follow from its other properties included.
  fileprivate func problems(of operation: Operation) -> [Int] {
    let names = parameters.map(\.name)
    let isRestricted = role != nil || parameters.contains { $0.role != nil }
    return operation.problems + (isRestricted ? [403] : [])
      + (operation.body.isEmpty ? [] : [413, 415]) + (names.contains("If-Match") ? [412] : [])
  }
}

extension Parameter {
  private var words: String {
    guard let role else { return description }
    let sentence = description.hasSuffix(".") ? String(description.dropLast()) : description
    return "\(sentence) (requires a token of \(role.words))."
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("in", place.rawValue)
      object.member("required", isRequired)
      object.member("description", words)
      object.key("schema")
      schema.write(to: &object)
    }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrence.
  func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

/// The description of the API, for the kinds that there are.
final class OpenAPIRoutes: Resource, Sendable {
  static let tag = "service"

  private let others: [any Resource]
  private let store: any FeedStore
  /// The description that was made last.
  private let latest = Mutex<(kinds: ContentKinds, document: PublishedDocument)?>(nil)

  /// Describes `resources` and itself.
  init(describing resources: [any Resource], store: any FeedStore) {
    others = resources
    self.store = store
  }

  var routes: [Route] {
    [
      Route(
        .get, "/openapi.json", "getOpenAPI", "This description.", query: .shared,
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .all(of: [.object([.required("openapi", .text())]), .map(of: .anything)]),
            "The description."), .notModified,
        ], description)
    ]
  }

  private func description(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    Response(
      document(for: try await store.kinds()), answering: request, caching: .revalidated)
  }

  private func document(for kinds: ContentKinds) -> PublishedDocument {
    if let known = latest.withLock({ $0 }), known.kinds == kinds {
      return known.document
    }
    let document = PublishedDocument {
      OpenAPIDocument(others + [self], kinds: kinds).write(to: &$0)
    }
    latest.withLock { $0 = (kinds, document) }
    return document
  }
}
