/// The state of a window at a moment, whatever its condition on clients.
package enum WindowState: String, CaseIterable, Hashable, Sendable {
  /// A draft, which is not shown at any time.
  case draft
  /// It is shown later.
  case scheduled
  /// It is shown now.
  case shown
  /// It is not shown any more.
  case ended
}

extension Window {
  /// The state at `moment`. Stores have the same rule in their own language, and are checked against this one.
  package func state(at moment: Timestamp) -> WindowState {
    if isDraft { return .draft }
    if isShown(at: moment) { return .shown }
    let now = moment.millisecondsSince1970
    return unpublishAt.map { $0.millisecondsSince1970 <= now } == true ? .ended : .scheduled
  }
}

extension ContentQuery {
  /// The state that the windows of items have at a moment.
  package struct WindowFilter: Hashable, Sendable {
    package let state: WindowState
    package let moment: Timestamp

    package init(_ state: WindowState, at moment: Timestamp) {
      self.state = state
      self.moment = moment
    }
  }
}
