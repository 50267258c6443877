import FeedModel
import StrictJSON

extension AssistantTool {
  static let listContent = AssistantTool(
    "list_content", title: "List or search content",
    description: """
      Lists the items of one kind: those that are shown, drafts, and scheduled ones. Narrow the list with filter, q \
      (words that must all be in the item) or visibility, and order it with sort. Members beside the fields say the \
      visibility of an item: draft, publish_at, unpublish_at and when; without them everybody sees it. Ask for some \
      fields alone if the items are long.
      """,
    arguments: [
      .kind,
      .optional(
        "filter", .map(of: .scalar),
        "Conditions that all hold: a field, or a field and a comparison (eq, ne, lt, lte, gt, gte) with a dot between "
          + "them, and a value, such as {\"rating.gte\": 4}."),
      .optional("q", .line, "Words to search for, separated by spaces."),
      .optional(
        "sort", .line, "Fields separated by commas, - for descending, such as -published_at,id."),
      .optional("fields", .array(of: .line, count: 1...100), "Only these fields of each item."),
      .optional(
        "visibility", .oneText(of: ["draft", "scheduled", "shown", "ended"]),
        "Only items that are a draft, scheduled for later, shown now, or shown no longer."),
      .optional("untranslated", .line, "Only items that lack a text in this locale."),
      .optional(
        "locale", .line,
        "The locale that texts are read in; * for all of them as they were written, such as title@en."
      ), .limit, .cursor,
      .optional("count", .boolean, "Whether to count the whole list, as total."),
    ],
    result: [
      .required("items", .array(of: .object([.required("id", .number1)]))),
      .optional("total", .count), .nextCursor,
    ],
    shorterAnswers: { arguments in
      [arguments.elements("fields").isEmpty ? "some fields alone" : "fewer fields"]
    }
  ) { arguments, desk in
    let fields = arguments.elements("fields").compactMap(\.string)
    // The id is what other tools take.
    let selected = ["id"] + fields.filter { $0 != "id" }
    let names = ["q", "sort", "visibility", "untranslated", "locale"]
    let query: [(String, String?)] =
      arguments.members("filter").map { ($0.name, $0.value.queryText) }
      + names.map { ($0, arguments.text($0)) } + [
        ("fields", fields.isEmpty ? nil : selected.joined(separator: ",")),
        ("count", arguments.flag("count") ? "true" : nil),
      ]
    let answer = try await desk.readPage(
      ["content", arguments.required("kind")], query, for: arguments)
    return ToolResult { object in
      object.member("items", json: answer.member("result"))
      if let total = answer.document["total"]?.integer { object.member("total", total) }
      object.nextCursor(answer.nextCursor)
    }
  }

  static let getItem = AssistantTool(
    "get_item", title: "Get an item",
    description: """
      Returns one item, whether it is shown or not, and its etag. With locale * it has all translations as they were \
      written (title@en). With history it also returns the versions that it had before, newest first, and who wrote them.
      """,
    arguments: [
      .kind, .itemID,
      .optional("locale", .line, "The locale that texts are read in; * for all of them."),
      .optional(
        "history", .boolean,
        "Whether to return up to 20 versions of the item as well, fewer of a long item."),
    ],
    result: [
      .required("item", .object([.required("id", .number1)])), .entityTag,
      .optional("versions", .array(of: .object([.required("from", .count)]))),
    ],
    shorterAnswers: { arguments in
      (arguments.flag("history") ? ["the item without history"] : [])
        + (arguments.text("locale") == "*" ? ["one locale"] : [])
    }
  ) { arguments, desk in
    let kind: String = try arguments.required("kind")
    let id: Int = try arguments.required("id")
    let answer = try await desk.read(
      ["content", kind, "\(id)"], [("locale", arguments.text("locale"))])
    var versions: AssistantDesk.Answer?
    if arguments.flag("history") {
      versions = try await desk.readPage(
        ["content", kind, "\(id)", "history"], limit: ToolArguments.defaultLimit)
    }
    return ToolResult { object in
      object.member("item", json: (answer.document["result"]?.elements?.first ?? .null).bytes)
      object.member("etag", answer.entityTag ?? "")
      if let versions {
        object.member("versions", json: versions.member("result"))
      }
    }
  }
}

extension JSONTree {
  /// A text, a number or a flag as a parameter of a query. 7.0 is 7 there, as it is in JSON.
  fileprivate var queryText: String {
    string ?? integer.map(String.init) ?? String(decoding: bytes, as: UTF8.self)
  }
}
