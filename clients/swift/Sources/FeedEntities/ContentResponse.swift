/// A list of items, as files of content and `GET /v1/content/{kind}` have it. Members that are not listed here are ignored.
public struct ContentResponse<Entity: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The items, in the order of the list.
  public var result: [Entity]
  /// The path of the next page; `nil` at the end of the list, and in a file.
  public var next: String?
}
