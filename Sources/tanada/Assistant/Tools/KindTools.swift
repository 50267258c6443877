import FeedModel
import StrictJSON

extension AssistantTool {
  static let listKinds = AssistantTool(
    "list_kinds", title: "List kinds of content",
    description: """
      Lists the kinds of content, such as news or photos, with the names of their fields and the layout that a section of \
      the kind has by default. Call it first: most other tools take the name of a kind. get_kind has the whole definition.
      """,
    arguments: [.cursor],
    result: [
      .required(
        "kinds",
        .array(
          of: .object([
            .required("kind", .text()), .required("title", .text()),
            .required("fields", .array(of: .text())), .required("layout", .text()),
          ]))), .nextCursor,
    ]
  ) { arguments, desk in
    let kinds = try await desk.read(["kinds"]).document["kinds"]?.elements ?? []
    let page = try SizedPage(of: kinds.map(\.kindSummary), for: arguments)
    return ToolResult { $0.page("kinds", page) }
  }

  static let getKind = AssistantTool(
    "get_kind", title: "Get a kind",
    description: """
      Returns the definition of one kind: its fields with their types and limits, which of them have translations \
      (localized), what a cell shows (roles), and how many items there are, drafts included. Read it before you write an \
      item of the kind.
      """,
    arguments: [.kind],
    result: [.required("definition", .object([])), .required("item_count", .count)]
  ) { arguments, desk in
    let kind: String = try arguments.required("kind")
    let definition = try await desk.read(["kinds", kind])
    let items = try await desk.read(["content", kind], [("limit", "1"), ("count", "true")])
    return ToolResult { object in
      object.member("definition", json: definition.document.bytes)
      object.member("item_count", items.document["total"]?.integer ?? 0)
    }
  }
}

extension JSONTree {
  /// What a list says of a kind with this definition.
  fileprivate var kindSummary: [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.member("kind", self["kind"]?.string ?? "")
        object.member("title", self["title"]?.string ?? "")
        object.array("fields", self["fields"]?.elements ?? []) {
          $0.value($1["name"]?.string ?? "")
        }
        object.member("layout", self["layout"]?["type"]?.string ?? "")
      }
    }
  }
}
