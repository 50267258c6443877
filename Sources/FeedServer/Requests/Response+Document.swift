import FeedPublisher
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// `document` in the best coding for the client, or 304 if it has that already (RFC 9110, section
  /// 13.1.2).
  init(
    _ document: PublishedDocument, answering request: Request, caching: CachePolicy,
    contentType: String = "application/json"
  ) {
    let accepted = AcceptedCodings(request.headers[values: .acceptEncoding])
    let best = accepted.best(of: document.packed.map(\.coding).reversed())
    let chosen = document.representation(in: best)
    var headers: HTTPFields = [.cacheControl: caching.rawValue, .eTag: chosen.entityTag]
    if !document.packed.isEmpty { headers[.vary] = "Accept-Encoding" }
    let known = request.headers[values: .ifNoneMatch]
    guard !EntityTags(known).contains(chosen.entityTag) else {
      self.init(status: .notModified, headers: headers)
      return
    }
    headers[.contentType] = contentType
    if chosen.coding != .identity { headers[.contentEncoding] = chosen.coding.rawValue }
    self.init(
      status: .ok, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: chosen.bytes)))
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
