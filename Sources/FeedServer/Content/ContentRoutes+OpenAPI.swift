import FeedModel

extension ContentRoutes: Resource {
  static let operations = ContentKind.allCases.flatMap { kind in
    let path = "/v1/content/\(kind.rawValue)"
    let item = Schema.component(kind.schemaName)
    return [
      Operation(
        route: "GET /v1/content/{kind}", path: path, id: "list\(kind.operationName)",
        tag: "content", summary: "The items of a kind, in the format of content files.",
        parameters: queries(of: kind) + [.limit, .cursor, .ifNoneMatch],
        answers: [.ok(.list(of: item), "A page of items."), .notModified]),
      Operation(
        route: "GET /v1/content/{kind}/{id}", path: path + "/{id}",
        id: "get\(kind.operationName)", tag: "content", summary: "One item.",
        parameters: [.itemID, .ifNoneMatch],
        answers: [
          .ok(.object([.required("result", .array(of: item, count: 1...1))]), "The item."),
          .notModified,
        ],
        problems: [404]),
    ]
  }

  /// The parameters of a list of `kind`.
  private static func queries(of kind: ContentKind) -> [Operation.Parameter] {
    let filters = kind.fields.flatMap { field in
      ContentQuery.Filter.Comparison.allCases.map { comparison in
        let filter = ContentQuery.Filter(field: field.name, comparison: comparison, value: "")
        return Operation.Parameter.query(
          filter.name, .text(), "Only items whose \(field.name) satisfies this comparison.")
      }
    }
    return filters + [
      .query("sort", .text(), "The order: fields separated by commas, with - for descending."),
      .query("q", .text(), "Words to search for in the texts of the items."),
      .query("fields", .text(), "The fields of an item to return, separated by commas."),
      .query("count", .boolean, "Whether to count the items of the whole list."),
    ]
  }

  static let schemas: [Schema.Component] =
    ContentKind.allCases.map { ($0.schemaName, .entity($0)) }
}

extension Operation.Parameter {
  static let itemID = path("id", .integer(1...Int.max), "The item.")
}

extension ContentKind {
  /// `PickupPhotos` for `pickup_photos`, for the names of operations.
  var operationName: String {
    rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
