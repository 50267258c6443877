import FeedModel
import FeedEditing
import FeedStore
import HTTPTypes
import StrictJSON

extension AssistantTool {
  static let createRelease = AssistantTool(
    "create_release", title: "Create a release",
    description: """
      Creates a release without operations, and returns its id. Everything that you change goes into a release: add the \
      changes with add_to_release, look at them with compare_release and preview_screen, and tell the person which release \
      to look at. An editor publishes it; you cannot. Say in the note what it is for.
      """,
    effect: .preparing,
    arguments: [
      .required("name", .text(length: 1...Release.nameLength), "A short name, on one line."),
      .optional(
        "note", .text(length: 0...Release.noteLength), "For those who review it, in several lines."),
    ], result: releaseResult
  ) { arguments, desk in
    let name: String = try arguments.required("name")
    return ToolResult(
      written: try await desk.write(.post, ["releases"]) { body in
        body.member("name", name)
        body.member("note", arguments.text("note") ?? "")
      })
  }

  private static let releaseOperation = Schema.object(
    [
      .required("op", .oneText(of: ["create", "replace", "patch", "delete", "compose"])),
      .optional("kind", .line, "The kind of the item."),
      .optional("id", .number1, "The id of the item."),
      .optional("feed", .line, "The feed, for compose."),
      .optional(
        "body", .map(of: .anything), "The item, the members to change, or the composition."),
      .optional(
        "if_match", .line, "The etag that was read: it is a conflict if something else is there."),
    ], isClosed: true)

  static let addToRelease = AssistantTool(
    "add_to_release", title: "Add changes to a release",
    description: """
      Adds operations to the end of a release that is not published; readers see nothing of them yet. op is create (a new \
      item of kind with body, which gets an id when it is published unless body has one), replace (kind, id, and the whole \
      item as body), patch (kind, id, and the members to change as body; null removes a value), delete (kind and id), or \
      compose (feed, and its whole composition as body; a feed that does not exist is created). In a body, draft, \
      publish_at and unpublish_at say when an item is shown, and title@en is the text of title in English. All operations \
      are checked: with a problem nothing is added, and each problem has the place of its operation.
      """,
    effect: .preparing,
    arguments: [
      .release,
      .required(
        "operations", .array(of: releaseOperation, count: 1...Batch.maximumCount),
        "What to do, in this order."),
    ], result: releaseResult
  ) { arguments, desk in
    let id: Int = try arguments.required("release")
    let added = arguments.elements("operations")
    // How often it begins anew if somebody else changes the release at the same time.
    let attempts = 3
    var attempt = 0
    while true {
      attempt += 1
      let release = try await desk.read(["releases", "\(id)"])
      let former = release.document["operations"]?.elements ?? []
      do {
        return ToolResult(
          written: try await desk.setOperations(former + added, of: id, ifMatch: release.entityTag))
      } catch let problem as ToolProblem where problem.isOutdated && attempt < attempts {
        continue
      } catch let problem as ToolProblem {
        throw problem.numbered(fromFirstAddedTo: former.count)
      }
    }
  }

  static let removeFromRelease = AssistantTool(
    "remove_from_release", title: "Remove changes from a release",
    description: """
      Takes operations out of a release that is not published, by their places in the list of get_release, from 0. It needs \
      the etag of that list, so that nothing else is removed if somebody has changed it meanwhile. Content stays as it is.
      """,
    effect: .withdrawing,
    arguments: [
      .release, .required("etag", .line, "The etag of the release whose operations you have read."),
      .required(
        "operations",
        .array(of: .integer(0...Batch.maximumCount - 1), count: 1...Batch.maximumCount),
        "The places of the operations, from 0."),
    ], result: releaseResult
  ) { arguments, desk in
    let id: Int = try arguments.required("release")
    let tag: String = try arguments.required("etag")
    let places = arguments.elements("operations").compactMap(\.integer)
    let release = try await desk.read(["releases", "\(id)"])
    let operations = release.document["operations"]?.elements ?? []
    guard tag == release.entityTag else {
      throw ToolProblem("/etag: the release was changed meanwhile; read it again with get_release")
    }
    if let place = places.first(where: { !operations.indices.contains($0) }) {
      throw ToolProblem(
        "/operations: the release has \(operations.count) operations, and none at \(place)")
    }
    let rest = operations.enumerated().filter { !places.contains($0.offset) }.map(\.element)
    return ToolResult(written: try await desk.setOperations(rest, of: id, ifMatch: tag))
  }
}

extension AssistantDesk {
  /// Replaces the operations of a release.
  fileprivate func setOperations(
    _ operations: [JSONTree], of id: Int, ifMatch tag: String?
  ) async throws -> Answer {
    try await write(.put, ["releases", "\(id)", "operations"], ifMatch: tag) { body in
      body.array("operations", operations) { $0.raw($1.bytes) }
    }
  }
}

extension ToolProblem {
  /// The problem with the places that operations have among those that were added, not in the whole list.
  fileprivate func numbered(fromFirstAddedTo count: Int) -> ToolProblem {
    guard count > 0 else { return self }
    return ToolProblem(
      text.replacing(/\/operations\/([0-9]+)/) { match in
        let place = (Int(match.output.1) ?? 0) - count
        return place < 0 ? "(in the release before) \(match.output.0)" : "/operations/\(place)"
      })
  }
}
