import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import Hummingbird
import NIOCore

/// A published document as the response to a request: in the best coding for the client, or nothing if the
/// client has it already (RFC 9110, section 13.1.2).
struct DocumentAnswer {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  /// Empty if the client has the document.
  let body: ByteBuffer
  /// The owner of the bytes of `body`, if other responses share them.
  let shared: SharedBody?

  init(
    _ document: PublishedDocument, answering request: Request, caching: CachePolicy,
    contentType: String = "application/json"
  ) {
    let chosen = document.representation(in: document.bestCoding(for: request.headers))
    var headers: HTTPFields = [.cacheControl: caching.rawValue, .eTag: chosen.entityTag]
    if !document.codings.isEmpty { headers[.vary] = "Accept-Encoding" }
    let known = request.headers[values: .ifNoneMatch]
    guard !EntityTags(known).contains(chosen.entityTag, by: .weak) else {
      self.headers = headers
      status = .notModified
      (body, shared) = (ByteBuffer(), nil)
      return
    }
    headers[.contentType] = contentType
    if chosen.coding != .identity { headers[.contentEncoding] = chosen.coding.rawValue }
    self.headers = headers
    status = .ok
    // A document without codings is made for this response alone.
    shared = document.codings.isEmpty ? nil : SharedBodies.all.body(of: chosen)
    body = shared?.bytes ?? ByteBuffer(bytes: chosen.bytes)
  }
}

extension Response {
  /// `document` in the best coding for the client, or 304.
  init(
    _ document: PublishedDocument, answering request: Request, caching: CachePolicy,
    contentType: String = "application/json"
  ) {
    self.init(
      DocumentAnswer(document, answering: request, caching: caching, contentType: contentType))
  }

  init(_ answer: DocumentAnswer) {
    guard answer.status == .ok else {
      self.init(status: answer.status, headers: answer.headers)
      return
    }
    let (body, shared) = (answer.body, answer.shared)
    self.init(
      status: .ok, headers: answer.headers,
      body: ResponseBody(contentLength: body.readableBytes) { writer in
        try await writer.write(body)
        try await writer.finish(nil)
        // Responses that begin meanwhile find it.
        withExtendedLifetime(shared) {}
      })
  }

  /// JSON that is made for one request and must not be cached.
  init(status: HTTPResponse.Status = .ok, json: [UInt8]) {
    self.init(
      status: status,
      headers: [.contentType: "application/json", .cacheControl: CachePolicy.none.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

extension PublishedDocument {
  /// The coding that suits a client which sends `headers` best.
  func bestCoding(for headers: HTTPFields) -> ContentCoding {
    AcceptedCodings(headers[values: .acceptEncoding]).best(of: codings.reversed())
  }
}

extension Response {
  /// The response with the revision that is in service, and the keys by which caches can purge it.
  func marked(revision: Int, keys: SurrogateKeys? = nil) -> Response {
    var response = self
    response.headers[.revision] = "\(revision)"
    if let keys { response.mark(keys: keys) }
    return response
  }

  /// The response to a write with the newest revision of `store`, in which the write is visible. The write was
  /// committed: it is answered in any case.
  func marked(newestIn store: any FeedStore) async -> Response {
    guard let newest = try? await store.latestRevision() else { return self }
    return marked(revision: newest.number)
  }

  /// Adds the keys by which caches can purge the response.
  mutating func mark(keys: SurrogateKeys) {
    headers[.surrogateKeys] = keys.text
  }
}

extension HTTPField.Name {
  fileprivate static let revision = field("X-Tanada-Revision")
  /// Read by Varnish's module of this name.
  fileprivate static let surrogateKeys = field("xkey")
}

/// How long clients and proxies may cache a response.
struct CachePolicy: Hashable {
  /// The value of `Cache-Control`.
  let rawValue: String

  /// How long content is fresh, in seconds.
  private static let freshSeconds = 30
  /// How long it may be used after that while it is revalidated, in seconds.
  private static let staleSeconds = 300
  /// How long it may be used while the server fails, in seconds.
  private static let errorSeconds = 86_400

  /// Content without a known time of change.
  static let content = content(until: .none, at: Timestamp(millisecondsSince1970: 0))
  /// Public, but revalidated each time.
  static let revalidated = CachePolicy(rawValue: "public, no-cache")
  /// Visible to the bearer of a token only.
  static let `private` = CachePolicy(rawValue: "private, no-store")
  /// Not cached.
  static let none = CachePolicy(rawValue: "no-store")

  /// Content at `now`, which must not be used beyond the next of its `boundaries`, but while the server fails
  /// until something of it may disappear.
  static func content(until boundaries: Boundaries, at now: Timestamp) -> CachePolicy {
    let rest = boundaries.next?.seconds(after: now) ?? .max
    let fresh = min(freshSeconds, rest)
    let stale = min(staleSeconds, rest - fresh)
    // Both count from when it is not fresh any more.
    let failing = min(
      errorSeconds, max(0, (boundaries.nextEnd?.seconds(after: now) ?? .max) - fresh))
    return CachePolicy(
      rawValue: "public, max-age=\(fresh), stale-while-revalidate=\(stale), "
        + "stale-if-error=\(failing)")
  }
}

extension Timestamp {
  /// The whole seconds from `now` until this moment, at least 0.
  fileprivate func seconds(after now: Timestamp) -> Int {
    max(0, (millisecondsSince1970 - now.millisecondsSince1970) / 1_000)
  }
}
