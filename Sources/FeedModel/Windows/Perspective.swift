/// Whose view of a feed it is: what is shown at a moment, and whether drafts are.
package struct Perspective: Hashable, Sendable {
  package let moment: Timestamp
  /// Whether drafts count as finished; their moments hold as well.
  package let includesDrafts: Bool

  /// What the public sees at `moment`, unless drafts are included.
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
