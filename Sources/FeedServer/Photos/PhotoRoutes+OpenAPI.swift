import DocumentSchemas
import FeedModel
import FeedPhotos
import FeedStore

extension PhotoRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/photos", path: "/v1/photos", id: "listPhotos", tag: "photos",
        summary: "The photos, the newest first.",
        parameters: [
          .query(
            "q", .text(),
            "Words that are all in the alternative text, the camera's data, or a URL that "
              + "is assigned to the photo."), .limit, .cursor,
        ],
        answers: [.ok(.list(of: .component("Photo")), "A page of photos.")], problems: [403],
        role: .viewer),
      Operation(
        route: "POST /v1/photos", path: "/v1/photos", id: "uploadPhoto", tag: "photos",
        summary:
          "Upload a JPEG, PNG, WebP, HEIC or AVIF picture of at most 50 MB and 100 megapixels.",
        parameters: [
          .query(
            "address", .text(format: "uri"),
            "A URL in content that is assigned to the photo (editor), of at most 2000 bytes.")
        ],
        body: mediaTypes.map { Operation.Content(mediaType: $0, schema: .binary) },
        answers: [
          .ok(.component("Photo"), "The picture was a photo before."),
          Operation.Answer(
            status: 201, description: "The photo is added.",
            content: [.json(.component("Photo"))]),
        ],
        problems: [403, 413, 415, 422, 503], role: .contributor),
      Operation(
        route: "GET /v1/photos/{id}", path: "/v1/photos/{id}", id: "getPhoto", tag: "photos",
        summary: "A photo: its size, description, placeholder and camera data.",
        parameters: [.photo, .ifNoneMatch],
        answers: [.ok(.component("Photo"), "The photo."), .notModified], problems: [404]),
      Operation(
        route: "PATCH /v1/photos/{id}", path: "/v1/photos/{id}", id: "describePhoto",
        tag: "photos", summary: "Change the alternative text and the focus of a photo.",
        parameters: [.photo, .header("If-Match", .text(), "The ETag the photo must have.")],
        body: [
          Operation.Content(mediaType: "application/merge-patch+json", schema: patch),
          .json(patch),
        ],
        answers: [.ok(.component("Photo"), "The photo as it is then.")],
        problems: [403, 404, 412, 413, 415, 422], role: .editor),
      Operation(
        route: "DELETE /v1/photos/{id}", path: "/v1/photos/{id}", id: "deletePhoto",
        tag: "photos", summary: "Delete a photo that no content shows.", parameters: [.photo],
        answers: [Operation.Answer(status: 204, description: "The photo is deleted.")],
        problems: [403, 404, 409, 503], role: .editor),
      Operation(
        route: "GET /v1/photos/{id}/uses", path: "/v1/photos/{id}/uses", id: "listPhotoUses",
        tag: "photos", summary: "The items and prepared releases that show a photo.",
        parameters: [
          .photo, .query("limit", .integer(NumberedPage.limits), "The most uses; 100 by default."),
        ],
        answers: [
          .ok(
            .object([.required("result", .array(of: .component("PhotoUse")))]),
            "The items that show it, then those that did, then the releases that will.")
        ],
        problems: [403, 404], role: .viewer),
    ]
  }

  /// The media types of the pictures that are stored.
  static let mediaTypes = PictureFormat.ofPhotos.map(\.mediaType)

  private static let alt = Schema.text(
    pattern: "^[^\\u0000]*$", length: 0...PhotoPatch.maximumAltLength)

  private static let patch = Schema.object(
    [.optional("alt", alt.orNull), .optional("focus", Schema.photoFocus.orNull)], isClosed: true)

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Photo", photo), ("CameraData", camera), ("PhotoUse", use)]
  }

  private static let photo = Schema.object([
    .required("id", .photoID),
    .required("url", .text()),
    .required("format", .knownText(of: PictureFormat.allCases.map(\.rawValue))),
    .required("width", .integer(1...Int.max)),
    .required("height", .integer(1...Int.max)),
    .required("byte_count", .integer(1...PhotoLibrary.maximumByteCount)),
    .required("alt", alt.orNull),
    .required("focus", Schema.photoFocus.orNull),
    .required("placeholder", .component("PhotoPlaceholder")),
    .required("exif", .component("CameraData")),
    .required("added_at", .text(format: "date-time")),
  ])

  private static let camera = Schema.object([
    .required("make", Schema.text().orNull),
    .required("model", Schema.text().orNull),
    .required("lens_model", Schema.text().orNull),
    .required("focal_length", Schema.number().orNull),
    .required("focal_length_in_35mm", Schema.integer().orNull),
    .required("f_number", Schema.number().orNull),
    .required(
      "exposure_time",
      Schema.object([
        .required("numerator", .integer(0...Int(UInt32.max))),
        .required("denominator", .integer(1...Int(UInt32.max))),
        .required("fraction", .text()),
        .required("display", .text()),
      ]).orNull),
    .required("iso", Schema.integer().orNull),
  ])

  private static let use = Schema.object([
    .required("subject", .text(), "Such as content/pickup_photos/3 or releases/2."),
    .required("field", .text(), "The field; of a release the place in its operations."),
    .required(
      "until", Schema.integer(1...Int.max).orNull,
      "The revision that ended the last version which showed it; null if it is shown."),
  ])
}

extension Operation.Parameter {
  /// The photo in the path.
  static let photo = path("id", .photoID, "The photo.")
}
