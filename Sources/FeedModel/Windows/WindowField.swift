package import StrictJSON

/// The fields that say when an item is shown, beside its own.
package enum WindowField {
  package static let isDraft = "draft"
  package static let publishAt = "publish_at"
  package static let unpublishAt = "unpublish_at"
  /// All of them.
  package static let all = [isDraft, publishAt, unpublishAt]

  /// What is wrong with a window that ends before it begins.
  package static func problem(in window: Window) -> ContentProblem? {
    guard let publishAt = window.publishAt, let unpublishAt = window.unpublishAt,
      unpublishAt.millisecondsSince1970 <= publishAt.millisecondsSince1970
    else { return nil }
    return ContentProblem(
      pointer: "/\(Self.unpublishAt)", expected: .words("a moment after publish_at"),
      found: .text(unpublishAt.text))
  }
}
