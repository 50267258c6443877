package import FeedStore
package import FeedModel
package import FeedPublisher
package import HTTPTypes
package import HummingbirdCore
import NIOCore
import Synchronization

/// How long clients and proxies may cache a response.
package struct CachePolicy: Hashable, Sendable {
  /// The value of `Cache-Control`; for ``until(_:)``, before the first of the moments comes near.
  package let rawValue: String
  /// The moments on which the value depends; `nil` if it is always the same.
  private(set) var boundaries: Boundaries?

  /// The policy with a value that is always the same.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Content that does not change before these moments.
  package static func until(_ boundaries: Boundaries) -> CachePolicy {
    var policy = content
    if boundaries != .none { policy.boundaries = boundaries }
    return policy
  }

  /// The value of `Cache-Control` at `now`.
  func value(at now: Timestamp) -> String {
    boundaries.map { Self.content(until: $0, at: now).rawValue } ?? rawValue
  }

  /// How long content is fresh, in seconds.
  private static let freshSeconds = 30
  /// How long it may be used after that while it is revalidated, in seconds.
  private static let staleSeconds = 300
  /// How long it may be used while the server fails, in seconds.
  private static let errorSeconds = 86_400

  /// Content without a known time of change.
  package static let content = content(until: .none, at: Timestamp(millisecondsSince1970: 0))
  /// Public, but revalidated each time.
  package static let revalidated = CachePolicy(rawValue: "public, no-cache")
  /// Visible to the bearer of a token only.
  package static let `private` = CachePolicy(rawValue: "private, no-store")
  /// For the client that asks, which asks again each time.
  package static let ofClient = CachePolicy(rawValue: "private, no-cache")
  /// Not cached.
  package static let none = CachePolicy(rawValue: "no-store")

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
  fileprivate func seconds(after now: Timestamp) -> Int {
    max(0, (millisecondsSince1970 - now.millisecondsSince1970) / 1_000)
  }
}

/// A document with all that responses say of it, before it is known what the client accepts and has.
package struct DocumentAnswer: Sendable {
  /// The media type of JSON.
  package static let json = "application/json"

  let document: PublishedDocument
  let freshness: CachePolicy
  let contentType: String
  /// The other fields of every response.
  package var fields: HTTPFields

  package init(
    _ document: PublishedDocument, freshness: CachePolicy, contentType: String = json,
    fields: HTTPFields = [:]
  ) {
    self.document = document
    self.freshness = freshness
    self.contentType = contentType
    self.fields = fields
  }

  /// The answer with the revision that is in service, and the keys by which caches can purge it.
  package func marked(revision: Int? = nil, keys: SurrogateKeys) -> DocumentAnswer {
    var answer = self
    if let revision { answer.fields[.revision] = "\(revision)" }
    answer.fields[.surrogateKeys] = keys.text
    return answer
  }

  /// The answer with the address of the next page, if there is one.
  package func linked(to next: String?) -> DocumentAnswer {
    var answer = self
    if let next { answer.fields[.link] = "<\(next)>; rel=\"next\"" }
    return answer
  }

  /// The head of the response with the document in one coding or, if the client has it already, without it (RFC 9110,
  /// section 13.1.2).
  func head(
    of chosen: PublishedDocument.Representation, isKnown: Bool, at now: Timestamp
  ) -> HTTPResponse {
    var headers = fields
    headers[.eTag] = chosen.entityTag
    headers[.cacheControl] = freshness.value(at: now)
    if !document.codings.isEmpty { headers[.vary] = "Accept-Encoding" }
    guard !isKnown else { return HTTPResponse(status: .notModified, headerFields: headers) }
    headers[.contentType] = contentType
    if chosen.coding != .identity { headers[.contentEncoding] = chosen.coding.rawValue }
    headers[.contentLength] = "\(chosen.bytes.count)"
    return HTTPResponse(status: .ok, headerFields: headers)
  }

  /// The owner of the bytes in one coding, if several responses share them.
  func shared(_ chosen: PublishedDocument.Representation) -> SharedBody? {
    // A document without codings is made for a single response.
    document.codings.isEmpty ? nil : SharedBody.of(chosen)
  }
}

