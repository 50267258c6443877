import FeedModel
import StrictJSON

/// `list_kinds`
struct ListKindsTool: AssistantTool {
  let name = "list_kinds"
  let title = "List kinds of content"
  let description = """
    Lists the kinds of content, such as news or photos, with the names of their fields and the layout that a section of \
    the kind has by default. Call it first: most other tools take the name of a kind. get_kind has the whole definition.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [.cursor]
  let result: [Schema.Property] = [
    .required(
      "kinds",
      .list(
        of: .object([
          .required("kind", .text()), .required("title", .text()),
          .required("fields", .array(of: .text())), .required("layout", .text()),
        ]))), .nextCursor,
  ]

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let kinds = try await desk.read(["kinds"]).document["kinds"]?.elements ?? []
    let page = try SizedPage(of: kinds.map(Self.summary), for: arguments)
    return ToolResult { $0.page("kinds", page) }
  }

  private static func summary(of kind: JSONTree) -> [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.member("kind", kind["kind"]?.string ?? "")
        object.member("title", kind["title"]?.string ?? "")
        object.array("fields", kind["fields"]?.elements ?? []) {
          $0.value($1["name"]?.string ?? "")
        }
        object.member("layout", kind["layout"]?["type"]?.string ?? "")
      }
    }
  }
}

/// `get_kind`
struct GetKindTool: AssistantTool {
  let name = "get_kind"
  let title = "Get a kind"
  let description = """
    Returns the definition of one kind: its fields with their types and limits, which of them have translations \
    (localized), what a cell shows (roles), and how many items there are, drafts included. Read it before you write an \
    item of the kind.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [.kind]
  let result: [Schema.Property] = [
    .required("definition", .object([])), .required("item_count", .count),
  ]

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let kind: String = try arguments.required("kind")
    let definition = try await desk.read(["kinds", kind])
    let items = try await desk.read(["content", kind], [("limit", "1"), ("count", "true")])
    return ToolResult { object in
      object.key("definition")
      object.raw(definition.document.bytes)
      object.member("item_count", items.document["total"]?.integer ?? 0)
    }
  }
}
