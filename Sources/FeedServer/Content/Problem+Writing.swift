import FeedModel
import FeedStore
import HTTPTypes

extension Problem {
  /// - Parameter item: what is there under the id.
  static func idExists(_ existing: PreviousItem, _ kind: ContentKind, _ id: Int) -> Problem {
    var headers: HTTPFields = [.location: "/v1/content/\(kind.rawValue)/\(id)"]
    if case .item(let item) = existing { headers[.eTag] = item.entityTag }
    return Problem(
      status: .conflict, code: "id_exists", title: "Id exists",
      detail: "\(kind.rawValue) has an item \(id) already; PUT replaces it", headers: headers)
  }

  /// The item was damaged behind tanada's back.
  static let itemUnreadable = Problem(
    status: .conflict, code: "item_unreadable", title: "Item unreadable",
    detail: "what is stored cannot be read; PUT replaces it, DELETE removes it")

  static let noIdentifiersLeft = Problem(
    status: .conflict, code: "no_ids_left", title: "No ids left",
    detail: "the highest possible id was used; choose one yourself")

  /// - Parameters:
  ///   - found: what is there.
  ///   - name: what it is, for people.
  static func preconditionFailed(_ found: Precondition.Found, of name: String) -> Problem {
    let detail: String
    var headers: HTTPFields = [:]
    switch found {
    case .nothing: detail = "there is no such \(name)"
    case .tagged(let tag):
      detail = "the \(name)'s entity tag is \(tag) now"
      headers[.eTag] = tag
    case .unreadable: detail = "the \(name) cannot be read and has no entity tag"
    }
    return Problem(
      status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
      detail: detail, headers: headers)
  }

  static let idempotencyKeyReused = Problem(
    status: .unprocessableContent, code: "idempotency_key_reused",
    title: "Idempotency key reused",
    detail: "the Idempotency-Key was used for another request; take a new one")

  static let invalidIdempotencyKey = Problem(
    status: .badRequest, code: "invalid_idempotency_key", title: "Invalid idempotency key",
    detail: "Idempotency-Key: expected 1 to 255 printable characters of ASCII, given once")

  static let idempotencyKeyImpossible = Problem(
    status: .badRequest, code: "idempotency_key_impossible",
    title: "Idempotency key impossible",
    detail: "a token's secret is not kept, so that this answer cannot be given twice")
}
