import FeedEditing
import FeedModel
import FeedPublisher
import FeedStore
import StrictJSON

/// The forms of releases in answers.
enum ReleaseForm {
  static let summary: [Schema.Property] = [
    .required("id", .number1), .required("name", .text()), .required("note", .text()),
    .required("state", .text(), "prepared, failed or published."),
    .required("publish_at", Schema.text().orNull), .required("operation_count", .count),
    .required("conflicts", .array(of: .object([])), "What has changed since it was prepared."),
  ]

  static let result: [Schema.Property] = [
    .required(
      "release",
      .object(
        summary + [
          .required(
            "operations", .array(of: .object([.required("op", .text())])),
            "What it does when it is published, in this order: those of the page.")
        ])), .entityTag,
    .required("first_place", .count, "The place of the first of these operations, from 0."),
    .nextCursor,
  ]
}

extension ToolResult {
  /// A release that was written, as the API has answered with it. However large its operations are, there is an answer:
  /// what was done must not look as if it was not.
  init(written answer: AssistantDesk.Answer) {
    let operations = Self.operations(of: answer)
    let isLarge = (operations.first?.count ?? 0) > PageSize.limit
    self.init(
      release: answer, SizedPage(of: operations, from: 0, leastCount: isLarge ? 0 : 1))
  }

  /// A release with those of its operations that `arguments` ask for.
  ///
  /// - Throws: ``ToolProblem`` for a cursor that no page has named.
  init(release answer: AssistantDesk.Answer, for arguments: ToolArguments) throws(ToolProblem) {
    self.init(
      release: answer, try SizedPage(of: Self.operations(of: answer), for: arguments))
  }

  private init(release answer: AssistantDesk.Answer, _ page: SizedPage) {
    let operations = page.entries.compactMap { JSONTree(json: String(decoding: $0, as: UTF8.self)) }
    let release = answer.document.mappingMembers {
      $0.name == "operations" ? JSONTree(elements: operations) : $0.value
    }
    self.init { object in
      object.key("release")
      object.raw(release.bytes)
      object.member("etag", answer.entityTag ?? "")
      object.member("first_place", page.start)
      object.nextCursor(page.nextCursor)
    }
  }

  private static func operations(of answer: AssistantDesk.Answer) -> [[UInt8]] {
    (answer.document["operations"]?.elements ?? []).map(\.bytes)
  }
}

/// `list_releases`
struct ListReleasesTool: AssistantTool {
  let name = "list_releases"
  let title = "List releases"
  let description = """
    Lists the releases, newest first. A release is a list of changes that are prepared together; readers see none of \
    them before an editor publishes it.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [.limit, .cursor]
  let result: [Schema.Property] = [
    .required("releases", .array(of: .object(ReleaseForm.summary))), .nextCursor,
  ]

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let answer = try await desk.readPage(["releases"], for: arguments)
    return ToolResult { $0.page("releases", of: answer) }
  }
}

/// `get_release`
struct GetReleaseTool: AssistantTool {
  let name = "get_release"
  let title = "Get a release"
  let description = """
    Returns one release with its operations, in their order, its conflicts (what was changed meanwhile by others), and \
    its etag, which remove_from_release takes. The operations of a long release come in pages.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [.release, .cursor]
  let result = ReleaseForm.result

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let id: Int = try arguments.required("release")
    return try ToolResult(release: try await desk.read(["releases", "\(id)"]), for: arguments)
  }
}

/// `compare_release`
struct CompareReleaseTool: AssistantTool {
  let name = "compare_release"
  let title = "Compare a release with the present"
  let description = """
    Says what a release would change on the screens if it were published: the sections and items that are added, \
    removed, changed (with the fields) or moved. Without feed all feeds are compared, and those that stay the same are \
    left out. Changes of items that no screen shows are not listed; get_release has them.
    """
  let effect = ToolEffect.reading
  let arguments: [Schema.Property] = [
    .release, .optional("feed", .line, "Only this feed; all feeds by default."), .width, .locale,
  ]
  let result: [Schema.Property] = [
    .required("release", .number1),
    .required("at", .text(), "The time of both sides: that of the release, or now."),
    .required("conflict_count", .count),
    .required(
      "feeds",
      .list(
        of: .object([
          .required("feed", .text()), .required("is_new", .boolean),
          .required("sections", ScreenDifference.sections),
        ]))),
  ]

  func call(_ arguments: ToolArguments, at desk: AssistantDesk) async throws -> ToolResult {
    let id: Int = try arguments.required("release")
    let release = try await desk.read(["releases", "\(id)"]).document
    let scheduled = release["publish_at"]?.string.flatMap(Timestamp.init)
    let now = desk.clock.now
    let isComing = scheduled.map { $0.millisecondsSince1970 > now.millisecondsSince1970 } ?? false
    let moment = isComing ? scheduled ?? now : now
    let present = try await desk.store.read { try $0.feedNames() }
    let composed = (release["operations"]?.elements ?? []).compactMap { $0["feed"]?.string }
    let names = arguments.text("feed").map { [$0] } ?? Array(Set(present + composed)).sorted()
    var differences: [FeedDifference] = []
    for name in names {
      var request = try arguments.screenRequest()
      (request.feed, request.moment, request.release) = (name, moment, id)
      let after = try await desk.document(of: request)
      request.release = nil
      let before = present.contains(name) ? try await desk.document(of: request) : nil
      let difference = FeedDifference(from: before, to: after)
      if !difference.isEmpty { differences.append(difference) }
    }
    return ToolResult { object in
      object.member("release", id)
      object.member("at", moment.rfc3339)
      object.member("conflict_count", release["conflicts"]?.elements?.count ?? 0)
      object.array("feeds", differences) { $1.write(to: &$0) }
    }
  }

  func shorterAnswers(_ arguments: ToolArguments) -> [String] {
    arguments.text("feed") == nil ? ["one feed"] : []
  }
}

/// What differs between two screens of a feed, of which the first one may not be there.
private struct FeedDifference {
  let feed: String
  let isNew: Bool
  let sections: [[UInt8]]

  var isEmpty: Bool { sections.isEmpty && !isNew }

  init(from before: Screen?, to after: Screen) {
    (feed, isNew) = (after.feed, before == nil)
    guard let before else {
      sections = after.sections.map { section in
        JSONWriter.encode { writer in
          writer.object { object in
            object.member("id", section.id)
            object.member("change", FeedDiff.Change.added.rawValue)
            object.array("items", section.items) { writer, item in
              writer.object { object in
                object.member("kind", section.kind.name)
                object.member("id", item.content.id)
                object.member("change", FeedDiff.Change.added.rawValue)
              }
            }
          }
        }
      }
      return
    }
    let bytes = JSONWriter.encode { writer in
      FeedDiff(from: before, to: after, of: (before.revision, after.revision)).write(to: &writer)
    }
    let tree = try? JSONTree(parsing: bytes)
    sections = tree?["sections"]?.elements?.map(\.bytes) ?? []
  }

  func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("feed", feed)
      object.member("is_new", isNew)
      object.array("sections", sections) { $0.raw($1) }
    }
  }
}
