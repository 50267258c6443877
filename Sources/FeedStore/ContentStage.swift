package import FeedModel

/// A set of items to be written together. They are collected and compared with the stored items
/// outside of the write transaction, so that other writers wait only for the commit.
package protocol ContentStage: Sendable {
  /// Adds items, which are valid by the definitions of their kinds. A later item replaces an earlier one
  /// of the same kind and id.
  func add(_ items: [StagedItem]) async throws

  /// Writes all items in one transaction of `author`, with audit entries in their name, together with `companions`. It
  /// makes one revision with the time `moment`, or none if nothing changes. The standing of the author is looked at
  /// before the comparison, and again in the transaction.
  ///
  /// Items of kinds that `companions` define are compared with the stored ones in that transaction, during which
  /// other writers wait; all others before it.
  ///
  /// - Parameter isDryRun: whether the outcome is determined, but nothing is changed.
  /// - Throws: ``AuthorityError``, ``StageError``, ``StoreError`` or errors of `companions`; then nothing has changed.
  func commit(
    at moment: Timestamp, by author: Author, isDryRun: Bool, with companions: CompanionWrites?
  ) async throws -> StageOutcome
}

extension ContentStage {
  /// Writes all items as ``commit(at:by:isDryRun:with:)`` does, and nothing else.
  package func commit(
    at moment: Timestamp, by author: Author, isDryRun: Bool
  ) async throws -> StageOutcome {
    try await commit(at: moment, by: author, isDryRun: isDryRun, with: nil)
  }
}

/// A staged item.
package struct StagedItem: Sendable {
  package let content: ContentItem
  /// The translations that are written or removed.
  package let translations: WrittenTranslations
  /// Whether the stored item loses its other translations; if not, it keeps them.
  package let replacesTranslations: Bool
  /// When it is shown; `nil` keeps the window of the stored item, and shows a new item always.
  package let window: Window?
  /// Whether the window says to whom it is shown; if not, the condition of the stored item stays.
  package let hasCondition: Bool
  /// Where it stands in its document; `nil` for an item of no document.
  package let place: Place?

  /// A place in a document.
  package struct Place: Hashable, Sendable {
    /// The JSON Pointer of the item, such as `/result/3`.
    package let pointer: String
    /// The 1-based line on which the item begins.
    package let line: Int

    package init(pointer: String, line: Int) {
      self.pointer = pointer
      self.line = line
    }
  }

  package init(
    _ content: ContentItem, translations: WrittenTranslations? = nil,
    replacesTranslations: Bool = false, window: Window? = nil, hasCondition: Bool = true,
    place: Place? = nil
  ) {
    self.hasCondition = hasCondition
    self.replacesTranslations = replacesTranslations
    self.content = content
    self.translations = translations ?? WrittenTranslations(content.translations)
    self.window = window
    self.place = place
  }
}

/// The outcome of committing staged items, or of a dry run.
package struct StageOutcome: Sendable {
  /// How many items of each kind were inserted, updated and left as they were.
  package let counts: [String: [Change: Int]]
  /// The revision that was made; `nil` if nothing changed.
  package let revision: Revision?
}

/// Why staged items cannot be committed.
package enum StageError: Error, Hashable, Sendable {
  /// References that lead to no item: the first of them, and how many there are.
  case noSuchReferents([DanglingReference], count: Int)

  /// A reference that leads to no item.
  package struct DanglingReference: Hashable, Sendable {
    package let kind: String
    package let id: Int
    package let field: String
    /// The expected form of the reference, for error messages.
    package let expected: String
    /// The id that was found.
    package let found: String
    /// Where the item stands in its document; `nil` for an item of no document.
    package let place: StagedItem.Place?

    package init(
      kind: String, id: Int, field: String, expected: String, found: String,
      place: StagedItem.Place? = nil
    ) {
      self.kind = kind
      self.id = id
      self.field = field
      self.expected = expected
      self.found = found
      self.place = place
    }

    /// The JSON Pointer of the reference in its document; empty without a place.
    package var pointer: String { place.map { "\($0.pointer)/\(field)" } ?? "" }

    /// The error message.
    package var sentence: String {
      let line = place.map { " (line \($0.line))" } ?? ""
      return "\(kind)/\(id): \(field): expected \(expected), found \(found)\(line)"
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

/// What is written together with staged items, in their transaction and before them: definitions of kinds, and
/// compositions.
package struct CompanionWrites: Sendable {
  /// The names of the kinds that ``write`` may define. The items of those that it defines otherwise are compared with
  /// the stored ones only then, in the transaction.
  package let kinds: Set<String>
  /// Runs in the transaction, which is rolled back if anything of it fails, and in a dry run.
  package let write: @Sendable (any ContentTransaction) throws -> Void

  /// - Parameter kinds: the names of all kinds that `write` may define, change or remove.
  package init(
    defining kinds: Set<String> = [],
    write: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) {
    self.kinds = kinds
    self.write = write
  }
}
