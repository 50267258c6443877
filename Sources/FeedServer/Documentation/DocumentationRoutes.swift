import FeedStore
import FeedHTTP
import FeedModel
import FeedPublisher
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// The documentation of this version as a site: the files of a folder, which `scripts/docs --site` writes. A file is read
/// when it is first asked for, and again when it has changed.
struct DocumentationRoutes: Resource {
  static let tag = "web"

  /// A file as it was read, and the facts by which a replacement is noticed.
  private typealias Entry = (document: PublishedDocument, stamp: Stamp)
  private typealias Stamp = (size: Int, modified: Date, number: Int)

  private static let index = "index.html"
  /// The largest file that is served, in bytes. A site has no larger ones.
  private static let maximumSize = 16 << 20
  private static let mediaTypes = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "json": "application/json", "tar": "application/x-tar",
    "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "webp": "image/webp", "jpg": "image/jpeg", "gif": "image/gif",
  ]
  /// The ends of names of files that are compressed already.
  private static let compressed: Set = ["png", "webp", "jpg", "gif"]

  /// The folder, and the files in memory; `nil` if the documentation is not installed.
  private let site: (folder: URL, entries: SharedCache.Part<String, Entry>)?

  /// Serves the files in `folder`, which need not exist yet; without one, the documentation is not installed. Those that were
  /// read are kept in `cache`.
  init(folder: String?, in cache: SharedCache) {
    site = folder.map { folder in
      (
        URL(filePath: folder, directoryHint: .isDirectory).resolvingSymlinksInPath(),
        cache.part("documentation")
      )
    }
  }

  var routes: [Route] {
    let redirection = Route.Operation.Answer(
      308, "The address of the page, which ends with a slash.")
    return [
      Route(
        .get, "/docs", "getDocumentation", "The documentation of this version, for people.",
        query: .shared, parameters: [.ifNoneMatch], answers: [redirection], problems: [404], page),
      Route(
        .get, "/docs/{file*}", "getDocumentationFile",
        "A page or another file of the documentation.", query: .shared,
        parameters: [.path("file", .text(), "The file's path: guides/ios.html."), .ifNoneMatch],
        answers: [
          .init(200, "The file.", Self.mediaTypeNames.map { .init($0, .text()) }), .notModified,
          redirection,
        ], problems: [404], page),
    ]
  }

  private static let mediaTypeNames = [
    "text/html", "text/css", "text/javascript", "application/json", "text/plain", "image/svg+xml",
    "image/png", "image/webp", "image/jpeg", "image/gif", "application/x-tar",
  ]

  private func page(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    guard let site else { return try Self.notInstalled(answering: request) }
    let address = request.uri.path
    // Links of pages are relative to an address that ends with a slash.
    guard address != "/docs" else { return redirection(to: "docs/") }
    let path = address.dropFirst("/docs/".count).removingPercentEncoding ?? ""
    if let (file, attributes) = Self.find(path, in: site.folder) {
      if attributes[.type] as? FileAttributeType == .typeDirectory, !path.hasSuffix("/") {
        return redirection(to: "\(address.split(separator: "/").last ?? "")/")
      }
      if let mediaType = Self.mediaTypes[file.pathExtension],
        let document = Self.read(file, attributes, keptIn: site.entries)
      {
        var response = Response(
          document, answering: request, caching: .revalidated, contentType: mediaType)
        response.headers[.contentSecurityPolicy] = WebRoutes.contentSecurityPolicy
        response.headers[.referrerPolicy] = "same-origin"
        return response
      }
    }
    throw Problem.notFound("there is no page \(path.quotedExcerpt) in the documentation")
  }

  /// Says how to get the documentation: as a page to browsers, as a problem document to all others.
  private static func notInstalled(answering request: Request) throws -> Response {
    let problem = Problem.notFound(
      "the documentation is not installed: scripts/docs --site FOLDER writes it, and "
        + "the setting docs names the folder")
    guard request.prefersHTML(to: "application/problem+json") else { throw problem }
    let page = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Documentation of tanada</title>
      </head>
      <body>
      <main>
      <h1>Documentation of tanada</h1>
      <p>This server has none: \(problem.detail).</p>
      <p>In a checkout:</p>
      <pre><code>scripts/docs --site .build/site
      TANADA_DOCS=.build/site scripts/start</code></pre>
      <p><code>tanada serve --docs FOLDER</code> has the same effect as <code>TANADA_DOCS</code>. The package has the
      documentation, and its server needs no setting.</p>
      </main>
      </body>
      </html>

      """
    return Response(
      status: problem.status,
      headers: [
        .contentType: "text/html; charset=utf-8",
        .cacheControl: CachePolicy.none.rawValue,
        .contentSecurityPolicy: WebRoutes.contentSecurityPolicy,
        .referrerPolicy: "same-origin",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
  }

  /// Leads to `address`, relative to the request's, so that it is right behind proxies too.
  private func redirection(to address: String) -> Response {
    Response(
      status: .permanentRedirect,
      headers: [.location: address, .cacheControl: CachePolicy.revalidated.rawValue])
  }

  // MARK: - Files

  /// The file or folder at `path`, relative to `folder` and decoded. No name in it begins with a dot, and no link leads out of
  /// the folder. A path that ends with a slash, or is empty, is that of a folder's page.
  private static func find(_ path: String, in folder: URL) -> (URL, [FileAttributeKey: Any])? {
    var names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if names.last == "" { names[names.count - 1] = index }
    guard names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }) else {
      return nil
    }
    let file = folder.appending(path: names.joined(separator: "/")).resolvingSymlinksInPath()
    guard file.path.hasPrefix(folder.path + "/"),
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
    else { return nil }
    return (file, attributes)
  }

  /// The document of a regular file that is small enough.
  private static func read(
    _ file: URL, _ attributes: [FileAttributeKey: Any],
    keptIn entries: SharedCache.Part<String, Entry>
  ) -> PublishedDocument? {
    guard attributes[.type] as? FileAttributeType == .typeRegular,
      let size = attributes[.size] as? Int, size <= maximumSize
    else { return nil }
    let stamp: Stamp = (
      size, attributes[.modificationDate] as? Date ?? .distantPast,
      attributes[.systemFileNumber] as? Int ?? 0
    )
    if let known = entries.use(file.path), known.stamp == stamp { return known.document }
    guard let bytes = FileManager.default.contents(atPath: file.path) else { return nil }
    let document = PublishedDocument(
      bytes: Array(bytes),
      codings: compressed.contains(file.pathExtension) ? [] : ContentCoding.allCases)
    entries.store((document, stamp), byteCount: document.byteCount, for: file.path)
    document.countRepresentations(entries.charging(file.path))
    return document
  }
}
