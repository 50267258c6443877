import FeedEditing
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import NIOCore
import StrictJSON

/// The photos of the store: uploading, listing, describing and deleting them.
struct PhotoRoutes {
  /// The most words of a search.
  private static let maximumWordCount = 20

  let library: PhotoLibrary
  let renditions: Renditions
  let access: PhotoAccess
  let addresses: PictureAddresses
  let limits: BodyLimits
  /// Called before every write, which begins when it returns.
  let beforeWrite: @Sendable () async throws -> Void
  /// Called after every write that was committed.
  let onWrite: @Sendable () -> Void

  var routes: [Route] {
    [
      Route(.get, "/v1/photos", list),
      Route(.post, "/v1/photos", streamsBody: true, upload),
      Route(.get, "/v1/photos/{id}", read),
      Route(.patch, "/v1/photos/{id}", describe),
      Route(.delete, "/v1/photos/{id}", remove),
    ]
  }

  /// The newest photos first.
  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try context.require(.viewer)
    try request.requireParameters(among: ["q", "limit", "cursor"])
    let page = try NumberedPage(request)
    let text = try request.parameter("q") ?? ""
    let words = TextFolding.words(of: text)
    guard words.count <= Self.maximumWordCount else {
      throw Problem.invalidParameter(
        "q", expected: "at most \(Self.maximumWordCount) words", found: "more")
    }
    let found = try await library.store.read { reader in
      try reader.photos(
        matching: words, before: page.start, limit: page.limit + 1)
    }
    let search = text.isEmpty ? "" : "&q=\(text.percentEncoded)"
    return page.response(found, numbered: \.number, at: "/v1/photos", filter: search) {
      $0.photo($1.photo, at: addresses)
    }
  }

  /// Receives a picture, whose format is determined by its content and not by the media type of the request.
  @Sendable private func upload(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try context.require(.contributor)
    try request.requireParameters(among: ["address"])
    let address = try request.parameter("address")
    // It changes the pictures of content that readers see.
    let author = try context.author(address == nil ? .contributor : .editor)
    if let address {
      let limit = PhotoLibrary.maximumAddressLength
      guard AbsoluteURL.isValid(address), address.utf8.count <= limit else {
        throw Problem.invalidParameter(
          "address", expected: "an absolute http or https URL of at most \(limit) bytes",
          found: address.quotedExcerpt)
      }
    }
    let file = try await received(request)
    try request.refuseForm(beginning: file.head)
    let (photo, isNew) = try await attempt {
      let candidate = try await context.whilePresent {
        try await library.candidate(in: file, assignedTo: address)
      }
      try await beforeWrite()
      return (candidate.photo, try await library.add([candidate], by: author)[0])
    }
    onWrite()
    return await answer(photo, status: isNew ? .created : .ok).marked(newestIn: library.store)
  }

  private func received(_ request: Request) async throws -> IncomingFile {
    let file = try library.storage.makeIncomingFile()
    try await request.receiveBody(upTo: PhotoLibrary.maximumByteCount) { piece in
      try piece.withUnsafeReadableBytes { try file.append($0) }
    }
    return file
  }

  @Sendable private func read(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoParameters()
    let photo = try await library.requirePhoto(try context.photoID)
    let isPublic = try await access.require(photo.id, for: context)
    return Response(
      PublishedDocument { $0.photo(photo, at: addresses) }, answering: request,
      caching: isPublic ? .revalidated : .private)
  }

  /// Applies a merge patch (RFC 7396) to the description of a photo.
  @Sendable private func describe(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.editor)
    try request.requireNoParameters()
    let id = try context.photoID
    let patch = try PhotoPatch(JSONTree(strict: try await request.collectedBody(limits)))
    let precondition = Precondition(request.headers)
    let addresses = addresses
    try await beforeWrite()
    let photo = try await library.describe(id, by: author) { photo in
      try precondition.check(.tagged(photo.entityTag(at: addresses)), of: .photo)
      return patch.applied(to: photo.description)
    }
    guard let photo else { throw Problem.noPhoto(id) }
    onWrite()
    return await answer(photo, status: .ok).marked(newestIn: library.store)
  }

  @Sendable private func remove(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.editor)
    try request.requireNoParameters()
    let id = try context.photoID
    try await beforeWrite()
    let isRemoved = try await attempt { try await library.remove(id, by: author) }
    guard isRemoved else { throw Problem.noPhoto(id) }
    onWrite()
    await renditions.remove(id)
    return await Response(
      status: .noContent, headers: [.cacheControl: CachePolicy.none.rawValue]
    ).marked(newestIn: library.store)
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
    if isForm { throw Problem.form(type) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is the name of a member of a form in an address.
  fileprivate var isFormName: Bool {
    let marks = "%+-._~[]*".utf8
    return !isEmpty
      && allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: marks.contains(byte)
        }
      }
  }
}

extension Problem {
  fileprivate static func form(_ type: String) -> Problem {
    Problem(
      status: .unsupportedMediaType, code: "unsupported_media_type",
      title: "Unsupported media type",
      detail:
        "expected the picture itself as the body, as curl --data-binary @picture.jpg sends it, "
        + "found a form (\(type))",
      headers: [.accept: PhotoRoutes.mediaTypes.joined(separator: ", ")])
  }
}

extension FeedRequestContext {
  /// The photo in the path.
  var photoID: PhotoID {
    get throws {
      let text = try parameters.require("id")
      guard let id = PhotoID(text) else { throw Problem.noPhoto(text) }
      return id
    }
  }
}

extension PhotoLibrary {
  /// The photo `id`.
  ///
  /// - Throws: ``Problem`` if there is none.
  func requirePhoto(_ id: PhotoID) async throws -> Photo {
    guard let photo = try await photo(id) else { throw Problem.noPhoto(id) }
    return photo
  }
}

extension Photo {
  /// The tag of the photo's JSON.
  func entityTag(at addresses: PictureAddresses) -> String {
    EntityTag.text(of: JSONWriter.encode { $0.photo(self, at: addresses) })
  }
}
