package import FeedModel

/// Items on their way into the content. They are collected and compared with the stored ones beside
/// it, so that other writers wait only while they are put in place.
package protocol ContentStage: Sendable {
  /// Adds items, which are valid by the definitions of their kinds. A later item replaces an earlier one
  /// of the same kind and id.
  ///
  /// - Throws: ``StoreError``.
  func add(_ items: [StagedItem]) async throws

  /// Puts all items in place in one transaction, and notes in the audit that `actor` did. It makes one
  /// revision with the time `moment`, or none if nothing changes.
  ///
  /// - Parameter isDryRun: whether the outcome is determined, but nothing is changed.
  /// - Throws: ``StageError`` or ``StoreError``; then nothing has changed.
  func commit(at moment: Timestamp, by actor: AuditActor, isDryRun: Bool) async throws
    -> StageOutcome
}

/// An item on its way into the content.
package struct StagedItem: Sendable {
  package let content: ContentItem
  /// When it is shown; `nil` leaves the window of the stored item, and shows a new one always.
  package let window: Window?

  package init(_ content: ContentItem, window: Window? = nil) {
    self.content = content
    self.window = window
  }
}

/// What putting staged items in place did, or would do.
package struct StageOutcome: Sendable {
  /// How many items of each kind were inserted, updated and left as they were.
  package let counts: [String: [Change: Int]]
  /// The revision that was made; `nil` if nothing changed.
  package let revision: Revision?

  package init(counts: [String: [Change: Int]], revision: Revision?) {
    self.counts = counts
    self.revision = revision
  }
}

/// Why staged items cannot be put in place.
package enum StageError: Error, Hashable, Sendable {
  /// References that lead to no item: the first of them, and how many there are.
  case noSuchReferents([DanglingReference], count: Int)

  /// A reference that leads to no item.
  package struct DanglingReference: Hashable, Sendable {
    package let kind: String
    package let id: Int
    package let field: String
    /// What the reference has to be, for people.
    package let expected: String
    /// The id that it is.
    package let found: String

    package init(kind: String, id: Int, field: String, expected: String, found: String) {
      self.kind = kind
      self.id = id
      self.field = field
      self.expected = expected
      self.found = found
    }

    /// The sentence for people.
    package var sentence: String {
      "\(kind)/\(id): \(field): expected \(expected), found \(found)"
    }
  }
}

extension StageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSuchReferents(let references, let count):
      (references.map(\.sentence)
        + (count > references.count ? ["and \(count - references.count) more references"] : []))
        .joined(separator: "\n")
    }
  }
}
