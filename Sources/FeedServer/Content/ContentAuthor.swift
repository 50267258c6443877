import FeedModel
import FeedStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON

/// Writes to the store for those who may, and answers them.
struct ContentAuthor: Sendable {
  let store: any FeedStore
  let clock: @Sendable () -> Timestamp
  /// Told of every transaction, once it is committed.
  let onWrite: @Sendable () -> Void

  /// Runs `write` as one transaction, once for all requests of the same `idempotency`.
  ///
  /// The answer is kept in the transaction that does what it says: there is no moment in which one of
  /// them is there without the other.
  func answer(
    _ idempotency: Idempotency? = nil,
    _ write: @escaping @Sendable (any ContentTransaction) throws -> WriteAnswer
  ) async throws -> Response {
    let answer = try await store.write(at: clock()) { transaction in
      guard let idempotency else { return try write(transaction).noting(transaction) }
      if let kept = try transaction.keptAnswer(to: idempotency.key) {
        guard kept.fingerprint == idempotency.fingerprint else {
          throw Problem.idempotencyKeyReused
        }
        return WriteAnswer(replaying: kept)
      }
      let answer = try write(transaction).noting(transaction)
      try transaction.keep(
        KeptAnswer(
          fingerprint: idempotency.fingerprint, status: answer.status, headers: answer.headers,
          body: answer.body), to: idempotency.key)
      return answer
    }
    onWrite()
    return answer.response
  }
}

/// The answer to a write, in a form that can be kept.
struct WriteAnswer: Sendable {
  let status: Int
  /// Fields by their names.
  var headers: [String: String]
  let body: [UInt8]

  init(_ status: HTTPResponse.Status, headers: [String: String] = [:], json: [UInt8] = []) {
    self.status = status.code
    self.headers = headers
    body = json
  }

  /// The answer that was kept, and a note that it is not the first.
  init(replaying kept: KeptAnswer) {
    status = kept.status
    headers = kept.headers
    headers[HTTPField.Name.idempotencyReplayed.rawName] = "true"
    body = kept.body
  }

  /// What `outcome` is to the client: the item as it is now, and where.
  init(_ outcome: ContentOutcome) {
    var headers: [String: String] = [:]
    if outcome.status == .created { headers["Location"] = outcome.location }
    var body: [UInt8] = []
    if let item = outcome.item {
      headers["ETag"] = item.entityTag
      body = JSONWriter.encode { writer in
        writer.object { $0.array("result", [item]) { $0.item($1) } }
      }
    }
    self.init(outcome.status, headers: headers, json: body)
  }

  /// The same with the revision in which it is done.
  func noting(_ transaction: any ContentTransaction) throws -> WriteAnswer {
    var answer = self
    answer.headers["X-Tanada-Revision"] = try transaction.latestRevision().map {
      String($0.number)
    }
    return answer
  }

  var response: Response {
    var fields: HTTPFields = [.cacheControl: CachePolicy.none.rawValue]
    if !body.isEmpty { fields[.contentType] = "application/json" }
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return Response(
      status: HTTPResponse.Status(code: status), headers: fields,
      body: body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
