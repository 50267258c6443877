import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import StrictJSON
import TanadaWeb

/// The home screen and the gallery in a browser, and the element that draws them, for other pages too.
struct WebRoutes: Resource {
  static let tag = "web"

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
  private static let modules = [
    (
      name: "tanada.js", id: "getElement",
      summary: "The element <tanada-feed> as a module, for other pages."
    ),
    ("tanada.d.ts", "getElementTypes", "The types of that module, for TypeScript."),
    (
      "tanada-core.js", "getCore",
      "Feeds without the element as a module, for pages, workers and programs."
    ),
    ("tanada-core.d.ts", "getCoreTypes", "The types of that module, for TypeScript."),
    ("documents.d.ts", "getDocumentTypes", "The types of documents, which both modules name."),
  ]

  var routes: [Route] {
    [
      Route(
        .get, "/", "getRoot",
        "The home screen for browsers, and the addresses of the API for other clients.",
        query: .shared, parameters: Self.choices + [.accept, .ifNoneMatch],
        answers: [
          .init(
            200, "HTML if the client prefers it to JSON.",
            [
              .json(
                .object([
                  .required("name", .constant("tanada")),
                  .required("addresses", .map(of: .text())),
                ])),
              .init("text/html", .text()),
            ]), .notModified,
        ], root),
      Self.route(
        "/gallery", "getGallery", "Every layout and every paging effect, moving, in a browser.",
        "text/html", "The page."
      ) { try Self.page("gallery.html", answering: $0) },
      Self.route(
        "/studio", "getStudio", "The studio, in which editors change content and screens.",
        "text/html", "The page."
      ) { try Self.page("studio.html", answering: $0) },
      Route(
        .get, "/assets/{asset}", "getAsset",
        "A file that these pages load, under the hash of its content.", query: .shared,
        parameters: [
          .path(
            "asset", .text(pattern: "^[a-z-]+(\\.[a-z]+)*\\.[0-9a-f]{16}\\.[a-z]+$"),
            "The file's name, with the hash of its content."), .ifNoneMatch,
        ],
        answers: [
          .init(
            200, "The file, which never changes.",
            ["text/javascript", "text/css", "image/svg+xml", "application/typescript"]
              .map { .init($0, .text()) }), .notModified,
        ], problems: [404], asset),
    ]
      + Self.modules.map { name, id, summary in
        Self.route(
          "/\(name)", id, summary,
          name.hasSuffix(".js") ? "text/javascript" : "application/typescript",
          name.hasSuffix(".js") ? "The module." : "The declarations."
        ) { try Self.module(name, answering: $0) }
      }
  }

  /// A route of a file whose content has the media type `type`.
  private static func route(
    _ path: String, _ id: String, _ summary: String, _ type: String, _ description: String,
    _ answer: @escaping @Sendable (Request) throws -> Response
  ) -> Route {
    Route(
      .get, path, id, summary, query: .shared, parameters: [.ifNoneMatch],
      answers: [.init(200, description, [.init(type, .text())]), .notModified]
    ) { request, _ in try answer(request) }
  }

  /// The parameters of the home page, which its script reads.
  private static let choices = [
    "feed", "width", "scheme", "text_size", "direction", "locale", "platform", "release", "preview",
  ].map { Parameter.query($0, .text(), "For the script of the page.") }

  /// The home screen for those who read HTML, and the addresses of the API for all others.
  private func root(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    var response: Response
    if request.prefersHTML(to: "application/json") {
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
    let name = try context.pathParameter("asset")
    guard let asset = Self.site.assetsByHashedName[name] else {
      throw Problem.notFound("there is no asset \(name.quotedExcerpt)")
    }
    return Self.answer(asset, to: request, caching: .immutable)
  }

  private static func module(_ name: String, answering request: Request) throws -> Response {
    guard let asset = site.assets[name] else {
      throw Problem.notFound("there is no asset \(name)")
    }
    return answer(asset, to: request, caching: .content)
  }

  private static func answer(_ asset: WebAsset, to request: Request, caching: CachePolicy)
    -> Response
  {
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
    ("feeds", "/v1/feeds"), ("feed", "/v1/feeds/{feed}{?width,text_size,direction}"),
    ("section", "/v1/feeds/{feed}/sections/{id}{?width,text_size,direction,limit,cursor}"),
    ("kinds", "/v1/kinds"), ("content", "/v1/content/{kind}"), ("photo", "/v1/photos/{id}"),
    ("layout", "/v1/layouts/{type}"), ("events", "/v1/events"), ("description", "/openapi.json"),
    ("element", "/tanada.js"), ("core", "/tanada-core.js"), ("gallery", "/gallery"),
    ("studio", "/studio"), ("documentation", "/docs"),
  ]
}

extension HTTPField.Name {
  /// Keeps pages of other origins out of the page's browsing context group.
  fileprivate static let crossOriginOpenerPolicy = field("Cross-Origin-Opener-Policy")
  static let referrerPolicy = field("Referrer-Policy")
}

extension Parameter {
  fileprivate static let accept = header("Accept", .text(), "The media types the client reads.")
}
