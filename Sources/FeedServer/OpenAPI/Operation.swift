import DocumentSchemas
import FeedStore

/// The description of a route in `/openapi.json`.
struct Operation: Sendable {
  /// The location of a parameter.
  enum Place: String, Sendable {
    case path
    case query
    case header
  }

  struct Parameter: Sendable {
    let name: String
    let place: Place
    let schema: Schema
    let description: String
    var isRequired = false

    static func query(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
      Parameter(name: name, place: .query, schema: schema, description: description)
    }

    static func header(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
      Parameter(name: name, place: .header, schema: schema, description: description)
    }

    static func path(_ name: String, _ schema: Schema, _ description: String) -> Parameter {
      Parameter(
        name: name, place: .path, schema: schema, description: description, isRequired: true)
    }
  }

  /// A body's media type and schema.
  struct Content: Sendable {
    let mediaType: String
    let schema: Schema

    static func json(_ schema: Schema) -> Content {
      Content(mediaType: "application/json", schema: schema)
    }
  }

  /// A possible answer.
  struct Answer: Sendable {
    let status: Int
    let description: String
    var content: [Content] = []
  }

  /// The name of the route: `GET /v1/content/{kind}`.
  let route: String
  /// The route's path, or one of the paths that its pattern stands for.
  let path: String
  /// A name for generated clients: `listPickupPhotos`.
  let id: String
  let tag: String
  let summary: String
  var parameters: [Parameter] = []
  var body: [Content] = []
  var answers: [Answer]
  /// The statuses of its problem documents, in addition to those of every route.
  var problems: [Int] = []
  /// The role that it requires; `nil` if it is public.
  var role: TokenRole?

  /// The method: `get`, `post` …
  var method: String { route.prefix { $0 != " " }.lowercased() }
}

// MARK: - Parts of several operations

extension Operation.Parameter {
  static let limit = query("limit", .integer(NumberedPage.limits), "The most items of a page.")

  static let cursor = query(
    "cursor", .text(), "Where the page begins; from the next URL of the previous page.")

  static let ifNoneMatch = header("If-None-Match", .text(), "The ETag of the client's copy.")
}

extension Operation.Answer {
  /// The answer 200 with a JSON body.
  static func ok(_ schema: Schema, _ description: String) -> Operation.Answer {
    Operation.Answer(status: 200, description: description, content: [.json(schema)])
  }

  /// The answer to a client that has the newest representation already.
  static let notModified = Operation.Answer(
    status: 304, description: "The client's copy is current.")
}
