/// The selection of content that is shown: that of a moment, with or without drafts.
package struct Visibility: Hashable, Sendable {
  package let moment: Timestamp
  /// Whether drafts are shown too, at the moments of their windows.
  package let includesDrafts: Bool

  /// The content that is public at `moment`, with drafts if they are included.
  package init(at moment: Timestamp, includesDrafts: Bool = false) {
    self.moment = moment
    self.includesDrafts = includesDrafts
  }

  /// Whether something with `window` is shown.
  package func shows(_ window: Window) -> Bool {
    var window = window
    if includesDrafts { window.isDraft = false }
    return window.isShown(at: moment)
  }
}
