import DocumentSchemas
import FeedModel
import FeedStore
import StrictJSON

/// The description of the API in OpenAPI 3.1.
struct OpenAPIDocument {
  private let operations: [Operation]
  private let components: [Schema.Component]

  /// Describes `resources` in their order, with a list and the other operations for each of `kinds`.
  init(_ resources: [any Resource.Type], kinds: ContentKinds) {
    operations = resources.flatMap { $0.operations(kinds) }
    components = Documents.problems + resources.flatMap { $0.schemas(kinds) }
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

  private var tags: [String] { operations.map(\.tag).uniqued() }
  private var addresses: [String] { operations.map(\.path).uniqued() }

  private func write(_ path: String, to paths: inout JSONWriter) {
    paths.object(path) { item in
      for operation in operations where operation.path == path {
        item.object(operation.method) { Self.write(operation, to: &$0) }
      }
    }
  }

  private static func write(_ operation: Operation, to object: inout JSONWriter) {
    object.member("operationId", operation.id)
    object.array("tags", [operation.tag]) { $0.value($1) }
    object.member("summary", operation.summary)
    if let role = operation.role {
      object.member("description", "Requires a token of \(role.words).")
      object.array("security", ["token"]) { writer, name in
        writer.object { $0.array(name, [String]()) { $0.value($1) } }
      }
    }
    if !operation.parameters.isEmpty {
      object.array("parameters", operation.parameters) { $1.write(to: &$0) }
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
      for status in (commonProblems + operation.problems).uniqued().sorted() {
        responses.object("\(status)") { $0.member("$ref", "#/components/responses/Problem") }
      }
    }
  }

  private static func write(_ contents: [Operation.Content], to object: inout JSONWriter) {
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
      write(
        [.init(mediaType: "application/problem+json", schema: .component("Problem"))], to: &$0)
    }
  }
}

extension Operation.Parameter {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("name", name)
      object.member("in", place.rawValue)
      object.member("required", isRequired)
      object.member("description", description)
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
