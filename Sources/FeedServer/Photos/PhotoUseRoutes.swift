import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Where content shows a photo.
struct PhotoUseRoutes {
  let library: PhotoLibrary

  var routes: [Route] {
    [Route(.get, "/v1/photos/{id}/uses", list)]
  }

  /// Answers with the items that show the photo, then those that did, then the releases that will.
  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try context.require(.viewer)
    try request.requireParameters(among: ["limit"])
    let (id, limit) = (try context.photoID, try request.limit(default: PageLimit.default))
    let uses = try await library.store.read { reader in
      try reader.photo(id).map { _ in try reader.uses(of: id, limit: limit) }
    }
    guard let uses else { throw Problem.noPhoto(id) }
    return Response(
      json: JSONWriter.encode { writer in
        writer.object { $0.array("result", uses) { $0.use($1) } }
      })
  }
}

extension JSONWriter {
  fileprivate mutating func use(_ use: PhotoUse) {
    object { object in
      object.member("subject", use.subject)
      object.member("field", use.place)
      object.member("until", optional: use.until) { $0.value($1) }
    }
  }
}

extension PhotoUse {
  /// The item or the release, as the audit names it.
  fileprivate var subject: String {
    kind == "releases" ? "releases/\(id)" : "content/\(kind)/\(id)"
  }

  /// The field. SQLite writes names with underscores in quotation marks in the place of a release.
  fileprivate var place: String { field.replacing("\"", with: "") }
}

// MARK: - Description

extension PhotoUseRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/photos/{id}/uses", path: "/v1/photos/{id}/uses", id: "listPhotoUses",
        tag: "photos", summary: "The items and prepared releases that show a photo.",
        parameters: [
          .photo, .query("limit", .integer(PageLimit.allowed), "The most uses; 100 by default."),
        ],
        answers: [
          .ok(
            .object([.required("result", .array(of: .component("PhotoUse")))]),
            "The items that show it, then those that did, then the releases that will.")
        ],
        problems: [403, 404], role: .viewer)
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("PhotoUse", use)]
  }

  private static let use = Schema.object([
    .required("subject", .text(), "Such as content/pickup_photos/3 or releases/2."),
    .required("field", .text(), "The field; of a release the place in its operations."),
    .required(
      "until", Schema.integer(1...Int.max).orNull,
      "The revision that ended the last version which showed it; null if it is shown."),
  ])
}
