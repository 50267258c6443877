package import FeedModel

/// One state of the content: every transaction that changes something makes the next one.
package struct Revision: Hashable, Sendable {
  /// Positive; higher is newer.
  package let number: Int
  /// When it was written.
  package let committedAt: Timestamp

  package init(number: Int, committedAt: Timestamp) {
    self.number = number
    self.committedAt = committedAt
  }
}

/// What a write did to one item.
package enum Change: String, CaseIterable, Hashable, Sendable {
  case inserted
  case updated
  case deleted
  case unchanged
}
