package import StrictJSON

/// The fields that say when an item is shown, beside its own.
package enum WindowField {
  package static let isDraft = "draft"
  package static let publishAt = "publish_at"
  package static let unpublishAt = "unpublish_at"
  /// All of them.
  package static let all = [isDraft, publishAt, unpublishAt]
}

extension Window {
  /// What is wrong with a window that ends before it begins, of which `found` says how its end is
  /// written; `nil` if nothing is.
  package func problem(
    _ found: (Timestamp) -> ContentProblem.Finding
  ) -> ContentProblem? {
    guard let publishAt, let unpublishAt,
      unpublishAt.millisecondsSince1970 <= publishAt.millisecondsSince1970
    else { return nil }
    return ContentProblem(
      pointer: "/\(WindowField.unpublishAt)",
      expected: .words("a moment after \(WindowField.publishAt)"), found: found(unpublishAt))
  }

  /// Takes `draft`, `publish_at` and `unpublish_at` from `fields`, each of which may be missing.
  package init(
    reading fields: inout JSONFieldReader, _ found: (Timestamp) -> ContentProblem.Finding
  ) {
    self.init(isDraft: fields.flag(WindowField.isDraft, or: false), momentsOf: &fields)
    if let problem = problem(found) { fields.problems.append(problem) }
  }

  /// Takes `publish_at` and `unpublish_at` from `fields`.
  init(isDraft: Bool, momentsOf fields: inout JSONFieldReader) {
    self.init(
      isDraft: isDraft, publishAt: fields.optionalDate(WindowField.publishAt),
      unpublishAt: fields.optionalDate(WindowField.unpublishAt))
  }
}
