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
