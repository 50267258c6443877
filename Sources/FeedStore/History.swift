package import FeedModel

/// An item as it was from one revision on.
package struct ItemVersion: Sendable {
  /// The first revision in which it was valid; 0 for one that is older than the history.
  package let from: Int
  /// The revision that ended it; `nil` for the present version.
  package let until: Int?
  /// Who wrote it; `nil` if that is not known.
  package let actor: String?
  /// The item, or the field that breaks the rules.
  package let item: PreviousItem

  package init(from: Int, until: Int?, actor: String?, item: PreviousItem) {
    self.from = from
    self.until = until
    self.actor = actor
    self.item = item
  }
}

/// The reads of the history. All of them throw ``StoreError``.
package protocol HistoryReader {
  /// The revision with this number, if there was one.
  func revision(_ number: Int) throws -> Revision?

  /// The newest revision that was written at `moment` or before; `nil` if there is none.
  func revision(at moment: Timestamp) throws -> Revision?

  /// The first revision whose content is kept; 0 if everything is.
  func firstKeptRevision() throws -> Int

  /// The content as it was at a former revision, as ``FeedStore/read(at:_:)`` reads it.
  func content(at revision: Int) throws -> any ContentReader

  /// The changes of up to `limit` revisions below `number`, the newest first; from the newest one on without
  /// a number.
  func revisions(before number: Int?, limit: Int) throws -> [RevisionChanges]

  /// The present names of fields of the kind called `kind` that were renamed after `revision`, by the names that
  /// they had then. Those of fields that were removed since may be among them.
  func renamedFields(of kind: String, since revision: Int) throws -> [String: String]

  /// Up to `limit` versions of item `id` of the kind called `kind`, the newest first, of those that began
  /// before the revision `number`. A kind that was removed and defined again is another one: its items have no
  /// versions of the former kind.
  func versions(
    of kind: String, id: Int, before number: Int?, limit: Int
  ) throws -> [ItemVersion]
}

/// The removals from the history. All of them throw ``StoreError``.
package protocol HistoryWriter {
  /// Forgets the content of the revisions before `first`, from now on. It is removed by
  /// ``removeForgottenVersions(limit:)``.
  func forgetHistory(before first: Int) throws

  /// Removes up to `limit` versions that ended before the first revision that is kept.
  ///
  /// - Returns: how many; 0 at the end.
  func removeForgottenVersions(limit: Int) throws -> Int
}
