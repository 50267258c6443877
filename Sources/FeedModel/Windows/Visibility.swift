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

/// The next moments at which other content is shown.
package struct Boundaries: Hashable, Sendable {
  /// The next moment at which something begins or ceases to be shown; `nil` if nothing does.
  package let next: Timestamp?
  /// The next moment at which something that is shown ceases to be; `nil` if nothing does.
  package let nextEnd: Timestamp?

  package init(next: Timestamp?, nextEnd: Timestamp?) {
    self.next = next
    self.nextEnd = nextEnd
  }

  /// Nothing begins or ceases to be shown.
  package static let none = Boundaries(next: nil, nextEnd: nil)

  /// Creates the boundaries of `window` after `moment`, for those who meet its condition.
  package init(of window: Window, after moment: Timestamp) {
    next = window.nextBoundary(after: moment)
    nextEnd = window.isShown(at: moment) ? next : nil
  }

  /// Creates the first of all `boundaries`.
  package init(_ boundaries: some Sequence<Boundaries>) {
    next = boundaries.compactMap(\.next).earliest
    nextEnd = boundaries.compactMap(\.nextEnd).earliest
  }
}

/// The boundaries of the items of a kind.
package struct ItemBoundaries: Hashable, Sendable {
  /// Those of the items that are shown to everybody.
  package let ofPublic: Boundaries
  /// Those of all items, whatever their conditions.
  package let ofAll: Boundaries

  package init(ofPublic: Boundaries, ofAll: Boundaries) {
    self.ofPublic = ofPublic
    self.ofAll = ofAll
  }

  /// No item begins or ceases to be shown.
  package static let none = ItemBoundaries(ofPublic: .none, ofAll: .none)
}

extension Sequence<Timestamp> {
  /// The earliest of them; `nil` if there are none.
  fileprivate var earliest: Timestamp? {
    self.min { $0.millisecondsSince1970 < $1.millisecondsSince1970 }
  }
}
