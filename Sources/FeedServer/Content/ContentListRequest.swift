import FeedModel
import FeedStore
import Hummingbird
import LayoutCatalog

/// What a request asks of a list of content.
struct ContentListRequest {
  let kind: ContentKind
  let query: ContentQuery
  /// Which fields of an item are wanted.
  let fields: FieldSelection
  let limit: Int
  /// Whether the number of all items is asked for.
  let counts: Bool
  /// The cursor of the page before.
  let cursor: String?

  /// The names that are no part of the query.
  private static let names: Set = ["limit", "cursor", "fields", "count"]

  /// The list of `kind` that `request` asks for.
  init(_ request: Request, kind: ContentKind) throws {
    let parameters = try request.parameters()
    self.kind = kind
    query = try ContentQuery(
      parameters: parameters.filter { !Self.names.contains($0.key) }, for: kind)
    fields = try FieldSelection(parameters["fields"], of: kind)
    limit = try request.limit(default: PageLimit.default)
    counts = try request.flag("count")
    cursor = parameters["cursor"]
  }

  /// The address of the page that begins at `cursor`.
  func address(cursor: String) -> String {
    var parameters = query.parameters
    if let names = fields.text { parameters.append(("fields", names)) }
    if counts { parameters.append(("count", "true")) }
    parameters += [("limit", "\(limit)"), ("cursor", cursor)]
    let text = parameters.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    return "/v1/content/\(kind.rawValue)?\(text)"
  }
}

extension Request {
  /// The query's yes or no called `name`; no if it is not there.
  func flag(_ name: String) throws -> Bool {
    switch try parameter(name) {
    case nil, "false": false
    case "true": true
    case let other?:
      throw Problem.invalidParameter(
        name, expected: "true or false", found: other.quotedExcerpt)
    }
  }
}
