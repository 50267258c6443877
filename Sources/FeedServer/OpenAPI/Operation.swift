import FeedStore

/// One route as `/openapi.json` describes it to programs.
struct Operation: Sendable {
  /// Where a parameter stands.
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

  /// A body and what it may be.
  struct Content: Sendable {
    let mediaType: String
    let schema: Schema

    static func json(_ schema: Schema) -> Content {
      Content(mediaType: "application/json", schema: schema)
    }
  }

  /// One way to answer.
  struct Answer: Sendable {
    let status: Int
    let description: String
    var content: [Content] = []
  }

  /// The route it describes: `GET /v1/content/{kind}`.
  let route: String
  /// The address; the same as the route's, or one of those it stands for.
  let path: String
  /// For generated clients: `listPickupPhotos`.
  let id: String
  let tag: String
  let summary: String
  var parameters: [Parameter] = []
  var body: [Content] = []
  var answers: [Answer]
  /// The statuses of its problem documents, beside those that any route may answer with.
  var problems: [Int] = []
  /// Who may use it; `nil` for everybody.
  var role: TokenRole?

  /// `get`, `post` …
  var method: String { route.prefix { $0 != " " }.lowercased() }
}
