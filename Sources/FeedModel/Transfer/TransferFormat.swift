/// How content is written to be carried elsewhere.
public enum TransferFormat: String, CaseIterable, Sendable {
  /// `{"result":[…]}`, as content files are.
  case json
  /// A JSON object a line.
  case ndjson
  /// A row an item below a row of column names (RFC 4180).
  case csv

  /// What HTTP calls it.
  public var mediaType: String {
    switch self {
    case .json: "application/json"
    case .ndjson: "application/x-ndjson"
    case .csv: "text/csv; charset=utf-8"
    }
  }
}

/// An item on its way from one store to another.
package struct TransferItem<Entity: ContentEntity>: Sendable {
  package let entity: Entity
  /// When it is shown; `nil` where nothing says so.
  package let window: Window?
}

/// The fields that say when an item is shown, beside its own.
package enum WindowField {
  package static let isDraft = "draft"
  package static let publishAt = "publish_at"
  package static let unpublishAt = "unpublish_at"
  /// All of them.
  package static let all = [isDraft, publishAt, unpublishAt]

  /// What is wrong with a window that ends before it begins.
  static func problem(in window: Window) -> ContentProblem? {
    guard let publishAt = window.publishAt, let unpublishAt = window.unpublishAt,
      unpublishAt.millisecondsSince1970 <= publishAt.millisecondsSince1970
    else { return nil }
    return ContentProblem(
      pointer: "/\(Self.unpublishAt)", expected: .words("a moment after publish_at"),
      found: .text(unpublishAt.text))
  }
}
