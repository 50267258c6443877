import FeedStore

/// The documents that the last publications changed, by their revisions. The store records them a little
/// later.
struct RecentDocuments {
  private var documents: [Int: Set<DocumentKey>] = [:]

  /// Adds the documents that revisions changed, the last of them `revision`, and drops those of all but the last
  /// `count` revisions.
  mutating func note(
    _ changes: [DocumentChanges], through revision: Revision, keeping count: Int
  ) {
    for changes in changes { documents[changes.revision.number] = Set(changes.documents) }
    documents = documents.filter { $0.key > revision.number - count }
  }

  subscript(revision: Revision) -> Set<DocumentKey> { documents[revision.number] ?? [] }
}
