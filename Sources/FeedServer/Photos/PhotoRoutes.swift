import FeedEditing
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import NIOCore
import StrictJSON

/// The photos of the store: uploading, listing, describing and deleting them, and where content shows them; and the
/// pictures that are made of them.
struct PhotoRoutes: Resource {
  static let tag = "photos"

  private static let maximumWordCount = 20
  /// The most Unicode scalars of an alternative text.
  static let maximumAltLength = 2_000

  let publisher: FeedPublisher
  let editor: Editor
  let renditions: Renditions
  let access: PhotoAccess
  let limits: BodyLimits
  let budget: OpenPictureBudget
  /// The sizes of pictures that need no signature.
  let openSizes: [Rendition.Box]

  private var library: PhotoLibrary { renditions.library }
  var addresses: PictureAddresses { publisher.configuration.items.pictures }

  var routes: [Route] {
    [
      Route(
        .get, "/v1/photos", "listPhotos", "The photos, the newest first.", role: .viewer,
        parameters: [
          .words, .limit, .cursor,
        ], answers: [.ok(.page(of: .component("Photo")), "A page of photos.")], list),
      Route(
        .post, "/v1/photos", "uploadPhoto",
        "Upload a JPEG, PNG, WebP, HEIC or AVIF picture of at most 50 MB and 100 megapixels.",
        role: .contributor, streamsBody: true,
        parameters: [.address], body: Self.mediaTypes.map { .init($0, .binary) },
        answers: [
          .ok(.component("Photo"), "The picture was a photo before."),
          .created(.component("Photo"), "The photo is added."),
        ], problems: [422, 503], upload),
      Route(
        .get, "/v1/photos/{id}", "getPhoto",
        "A photo: its size, description, placeholder and camera data.",
        parameters: [.photo, .ifNoneMatch],
        answers: [.ok(.component("Photo"), "The photo."), .notModified], problems: [404], read),
      Route(
        .patch, "/v1/photos/{id}", "describePhoto",
        "Change the alternative text and the focus of a photo.", role: .editor,
        parameters: [.photo, .ifMatch("photo")],
        body: [
          .init("application/merge-patch+json", Self.patch),
          .json(Self.patch),
        ], answers: [.ok(.component("Photo"), "The photo as it is then.")], problems: [404, 422],
        describe),
      Route(
        .delete, "/v1/photos/{id}", "deletePhoto", "Delete a photo that no content shows.",
        role: .editor, parameters: [.photo], answers: [.init(204, "The photo is deleted.")],
        problems: [404, 409, 503], remove),
      Route(
        .get, "/v1/photos/{id}/uses", "listPhotoUses",
        "The items and prepared releases that show a photo.", role: .viewer,
        parameters: [
          .photo, .query("limit", .integer(NumberedPage.limits), "The most uses; 100 by default."),
        ],
        answers: [
          .ok(
            .object([.required("result", .array(of: .component("PhotoUse")))]),
            "The items that show it, then those that did, then the releases that will.")
        ], problems: [404], uses),
    ] + pictureRoutes
  }

  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let page = try NumberedPage(request)
    let text = try request.text(.words) ?? ""
    let words = TextFolding.words(of: text)
    guard words.count <= Self.maximumWordCount else {
      throw Problem.invalidParameter(
        "q", expected: "at most \(Self.maximumWordCount) words", found: "more")
    }
    let found = try await library.store.read { reader in
      try reader.photos(matching: words, before: page.start, limit: page.limit + 1)
    }
    let search = text.isEmpty ? "" : "&q=\(text.percentEncoded)"
    return page.response(found, numbered: \.number, at: "/v1/photos", filter: search) {
      $0.photo($1.photo, at: addresses)
    }
  }

  /// Receives a picture, whose format is determined by its content and not by the media type of the request.
  private func upload(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let isAssigned = try request.text(.address) != nil
    let author = try context.author(isAssigned ? .editor : .contributor)
    let limit = PhotoLibrary.maximumAddressLength
    let address = try request.value(
      .address, expected: "an absolute http or https URL of at most \(limit) bytes"
    ) { AbsoluteURL.isValid($0) && $0.utf8.count <= limit ? $0 : nil }
    let file = try await received(request)
    try request.refuseForm(beginning: file.head)
    let (photo, isNew) = try await attempt {
      let candidate = try await context.whilePresent {
        try await library.candidate(in: file, assignedTo: address)
      }
      let isNew = try await editor.perform { try await library.add([candidate], by: author)[0] }
      return (candidate.photo, isNew)
    }
    return await answer(photo, status: isNew ? .created : .ok).marked(newestIn: library.store)
  }

  private func received(_ request: Request) async throws -> IncomingFile {
    let file = try library.storage.makeIncomingFile()
    try await request.receiveBody(upTo: PhotoLibrary.maximumByteCount) { piece in
      try piece.withUnsafeReadableBytes { try file.append($0) }
    }
    return file
  }

  private func read(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let photo = try await library.requirePhoto(try context.photoID)
    let isPublic = try await access.require(photo.id, for: context)
    return Response(
      PublishedDocument { $0.photo(photo, at: addresses) }, answering: request,
      caching: isPublic ? .revalidated : .private)
  }

  /// Applies a merge patch (RFC 7396) to the description of a photo.
  private func describe(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author()
    let id = try context.photoID
    let patch = try await request.json(limits).photoPatch()
    let precondition = Precondition(request.headers)
    let addresses = addresses
    let photo = try await editor.perform {
      try await library.describe(id, by: author) { photo in
        try precondition.check(.tagged(photo.entityTag(at: addresses)), of: .photo)
        return patch(photo.description)
      }
    }
    guard let photo else { throw Problem.noPhoto(id) }
    return await answer(photo, status: .ok).marked(newestIn: library.store)
  }

  private func remove(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let id = try context.photoID
    let isRemoved = try await attempt {
      try await editor.perform { try await library.remove(id, by: author) }
    }
    guard isRemoved else { throw Problem.noPhoto(id) }
    await renditions.remove(id)
    return await Response.noContent.marked(newestIn: library.store)
  }

  /// Answers with the items that show the photo, then those that did, then the releases that will.
  private func uses(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let (id, limit) = (
      try context.photoID, try request.integer(.limit) ?? NumberedPage.defaultLimit
    )
    let uses = try await library.store.read { reader in
      try reader.photo(id).map { _ in try reader.uses(of: id, limit: limit) }
    }
    guard let uses else { throw Problem.noPhoto(id) }
    return Response { object in
      object.objects("result", uses) { object, use in
        object.member("subject", use.subject)
        object.member("field", use.place)
        object.member("until", optional: use.until) { $0.value($1) }
      }
    }
  }

  private func answer(_ photo: Photo, status: HTTPResponse.Status) -> Response {
    var response = Response(
      status: status, json: JSONWriter.encode { $0.photo(photo, at: addresses) })
    response.headers[.eTag] = photo.entityTag(at: addresses)
    if status == .created { response.headers[.location] = "/v1/photos/\(photo.id)" }
    return response
  }

  /// Runs `body`, whose errors become problems.
  private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as PictureError {
      throw Problem(error)
    } catch let error as PhotoInUse {
      throw Problem(error)
    }
  }
}

