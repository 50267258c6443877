import FeedModel
import StrictJSON

/// `list_revisions`
struct ListRevisionsTool: AssistantTool {
  let name = "list_revisions"
  let title = "List revisions"
  let description = """
    Lists what was published, newest first: each revision with its number, its time, who made it, and the keys of what \
    it changed. compare_revisions says what a revision changed on a screen.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [.limit, .cursor]
  let result: [Schema.Property] = [
    .required("revisions", .array(of: .object([.required("number", .count)]))), .nextCursor,
  ]

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let answer = try await desk.readPage(["revisions"], for: arguments)
    return ToolResult { $0.page("revisions", of: answer) }
  }
}

/// `compare_revisions`
struct CompareRevisionsTool: AssistantTool {
  let name = "compare_revisions"
  let title = "Compare two revisions of a screen"
  let description = """
    Says what differs between a screen at two revisions: the sections and items that were added, removed, changed (with \
    the fields) or moved, with their frames before and after. For what a release would change, use compare_release.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [
    .feed, .required("from", .count, "The earlier revision."),
    .optional("to", .count, "The later revision; the newest by default."), .width, .locale,
  ]
  let result: [Schema.Property] = [
    .required("feed", .text()), .required("from", .count), .required("to", .count),
    .required("sections", ScreenDifference.sections),
  ]

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let feed = arguments.text("feed") ?? Composition.homeFeed
    let numbers = ["from", "to"].map { ($0, arguments.integer($0).map(String.init)) }
    let answer = try await desk.read(["feeds", feed, "diff"], arguments.screen + numbers)
    return ToolResult { object in
      for name in ["feed", "from", "to", "sections"] {
        object.key(name)
        object.raw(answer.member(name))
      }
    }
  }
}

/// The form of what differs between two screens.
enum ScreenDifference {
  static let change = Schema.oneText(of: ["added", "removed", "changed", "moved"])

  /// The sections that differ.
  static let sections = Schema.list(
    of: .object([
      .required("id", .text()), .required("change", change.orNull),
      .required(
        "items",
        .list(
          of: .object([
            .required("kind", .text()), .required("id", .number1), .required("change", change),
          ]))),
    ]))
}
