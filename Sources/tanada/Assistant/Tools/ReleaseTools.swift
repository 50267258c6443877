import FeedEditing
import FeedModel
import FeedPublisher
import FeedStore
import StrictJSON

extension ToolResult {
  /// A release that was written, as the API has answered with it. However large its operations are, there is an answer:
  /// what was done must not look as if it was not.
  init(written answer: AssistantDesk.Answer) {
    let operations = Self.operations(of: answer)
    let isLarge = (operations.first?.count ?? 0) > SizedPage.limit
    self.init(release: answer, SizedPage(of: operations, from: 0, leastCount: isLarge ? 0 : 1))
  }

  /// A release with those of its operations that `arguments` ask for.
  ///
  /// - Throws: ``ToolProblem`` for a cursor that no page has named.
  init(release answer: AssistantDesk.Answer, for arguments: ToolArguments) throws(ToolProblem) {
    self.init(release: answer, try SizedPage(of: Self.operations(of: answer), for: arguments))
  }

  private init(release answer: AssistantDesk.Answer, _ page: SizedPage) {
    let operations = page.entries.compactMap { JSONTree(json: String(decoding: $0, as: UTF8.self)) }
    let release = answer.document.mappingMembers {
      $0.name == "operations" ? JSONTree(elements: operations) : $0.value
    }
    self.init { object in
      object.member("release", json: release.bytes)
      object.member("etag", answer.entityTag ?? "")
      object.member("first_place", page.start)
      object.nextCursor(page.nextCursor)
    }
  }

  private static func operations(of answer: AssistantDesk.Answer) -> [[UInt8]] {
    (answer.document["operations"]?.elements ?? []).map(\.bytes)
  }
}

extension AssistantTool {
  /// The members of releases in lists.
  private static let releaseSummary: [Schema.Property] = [
    .required("id", .number1), .required("name", .text()), .required("note", .text()),
    .required("state", .text(), "prepared, failed or published."),
    .required("publish_at", Schema.text().orNull), .required("operation_count", .count),
    .required("conflicts", .array(of: .object([])), "What has changed since it was prepared."),
  ]

  /// A release with a page of its operations.
  static let releaseResult: [Schema.Property] = [
    .required(
      "release",
      .object(
        releaseSummary + [
          .required(
            "operations", .array(of: .object([.required("op", .text())])),
            "What it does when it is published, in this order: those of the page.")
        ])), .entityTag,
    .required("first_place", .count, "The place of the first of these operations, from 0."),
    .nextCursor,
  ]

  static let listReleases = AssistantTool(
    "list_releases", title: "List releases",
    description: """
      Lists the releases, newest first. A release is a list of changes that are prepared together; readers see none of \
      them before an editor publishes it.
      """,
    arguments: [.limit, .cursor],
    result: [.required("releases", .array(of: .object(releaseSummary))), .nextCursor]
  ) { arguments, desk in
    let answer = try await desk.readPage(["releases"], for: arguments)
    return ToolResult { $0.page("releases", of: answer) }
  }

  static let getRelease = AssistantTool(
    "get_release", title: "Get a release",
    description: """
      Returns one release with its operations, in their order, its conflicts (what was changed meanwhile by others), and \
      its etag, which remove_from_release takes. The operations of a long release come in pages.
      """,
    arguments: [.release, .cursor],
    result: releaseResult
  ) { arguments, desk in
    let id: Int = try arguments.required("release")
    return try ToolResult(release: try await desk.read(["releases", "\(id)"]), for: arguments)
  }

  static let compareRelease = AssistantTool(
    "compare_release", title: "Compare a release with the present",
    description: """
      Says what a release would change on the screens if it were published: the sections and items that are added, \
      removed, changed (with the fields) or moved. Without feed all feeds are compared, and those that stay the same are \
      left out. Changes of items that no screen shows are not listed; get_release has them.
      """,
    arguments: [
      .release, .optional("feed", .line, "Only this feed; all feeds by default."), .width, .locale,
    ],
    result: [
      .required("release", .number1),
      .required("at", .text(), "The time of both sides: that of the release, or now."),
      .required("conflict_count", .count),
      .required(
        "feeds",
        .array(
          of: .object([
            .required("feed", .text()), .required("is_new", .boolean),
            .required("sections", changedSections),
          ]))),
    ], shorterAnswers: { arguments in arguments.text("feed") == nil ? ["one feed"] : [] }
  ) { arguments, desk in
    let id: Int = try arguments.required("release")
    let release = try await desk.read(["releases", "\(id)"]).document
    let scheduled = release["publish_at"]?.string.flatMap(Timestamp.init)
    let now = desk.clock.now
    let isComing = scheduled.map { $0.millisecondsSince1970 > now.millisecondsSince1970 } ?? false
    let moment = isComing ? scheduled ?? now : now
    let present = try await desk.store.read { try $0.feedNames() }
    let composed = (release["operations"]?.elements ?? []).compactMap { $0["feed"]?.string }
    let names = arguments.text("feed").map { [$0] } ?? Array(Set(present + composed)).sorted()
    var differences: [(feed: String, isNew: Bool, sections: [[UInt8]])] = []
    for name in names {
      var request = try arguments.screenRequest()
      (request.feed, request.moment, request.release) = (name, moment, id)
      let after = try await desk.document(of: request)
      request.release = nil
      let before = present.contains(name) ? try await desk.document(of: request) : nil
      let sections = after.sectionsChanged(from: before)
      if before == nil || !sections.isEmpty {
        differences.append((after.feed, before == nil, sections))
      }
    }
    let found = differences
    return ToolResult { object in
      object.member("release", id)
      object.member("at", moment.rfc3339)
      object.member("conflict_count", release["conflicts"]?.elements?.count ?? 0)
      object.array("feeds", found) { writer, difference in
        writer.object { object in
          object.member("feed", difference.feed)
          object.member("is_new", difference.isNew)
          object.array("sections", difference.sections) { $0.raw($1) }
        }
      }
    }
  }
}

extension Screen {
  /// The sections that differ from those of `before`, as JSON: all of them if there was no such feed.
  fileprivate func sectionsChanged(from before: Screen?) -> [[UInt8]] {
    guard let before else {
      let change = FeedDiff.Change.added.rawValue
      return sections.map { section in
        JSONWriter.encode { writer in
          writer.object { object in
            object.member("id", section.id)
            object.member("change", change)
            object.array("items", section.items) { writer, item in
              writer.object { object in
                object.member("kind", section.kind.name)
                object.member("id", item.content.id)
                object.member("change", change)
              }
            }
          }
        }
      }
    }
    let bytes = JSONWriter.encode { writer in
      FeedDiff(from: before, to: self, of: (before.revision, revision)).write(to: &writer)
    }
    let tree = try? JSONTree(parsing: bytes)
    return tree?["sections"]?.elements?.map(\.bytes) ?? []
  }
}
