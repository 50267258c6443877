import FeedHTTP
import FeedLayout
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON
import TanadaWeb

/// The home screen and the gallery in a browser, and the element that draws them, for other pages too.
struct WebRoutes: Sendable {
  /// Pages load from this server alone, and run no script and no style that is written inside them.
  static let contentSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    + "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  /// The site of this program. Made at the first request: it takes some milliseconds, which the start of a
  /// server does not need to wait for.
  private static let site = WebSite(files: WebFiles.all)

  /// The files that other pages and programs load by name, as they cannot know hashes of contents: the element, the core
  /// without it, and their types.
  static let modules = [
    "tanada.js", "tanada.d.ts", "tanada-core.js", "tanada-core.d.ts", "documents.d.ts",
  ]

  var routes: [Route] {
    [
      Route(.get, "/", parameters: .only(Self.choices), root),
      Self.page("gallery"),
      Self.page("studio"),
      Route(.get, "/assets/{asset}", parameters: .only([]), asset),
    ]
      + Self.modules.map { name in
        Route(.get, "/\(name)", parameters: .only([])) { request, _ in
          try module(name, answering: request)
        }
      }
  }

  private static func page(_ name: String) -> Route {
    Route(.get, "/\(name)", parameters: .only([])) { request, _ in
      try page("\(name).html", answering: request)
    }
  }

  /// The parameters of the home page, which its script reads.
  private static let choices: Set = [
    "feed", "width", "scheme", "text_size", "direction", "locale", "platform", "release", "preview",
  ]

  /// The home screen for those who read HTML, and the addresses of the API for all others.
  private func root(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let accepted = AcceptedMediaTypes(request.headers[values: .accept])
    var response: Response
    if accepted.prefers("text/html", to: "application/json") {
      response = try Self.page("home.html", answering: request)
      if request.uri.query == nil { response.headers[.link] = Self.homeDocument }
    } else {
      response = Response(Self.index, answering: request, caching: .revalidated)
    }
    let varying = response.headers[values: .vary] + ["Accept"]
    response.headers[.vary] = varying.joined(separator: ", ")
    return response
  }

  /// The document that the page shows without parameters, for browsers whose window has its width: it is
  /// loaded together with the scripts, not after them.
  private static let homeDocument =
    "</v1/feeds/home?width=\(Int(Viewport.defaultWidth))&max_version=\(DocumentVersion.newest)>; "
    + "rel=preload; as=fetch; crossorigin; "
    + "media=\"(min-width: 700px), (width: \(Int(Viewport.defaultWidth))px)\""

  /// An asset under the address of its content, which caches keep for ever.
  private func asset(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let name = try context.parameters.require("asset")
    guard let asset = Self.site.assetsByHashedName[name] else {
      throw Problem.notFound("there is no asset \(name.quotedExcerpt)")
    }
    return answer(asset, to: request, caching: .immutable)
  }

  private func module(_ name: String, answering request: Request) throws -> Response {
    guard let asset = Self.site.assets[name] else {
      throw Problem.notFound("there is no asset \(name)")
    }
    return answer(asset, to: request, caching: .content)
  }

  private func answer(
    _ asset: WebAsset, to request: Request, caching: CachePolicy
  ) -> Response {
    Response(asset.document, answering: request, caching: caching, contentType: asset.mediaType)
  }

  /// A page. Its scripts read the parameters of its address, so it has any.
  private static func page(_ name: String, answering request: Request) throws -> Response {
    guard let page = site.pages[name] else {
      throw Problem.notFound("there is no page \(name)")
    }
    var response = Response(
      page, answering: request, caching: .revalidated, contentType: "text/html; charset=utf-8")
    response.headers[.contentSecurityPolicy] = contentSecurityPolicy
    response.headers[.referrerPolicy] = "same-origin"
    response.headers[.crossOriginOpenerPolicy] = "same-origin"
    return response
  }

  /// The page of the studio in place of a problem document with `status`. It is not cached, and no address is sent on.
  static func studio(_ status: HTTPResponse.Status, answering request: Request) throws -> Response {
    var head = request.head
    head.headerFields[.ifNoneMatch] = nil
    var response = try page("studio.html", answering: Request(head: head, body: request.body))
    response.status = status
    response.headers[.eTag] = nil
    response.headers[.cacheControl] = CachePolicy.none.rawValue
    response.headers[.referrerPolicy] = "no-referrer"
    return response
  }

  /// The addresses of the parts of the API. One with braces is a URI template (RFC 6570).
  private static let index = PublishedDocument(
    bytes: JSONWriter.object { object in
      object.member("name", "tanada")
      object.object("addresses") { addresses in
        for (name, address) in Self.addresses { addresses.member(name, address) }
      }
    })

  private static let addresses = [
    ("feeds", "/v1/feeds"),
    ("feed", "/v1/feeds/{feed}{?width,text_size,direction}"),
    ("section", "/v1/feeds/{feed}/sections/{id}{?width,text_size,direction,limit,cursor}"),
    ("kinds", "/v1/kinds"),
    ("content", "/v1/content/{kind}"),
    ("photo", "/v1/photos/{id}"),
    ("layout", "/v1/layouts/{type}"),
    ("events", "/v1/events"),
    ("description", "/openapi.json"),
    ("element", "/tanada.js"),
    ("core", "/tanada-core.js"),
    ("gallery", "/gallery"),
    ("studio", "/studio"),
    ("documentation", "/docs"),
  ]
}

extension HTTPField.Name {
  /// Keeps pages of other origins out of the page's browsing context group.
  fileprivate static let crossOriginOpenerPolicy = field("Cross-Origin-Opener-Policy")
  static let referrerPolicy = field("Referrer-Policy")
}