extension Response {
  /// `answer` in the best coding for the client, or 304.
  package init(_ answer: DocumentAnswer, to request: Request, at now: Timestamp) {
    let document = answer.document
    let chosen = document.representation(
      in: document.bestCoding(for: request.headers[values: .acceptEncoding]))
    let known = EntityTags(request.headers[values: .ifNoneMatch])
    let isKnown = known.contains(chosen.entityTag, by: .weak)
    let head = answer.head(of: chosen, isKnown: isKnown, at: now)
    guard !isKnown else {
      self.init(status: head.status, headers: head.headerFields)
      return
    }
    let shared = answer.shared(chosen)
    let body = shared?.bytes ?? ByteBuffer(bytes: chosen.bytes)
    self.init(
      status: head.status, headers: head.headerFields,
      body: ResponseBody(contentLength: body.readableBytes) { writer in
        try await writer.write(body)
        try await writer.finish(nil)
        // Responses that begin meanwhile find it.
        withExtendedLifetime(shared) {}
      })
  }

  /// `document` in the best coding for the client, or 304.
  package init(
    _ document: PublishedDocument, answering request: Request, caching: CachePolicy,
    contentType: String = DocumentAnswer.json
  ) {
    // Such a policy does not depend on the time.
    self.init(
      DocumentAnswer(document, freshness: caching, contentType: contentType),
      to: request, at: Timestamp(millisecondsSince1970: 0))
  }

  /// JSON that is made for one request and must not be cached.
  package init(status: HTTPResponse.Status = .ok, json: [UInt8]) {
    self.init(
      status: status,
      headers: [.contentType: DocumentAnswer.json, .cacheControl: CachePolicy.none.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }

  /// The response with the revision that is in service.
  package func marked(revision: Int) -> Response {
    var response = self
    response.headers[.revision] = "\(revision)"
    return response
  }

  /// The response to a write with the newest revision of `store`, in which the write is visible. The write was
  /// committed: it is answered in any case.
  package func marked(newestIn store: any FeedStore) async -> Response {
    guard let newest = try? await store.latestRevision() else { return self }
    return marked(revision: newest.number)
  }
}

extension PublishedDocument {
  func bestCoding(for accepted: [String]) -> ContentCoding {
    codings.isEmpty ? .identity : .best(of: codings.reversed(), for: accepted)
  }
}

extension HTTPField.Name {
  fileprivate static let revision = field("X-Tanada-Revision")
  /// Read by Varnish's module of this name.
  fileprivate static let surrogateKeys = field("xkey")
  /// RFC 8288.
  package static let link = field("Link")
}

/// A reference that does not keep its object alive.
private struct Weak<Object: AnyObject> {
  weak var object: Object?
}

/// The bytes of a published document in one coding, which all responses with it write without a copy of their own.
///
/// While responses are being sent, the bytes count once in the memory budget, even if the cache has dropped the document.
final class SharedBody: Sendable {
  /// The smallest one that is shared, in bytes: smaller ones are sent in one piece with their heads.
  private static let minimumSize = PreparedResponse.maximumJoinedSize + 1
  /// The bodies that responses of this process use, by their entity tags: equal tags are those of equal bytes. Those that
  /// have gone are removed when there are too many.
  private static let all = Mutex((bodies: [String: Weak<SharedBody>](), maximum: 64))

  let bytes: ByteBuffer
  /// The memory that the bytes take as long as a response with them is being sent.
  private let reservation = Mutex(Weak<MemoryBudget.Reservation>())

  private init(_ bytes: [UInt8]) { self.bytes = ByteBuffer(bytes: bytes) }

  /// The body with the bytes of `representation`; `nil` for one that is too small to be shared.
  static func of(_ representation: PublishedDocument.Representation) -> SharedBody? {
    guard representation.bytes.count >= minimumSize else { return nil }
    return all.withLock { all in
      if let known = all.bodies[representation.entityTag]?.object { return known }
      let made = SharedBody(representation.bytes)
      all.bodies[representation.entityTag] = Weak(object: made)
      if all.bodies.count > all.maximum {
        all.bodies = all.bodies.filter { $0.value.object != nil }
        all.maximum = max(64, all.bodies.count * 2)
      }
      return made
    }
  }

  /// Lends the bytes to a response to `client`, on whose account they are until the last response is sent.
  ///
  /// - Returns: the memory that they take, for the response to keep; `nil` if there is no room in `budget`.
  func lend(to client: Client?, in budget: MemoryBudget) -> MemoryBudget.Reservation? {
    reservation.withLock { reservation in
      if let known = reservation.object { return known }
      let made = budget.reservation(for: client)
      guard (try? made.hold(bytes.readableBytes)) != nil else { return nil }
      reservation.object = made
      return made
    }
  }
}
