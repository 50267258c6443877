import FeedLayout
import FeedModel
import FeedPublisher
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LayoutCatalog
import NIOCore

/// A request for a published document as it is in memory: one that needs no token, no body and no work.
struct PublishedRequest: Sendable {
  enum Document: Hashable {
    case screen(ScreenTraits)
    case jsonFeed
  }

  let request: Request
  let feed: String
  let document: Document
  /// The values of `X-Forwarded-For`.
  let forwarded: [String]
  /// The id that the client gives the request; `nil` for none.
  let id: String?

  private static let prefix = "/v1/feeds/"
  private static let jsonFeedSuffix = ".jsonfeed"
  /// Header fields of requests that need more.
  private static let excludedFields: [HTTPField.Name] = [
    .authorization, .contentLength, .expect, .transferEncoding, .upgrade,
  ]

  /// The request with `head` and without a body. It is `nil` for any other request, also for one that has to be
  /// refused.
  init?(_ head: HTTPRequest) {
    guard head.method == .get || head.method == .head, head.path?.hasPrefix(Self.prefix) == true,
      !Self.excludedFields.contains(where: head.headerFields.contains),
      (head.headerFields[.connection] ?? "keep-alive").lowercased() == "keep-alive"
    else { return nil }
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let name = request.uri.path.dropFirst(Self.prefix.count)
    let parameters: [String]
    if name.hasSuffix(Self.jsonFeedSuffix) {
      feed = String(name.dropLast(Self.jsonFeedSuffix.count))
      document = .jsonFeed
      parameters = []
    } else {
      guard let traits = try? request.screenTraits() else { return nil }
      feed = String(name)
      document = .screen(traits)
      parameters = Request.screenParameters
    }
    guard PlainName.isValid(feed), (try? request.requireParameters(among: parameters)) != nil
    else { return nil }
    self.request = request
    forwarded = request.headers[values: .forwardedFor]
    id = RequestIDMiddleware.acceptableID(in: request.headers)
  }

  /// The pattern of the request's path.
  var route: String {
    switch document {
    case .screen: FeedRoutes.screenPath
    case .jsonFeed: FeedRoutes.jsonFeedPath
    }
  }

  /// The answer of `feed` at `now`; `nil` if the document has to be made or compressed first.
  func answer(of feed: PublishedFeed, at now: Timestamp) -> DocumentAnswer? {
    switch document {
    case .screen(let traits):
      answer(of: feed, with: feed.knownScreen(for: traits), at: now)
    case .jsonFeed:
      answer(
        of: feed, with: feed.knownJSONFeed, contentType: FeedRoutes.jsonFeedContentType, at: now)
    }
  }

  private func answer(
    of feed: PublishedFeed, with document: PublishedDocument?,
    contentType: String = "application/json", at now: Timestamp
  ) -> DocumentAnswer? {
    guard let document,
      document.knownRepresentation(in: document.bestCoding(for: request.headers)) != nil
    else { return nil }
    return feed.answer(with: document, to: request, contentType: contentType, at: now)
  }
}
