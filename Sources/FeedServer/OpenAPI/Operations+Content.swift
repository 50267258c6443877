import FeedModel

extension Operations {
  static let content = ContentKind.allCases.flatMap { kind in
    let path = "/v1/content/\(kind.rawValue)"
    let item = Schema.component(Components.itemName(kind))
    return [
      Operation(
        route: "GET /v1/content/{kind}", path: path, id: "list\(kind.operationName)",
        tag: "content", summary: "The items, as the files have them.",
        parameters: [limit, cursor, ifNoneMatch],
        answers: [ok(.list(of: item), "A page of items."), notModified]),
      Operation(
        route: "GET /v1/content/{kind}/{id}", path: path + "/{id}",
        id: "get\(kind.operationName)", tag: "content", summary: "One item.",
        parameters: [id, ifNoneMatch],
        answers: [
          ok(.object([.required("result", .array(of: item, count: 1...1))]), "The item."),
          notModified,
        ],
        problems: [404]),
    ]
  }

  static let id = Operation.Parameter.path("id", .integer(1...Int.max), "The item.")
}