extension Request {
  /// Refuses the body of a form, which is not a picture but has one in it.
  ///
  /// The type alone does not tell: curl says of any body that it is a form.
  ///
  /// - Parameter head: the first bytes of the body.
  fileprivate func refuseForm(beginning head: [UInt8]) throws {
    guard let field = headers[.contentType] else { return }
    let type = field.prefix { $0 != ";" }.trimmed.lowercased()
    let isForm =
      switch type {
      case "multipart/form-data": head.starts(with: "--".utf8)
      case "application/x-www-form-urlencoded":
        head.firstIndex(of: UInt8(ascii: "=")).map { head[..<$0].isFormName } ?? false
      default: false
      }
    guard isForm else { return }
    throw Problem(
      status: .unsupportedMediaType, code: "unsupported_media_type",
      detail:
        "expected the picture itself as the body, as curl --data-binary @picture.jpg sends it, "
        + "found a form (\(type))",
      headers: [.accept: PhotoRoutes.mediaTypes.joined(separator: ", ")])
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

extension ArraySlice<UInt8> {
  /// Whether it is the name of a member of a form in an address.
  fileprivate var isFormName: Bool {
    !isEmpty
      && allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
          || "%+-._~[]*".contains(character)
      }
  }
}

extension FeedRequestContext {
  var photoID: PhotoID {
    get throws {
      let text = try pathParameter("id")
      guard let id = PhotoID(text) else { throw Problem.noPhoto(text) }
      return id
    }
  }
}

extension PhotoLibrary {
  /// - Throws: ``Problem`` if there is no such photo.
  func requirePhoto(_ id: PhotoID) async throws -> Photo {
    guard let photo = try await photo(id) else { throw Problem.noPhoto(id) }
    return photo
  }
}

extension Photo {
  func entityTag(at addresses: PictureAddresses) -> String {
    EntityTag.text(of: JSONWriter.encode { $0.photo(self, at: addresses) })
  }
}

extension PhotoRoutes {
  /// The media types of the pictures that are stored.
  static let mediaTypes = PictureFormat.ofPhotos.map(\.mediaType)

  private static let alt = Schema.text(pattern: "^[^\\u0000]*$", length: 0...maximumAltLength)

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

extension Parameter {
  /// The photo in the path.
  static let photo = path("id", .photoID, "The photo.")

  fileprivate static let words = query(
    "q", .text(),
    "Words that are all in the alternative text, the camera's data, or a URL that is assigned to the photo."
  )

  // It changes the pictures of content that readers see.
  fileprivate static let address = query(
    "address", .text(format: "uri"),
    "A URL in content that is assigned to the photo, of at most 2000 bytes.", role: .editor)
}
