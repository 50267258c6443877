/// The selection of content that is shown: that of a moment, to clients that meet some conditions, with or without
/// drafts.
package struct Visibility: Hashable, Sendable {
  package let moment: Timestamp
  /// Whether drafts are shown too, at the moments of their windows.
  package let includesDrafts: Bool
  /// The conditions that are met: what has another one is not shown.
  package let conditions: MetConditions

  /// The content that is public at `moment`, with drafts if they are included, and with what is shown to clients that
  /// meet `conditions`.
  package init(
    at moment: Timestamp, includesDrafts: Bool = false, meeting conditions: MetConditions = .none
  ) {
    self.moment = moment
    self.includesDrafts = includesDrafts
    self.conditions = conditions
  }

  /// The content of a preview at `moment`. With drafts it is all content, whatever its conditions.
  package static func preview(at moment: Timestamp, includesDrafts: Bool) -> Visibility {
    Visibility(
      at: moment, includesDrafts: includesDrafts, meeting: includesDrafts ? .all : .none)
  }

  /// This selection for clients that meet `conditions`.
  package func meeting(_ conditions: MetConditions) -> Visibility {
    Visibility(at: moment, includesDrafts: includesDrafts, meeting: conditions)
  }

  /// This selection at another moment.
  package func at(_ moment: Timestamp) -> Visibility {
    Visibility(at: moment, includesDrafts: includesDrafts, meeting: conditions)
  }

  /// Whether something with `window` is shown.
  package func shows(_ window: Window) -> Bool {
    guard conditions.contains(window.when) else { return false }
    var window = window
    if includesDrafts { window.isDraft = false }
    return window.isShown(at: moment)
  }

  /// When something with `window` next begins or ceases to be shown; never, if its condition is not met.
  package func boundaries(of window: Window) -> Boundaries {
    conditions.contains(window.when) ? Boundaries(of: window, after: moment) : .none
  }
}
