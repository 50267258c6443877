import DocumentSchemas
import FeedHTTP
import FeedModel
import Foundation
import HTTPTypes
import HummingbirdCore
import LayoutCatalog

/// The documentation of this version, as a site.
struct DocumentationRoutes {
  /// `nil` if the documentation is not installed.
  let site: DocumentationSite?

  var routes: [Route] {
    ["/docs", "/docs/{file*}"].map { Route(.get, $0, parameters: .only([]), page) }
  }

  @Sendable private func page(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard let site else {
      throw Problem.notFound(
        "the documentation is not installed: scripts/docs --site FOLDER writes it, and "
          + "the setting docs names the folder")
    }
    let address = request.uri.path
    // Links of pages are relative to an address that ends with a slash.
    guard address != "/docs" else { return redirection(to: "docs/") }
    let path = address.dropFirst("/docs/".count).removingPercentEncoding ?? ""
    switch site.find(path) {
    case .file(let document, let mediaType):
      var response = Response(
        document, answering: request, caching: .revalidated, contentType: mediaType)
      response.headers[.contentSecurityPolicy] = WebRoutes.contentSecurityPolicy
      response.headers[.referrerPolicy] = "same-origin"
      return response
    case .folder:
      return redirection(to: "\(address.split(separator: "/").last ?? "")/")
    case .nothing:
      throw Problem.notFound("there is no page \(path.quotedExcerpt) in the documentation")
    }
  }

  /// Leads to `address`, relative to the request's, so that it is right behind proxies too.
  private func redirection(to address: String) -> Response {
    Response(
      status: .permanentRedirect,
      headers: [.location: address, .cacheControl: CachePolicy.revalidated.rawValue])
  }
}

extension DocumentationRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    let redirection = Operation.Answer(
      status: 308, description: "The address of the page, which ends with a slash.")
    return [
      Operation(
        route: "GET /docs", path: "/docs", id: "getDocumentation", tag: "web",
        summary: "The documentation of this version, for people.",
        parameters: [.ifNoneMatch], answers: [redirection], problems: [404]),
      Operation(
        route: "GET /docs/{file*}", path: "/docs/{file}", id: "getDocumentationFile", tag: "web",
        summary: "A page or another file of the documentation.",
        parameters: [
          .path("file", .text(), "The file's path: guides/ios.html."), .ifNoneMatch,
        ],
        answers: [
          Operation.Answer(
            status: 200, description: "The file.",
            content: [
              "text/html", "text/css", "text/javascript", "application/json", "text/plain",
              "image/svg+xml", "image/png", "image/webp", "image/jpeg", "image/gif",
              "application/x-tar",
            ].map { Operation.Content(mediaType: $0, schema: .text()) }),
          .notModified, redirection,
        ], problems: [404]),
    ]
  }
}
