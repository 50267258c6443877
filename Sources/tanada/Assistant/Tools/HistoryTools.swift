import FeedModel
import StrictJSON

extension AssistantTool {
  static let listRevisions = AssistantTool(
    "list_revisions", title: "List revisions",
    description: """
      Lists what was published, newest first: each revision with its number, its time, who made it, and the keys of what \
      it changed. compare_revisions says what a revision changed on a screen.
      """,
    arguments: [.limit, .cursor],
    result: [
      .required("revisions", .array(of: .object([.required("number", .count)]))), .nextCursor,
    ]
  ) { arguments, desk in
    let answer = try await desk.readPage(["revisions"], for: arguments)
    return ToolResult { $0.page("revisions", of: answer) }
  }

  static let compareRevisions = AssistantTool(
    "compare_revisions", title: "Compare two revisions of a screen",
    description: """
      Says what differs between a screen at two revisions: the sections and items that were added, removed, changed (with \
      the fields) or moved, with their frames before and after. For what a release would change, use compare_release.
      """,
    arguments: [
      .feed, .required("from", .count, "The earlier revision."),
      .optional("to", .count, "The later revision; the newest by default."), .width, .locale,
    ],
    result: [
      .required("feed", .text()), .required("from", .count), .required("to", .count),
      .required("sections", changedSections),
    ]
  ) { arguments, desk in
    let feed = arguments.text("feed") ?? Composition.homeFeed
    let numbers = ["from", "to"].map { ($0, arguments.integer($0).map(String.init)) }
    let answer = try await desk.read(["feeds", feed, "diff"], arguments.screen + numbers)
    return ToolResult { object in
      for name in ["feed", "from", "to", "sections"] {
        object.member(name, json: answer.member(name))
      }
    }
  }

  /// The sections that differ between two screens.
  static let changedSections = Schema.array(
    of: .object([
      .required("id", .text()), .required("change", change.orNull),
      .required(
        "items",
        .array(
          of: .object([
            .required("kind", .text()), .required("id", .number1), .required("change", change),
          ]))),
    ]))
  private static let change = Schema.oneText(of: ["added", "removed", "changed", "moved"])
}
