import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore
import StrictJSON

/// The answer to a write, in a form that can be recorded and given again.
struct WriteAnswer: Sendable {
  /// The head of a recorded answer: a line of JSON, which the body follows.
  private struct Head: Codable {
    let status: Int
    var headers: [String: String]
  }

  private var head: Head
  private let body: [UInt8]

  init(_ status: HTTPResponse.Status, headers: [String: String] = [:], json: [UInt8] = []) {
    head = Head(status: status.code, headers: headers)
    body = json
  }

  /// The answer for `outcome`: the status, the stored item, its entity tag, and the location of a new one.
  init(_ outcome: ContentOutcome) {
    var headers: [String: String] = [:]
    if outcome.change == .inserted {
      headers["Location"] = ContentRoutes.address(of: outcome.id, outcome.kind.name)
    }
    var body: [UInt8] = []
    if let item = outcome.item {
      headers["ETag"] = item.entityTag
      body = JSONWriter.object { $0.array("result", [item]) { $0.item($1) } }
    }
    self.init(outcome.status, headers: headers, json: body)
  }

  /// Returns this answer with `revision`, in which the write is visible.
  func noting(_ revision: Revision?) -> WriteAnswer {
    var answer = self
    answer.head.headers["X-Tanada-Revision"] = revision.map { String($0.number) }
    return answer
  }

  var response: Response {
    var fields: HTTPFields = [.cacheControl: CachePolicy.none.rawValue]
    if !body.isEmpty { fields[.contentType] = "application/json" }
    for (name, value) in head.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return Response(
      status: HTTPResponse.Status(code: head.status), headers: fields,
      body: body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}

extension WriteAnswer: ReplayableAnswer {
  private static let lineFeed = UInt8(ascii: "\n")

  init(replaying bytes: [UInt8]) throws {
    let line = bytes.prefix { $0 != Self.lineFeed }
    head = try JSONDecoder().decode(Head.self, from: Data(line))
    head.headers[HTTPField.Name.idempotencyReplayed.rawName] = "true"
    body = Array(bytes.dropFirst(line.count + 1))
  }

  var bytes: [UInt8] {
    get throws { Array(try JSONEncoder().encode(head)) + [Self.lineFeed] + body }
  }
}

extension ContentOutcome {
  var status: HTTPResponse.Status {
    switch change {
    case .inserted: .created
    case .updated, .unchanged: .ok
    case .deleted: .noContent
    }
  }
}

extension Editor {
  /// Runs `write` as one transaction of `author`, once for all requests of the same `idempotency`, and responds with
  /// its answer.
  func answer(
    _ idempotency: Idempotency? = nil, by author: Author,
    _ write: @escaping @Sendable (any ContentTransaction) throws -> WriteAnswer
  ) async throws -> Response {
    try await self.write(once: idempotency, by: author) { transaction in
      try write(transaction).noting(try transaction.latestRevision())
    }.response
  }
}

extension Idempotency {
  /// The idempotency key of `request` with `body`; `nil` without one, and for an author without a token.
  ///
  /// - Throws: ``Problem`` for an invalid key.
  init?(_ request: Request, body: Data, by author: Author) throws {
    let fields = request.headers[values: .idempotencyKey]
    guard let field = fields.first, case .bearer(let identity, _) = author else { return nil }
    guard fields.count == 1, let key = Self.key(field) else {
      throw Problem.invalidIdempotencyKey
    }
    self.init(
      key: IdempotencyKey(tokenID: identity.tokenID, key: key), method: request.method.rawValue,
      target: "\(request.uri)", body: body)
  }

  /// The text of a key, in quotation marks as the draft has it, or without.
  private static func key(_ field: String) -> String? {
    let isQuoted = field.utf8.count >= 2 && field.hasPrefix("\"") && field.hasSuffix("\"")
    let key = isQuoted ? String(field.dropFirst().dropLast()) : field
    let isPlain = key.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain && (1...255).contains(key.utf8.count) ? key : nil
  }
}

extension Precondition {
  /// The precondition of `If-Match` and `If-None-Match` (RFC 9110, section 13).
  init(_ headers: HTTPFields) {
    self.init(matching: headers[values: .ifMatch], differing: headers[values: .ifNoneMatch])
  }
}

extension HTTPField.Name {
  static let idempotencyKey = field("Idempotency-Key")
  static let idempotencyReplayed = field("Idempotency-Replayed")
}
