import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

// MARK: - The EXIF cards of photos, and the pages that share them

extension PhotoRoutes {
  /// The page loads its picture and nothing else.
  private static let cardPagePolicy =
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; "
    + "form-action 'none'; frame-ancestors 'none'"

  func card(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let options = try request.cardOptions()
    return try await answer(.card(try context.photoID, options), to: request, context, as: .open)
  }

  /// A page that shows the card, also where links are previewed (https://ogp.me).
  func cardPage(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let options = try request.cardOptions()
    let photo = try await renditions.library.requirePhoto(try context.photoID)
    let isPublic = try await access.require(photo.id, for: context)
    let card = try await picture(.card(photo.id, options), context, as: .open).bytes
    let query = request.uri.query.map { "?\($0)" } ?? ""
    let path = "/v1/photos/\(photo.id)/card"
    let server = addresses.server.isEmpty ? request.origin(context) : addresses.server
    let page = photo.page(
      showing: card, options: options, at: "\(server)\(path)\(query)",
      cardAddress: "\(server)\(path).jpg\(query)", cardPath: "\(path).jpg\(query)")
    var headers: HTTPFields = [
      .contentType: "text/html; charset=utf-8",
      .cacheControl: (isPublic ? CachePolicy.content : .private).rawValue,
      .contentSecurityPolicy: Self.cardPagePolicy,
    ]
    if addresses.server.isEmpty {
      // The page repeats the Host of the request, which may be anybody's: no cache may give it to others.
      headers[.cacheControl] = CachePolicy.private.rawValue
      headers[.vary] = "Host"
    }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }
}

extension Request {
  fileprivate func cardOptions() throws -> CardOptions {
    // One spelling of each width, so that a cache has each card once.
    let width = try text(.cardWidth) ?? "\(CardOptions.defaultWidth)"
    guard var options = Int(width).flatMap({ CardOptions(width: $0) }), width == "\(options.width)"
    else {
      throw Problem.invalidParameter(
        "width", expected: CardOptions.widths.expectation, found: width.quotedExcerpt)
    }
    options.style = try choice(.style) ?? .standard
    options.equivalent35mm = try flag(.equivalent35mm)
    options.locale = try askedLocales().flatMap(CardOptions.Locale.init) ?? .en
    options.omitsUnknown = try flag(.omitsUnknown)
    return options
  }

  /// The origin of this request's URL, for servers without a configured one.
  fileprivate func origin(_ context: FeedRequestContext) -> String {
    "\(context.isEncrypted ? "https" : "http")://\(head.authority ?? "localhost")"
  }
}

extension Photo {
  /// The page that shares the EXIF card of the photo.
  ///
  /// - Parameters:
  ///   - card: the card itself, a JPEG.
  ///   - address: the address of the page.
  ///   - cardPath: the path of the card, relative to the origin that the page was loaded from.
  fileprivate func page(
    showing card: [UInt8], options: CardOptions, at address: String, cardAddress: String,
    cardPath: String
  ) -> String {
    let text = CardText(camera, options: options)
    let lines = [text.camera, text.lens, text.exposure].compactMap(\.self)
    let title = (lines.first ?? description.alt ?? "Photo").htmlEscaped
    let summary = lines.dropFirst().joined(separator: " · ").htmlEscaped
    let alt = (description.alt ?? lines.joined(separator: ", ")).htmlEscaped
    let (address, picture) = (address.htmlEscaped, cardAddress.htmlEscaped)
    return """
      <!doctype html>
      <html lang="\(options.locale.rawValue)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <meta name="description" content="\(summary)">
      <meta property="og:type" content="website">
      <meta property="og:url" content="\(address)">
      <meta property="og:title" content="\(title)">
      <meta property="og:description" content="\(summary)">
      <meta property="og:image" content="\(picture)">
      <meta property="og:image:type" content="image/jpeg">
      \(Self.size(of: card))<meta property="og:image:alt" content="\(alt)">
      <meta name="twitter:card" content="summary_large_image">
      <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #eceff1 }
      img { max-width: min(94vw, 720px); max-height: 94vh; box-shadow: 0 2px 24px #0003 }
      @media (prefers-color-scheme: dark) { body { background: #15181a } }
      </style>
      </head>
      <body><img src="\(cardPath.htmlEscaped)" alt="\(alt)"></body>
      </html>

      """
  }

  /// The size of the card, with which previews are drawn before it is loaded.
  private static func size(of card: [UInt8]) -> String {
    guard let picture = try? PictureInspection(Data(card)), let width = picture.width,
      let height = picture.height
    else { return "" }
    return """
      <meta property="og:image:width" content="\(width)">
      <meta property="og:image:height" content="\(height)">

      """
  }
}

extension String {
  /// The text as HTML has it, also in attributes between quotation marks.
  fileprivate var htmlEscaped: String {
    // By scalars: a quotation mark with an accent is one character, and still ends an attribute.
    unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Parameter {
  static let card = [photo, cardWidth, style, equivalent35mm, cardLocale, omitsUnknown]

  fileprivate static let cardWidth = query(
    "width", .integer(CardOptions.widths), "The width in pixels (1080).")
  fileprivate static let style = query(
    "style", .oneText(of: CardOptions.Style.allCases.map(\.rawValue)),
    "What is written, and in which letters: standard, or article for the card that apps draw after the article."
  )
  fileprivate static let equivalent35mm = query(
    "equivalent_35mm", .boolean, "Show the focal length as on 35 mm film.")
  private static let cardLocale = query(
    "locale", .text(),
    "The language of what is not known: en or ja, the nearest to what is asked for as for screens.")
  fileprivate static let omitsUnknown = query(
    "omit_unknown", .boolean, "Leave out an unknown maker, camera or lens.")
}
