import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import NIOCore

/// The EXIF cards of photos, and the pages that share them.
struct CardRoutes {
  let library: PhotoLibrary
  let pictures: PictureAnswers
  let addresses: PictureAddresses

  var routes: [Route] {
    // A page that is made to be shared.
    let names = Route.Parameters.only(
      Set(Self.parameters.filter { $0.place == .query }.map(\.name)))
    return [
      Route(.get, "/v1/photos/{id}/card.jpg", parameters: names, card),
      Route(.get, "/v1/photos/{id}/card", parameters: names, page),
    ]
  }

  @Sendable private func card(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let options = try request.cardOptions()
    return try await pictures.answer(
      .card(try context.photoID, options), to: request, context, by: .open)
  }

  /// A page that shows the card, also where links are previewed (https://ogp.me).
  @Sendable private func page(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let options = try request.cardOptions()
    let photo = try await library.requirePhoto(try context.photoID)
    let isPublic = try await pictures.access.require(photo.id, for: context)
    let card = try await pictures.picture(.card(photo.id, options), context, by: .open)
    let query = request.uri.query.map { "?\($0)" } ?? ""
    let path = "/v1/photos/\(photo.id)/card"
    let server = addresses.server.isEmpty ? request.origin(context) : addresses.server
    let page = CardPage(
      photo: photo, options: options, card: card, address: "\(server)\(path)\(query)",
      cardAddress: "\(server)\(path).jpg\(query)", cardPath: "\(path).jpg\(query)")
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8",
      .cacheControl: (isPublic ? CachePolicy.content : .private).rawValue,
      .contentSecurityPolicy: CardPage.contentSecurityPolicy,
    ]
    if addresses.server.isEmpty {
      // The page repeats the Host of the request, which may be anybody's: no cache may give it to others.
      headers[.cacheControl] = CachePolicy.private.rawValue
      headers[.vary] = "Host"
    }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
  }
}

extension Request {
  fileprivate func cardOptions() throws -> CardOptions {
    let width = try parameter("width") ?? "\(CardOptions.defaultWidth)"
    let options = Int(width).flatMap { CardOptions(width: $0) }
    guard var options, width == "\(options.width)" else {
      let widths = CardOptions.widths
      throw Problem.invalidParameter(
        "width", expected: "a whole number from \(widths.lowerBound) to \(widths.upperBound)",
        found: width.quotedExcerpt)
    }
    options.style = try choice("style", or: .standard)
    options.equivalent35mm = try flag("equivalent_35mm")
    options.locale = try askedLocales().flatMap(CardOptions.Locale.init) ?? .en
    options.omitsUnknown = try flag("omit_unknown")
    return options
  }

  /// The origin of this request's URL, for servers without a configured one.
  fileprivate func origin(_ context: FeedRequestContext) -> String {
    "\(context.isEncrypted ? "https" : "http")://\(head.authority ?? "localhost")"
  }
}

extension CardRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/photos/{id}/card.jpg", path: "/v1/photos/{id}/card.jpg", id: "getCard",
        tag: "photos", summary: "The EXIF card: the photo on white, its camera data below.",
        parameters: parameters + [.ifNoneMatch],
        answers: [
          Operation.Answer(
            status: 200, description: "The card.",
            content: [Operation.Content(mediaType: "image/jpeg", schema: .binary)]), .notModified,
        ], problems: [404, 422, 503]),
      Operation(
        route: "GET /v1/photos/{id}/card", path: "/v1/photos/{id}/card", id: "getCardPage",
        tag: "photos", summary: "A page that shows the EXIF card, also in previews of links.",
        parameters: parameters,
        answers: [
          Operation.Answer(
            status: 200, description: "The page.",
            content: [Operation.Content(mediaType: "text/html", schema: .text())])
        ], problems: [404, 422, 503]),
    ]
  }

  private static let parameters: [Operation.Parameter] = [
    .photo,
    .query("width", .integer(CardOptions.widths), "The width in pixels (1080)."),
    .query(
      "style", .oneText(of: CardOptions.Style.allCases.map(\.rawValue)),
      "What is written, and in which letters: standard, or article for the card that apps draw after the article."
    ),
    .query("equivalent_35mm", .boolean, "Show the focal length as on 35 mm film."),
    .query(
      "locale", .text(),
      "The language of what is not known: en or ja, the nearest to what is asked for as for screens."
    ),
    .query("omit_unknown", .boolean, "Leave out an unknown maker, camera or lens."),
  ]
}
