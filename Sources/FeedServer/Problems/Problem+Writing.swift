import FeedModel
import FeedStore
import HTTPTypes

extension Problem {
  /// - Parameter item: what is there under the id.
  static func idExists(_ item: StoredItem) -> Problem {
    let kind = type(of: item.entity).kind.rawValue
    return Problem(
      status: .conflict, code: "id_exists", title: "Id exists",
      detail: "\(kind) has an item \(item.entity.id) already; PUT replaces it",
      headers: [
        .location: "/v1/content/\(kind)/\(item.entity.id)", .eTag: item.entityTag,
      ])
  }

  static let noIdentifiersLeft = Problem(
    status: .conflict, code: "no_ids_left", title: "No ids left",
    detail: "the highest possible id was used; choose one yourself")

  /// - Parameters:
  ///   - entityTag: that of what is there; `nil` for nothing.
  ///   - name: what it is, for people.
  static func preconditionFailed(_ entityTag: String?, of name: String) -> Problem {
    Problem(
      status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
      detail: entityTag.map { "the \(name)'s entity tag is \($0) now" }
        ?? "there is no such \(name)",
      headers: entityTag.map { [.eTag: $0] } ?? [:])
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
