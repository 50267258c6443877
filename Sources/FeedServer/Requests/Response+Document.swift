import FeedPublisher
import HTTPTypes
import Hummingbird
import NIOCore

/// How long others may keep a response.
enum CachePolicy: String {
  /// Content: fresh for half a minute, usable for five more while it is fetched anew, and for a day
  /// when the server is away.
  case content = "public, max-age=30, stale-while-revalidate=300, stale-if-error=86400"
  /// Answers to one request only.
  case none = "no-store"
}

extension Response {
  /// `document` as JSON, or 304 if the client has it already (RFC 9110, section 13.1.2).
  init(_ document: PublishedDocument, answering request: Request, caching: CachePolicy) {
    var headers: HTTPFields = [.cacheControl: caching.rawValue, .eTag: document.entityTag]
    let known = request.headers[values: .ifNoneMatch]
    guard !EntityTags(known).contains(document.entityTag) else {
      self.init(status: .notModified, headers: headers)
      return
    }
    headers[.contentType] = "application/json"
    self.init(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes)))
  }

  /// JSON that is made for this request and not kept.
  init(status: HTTPResponse.Status = .ok, json: [UInt8]) {
    self.init(
      status: status,
      headers: [.contentType: "application/json", .cacheControl: CachePolicy.none.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

/// The tags of an `If-None-Match` header.
struct EntityTags {
  private let tags: [Substring]

  init(_ fields: [String]) {
    tags = fields.flatMap { $0.split(separator: ",") }.map { field in
      var tag = field.drop { $0 == " " || $0 == "\t" }
      while tag.last == " " || tag.last == "\t" { tag.removeLast() }
      // The comparison is weak: a proxy that compresses marks tags so.
      return tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
    }
  }

  /// Whether `tag` is among them, or any tag will do.
  func contains(_ tag: String) -> Bool {
    tags.contains { $0 == "*" || $0 == tag }
  }
}
