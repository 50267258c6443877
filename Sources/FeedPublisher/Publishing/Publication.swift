package import FeedModel
package import FeedStore

/// The documents that are served while one revision is the newest. The next publication replaces it
/// as a whole, and reuses its unchanged feeds.
package final class Publication: Sendable {
  let walked: WalkedContent
  let content: RevisionContent
  /// The documents that each revision since the publication before has changed, in their order.
  package let changes: [DocumentChanges]
  /// The documents that differ from the publication before; in the first one, those that its
  /// revision changed.
  package let changedDocuments: [DocumentKey]
  /// How many publications of this publisher went into service before.
  package let generation: Int
  /// The time that reading and checking the changes took.
  package let publishedIn: Duration
  /// The time from the commit of the revision to its going into service; `nil` if that was before
  /// this publisher began.
  package let commitToServed: Duration?

  /// A publication of `content`, the last one of `walked`, after `former`.
  init(
    _ content: RevisionContent, of walked: WalkedContent, after former: Publication?,
    publishedIn: Duration, commitToServed: Duration?
  ) {
    self.walked = walked
    self.content = content
    changes = walked.changes
    changedDocuments =
      former == nil
      ? walked.feeds.values.flatMap { $0.documents(changedBy: content.number) }.sorted()
      : walked.changes.reduce(into: Set()) { $0.formUnion($1.documents) }.sorted()
    generation = former.map { $0.generation + 1 } ?? 0
    self.publishedIn = publishedIn
    self.commitToServed = commitToServed
  }

  /// The feeds by name.
  package var feeds: [String: Feed] { walked.feeds }
  /// 0 before the first write.
  package var revision: Int { committed?.number ?? 0 }
  /// The revision; `nil` before the first write.
  package var committed: Revision? { content.revision }
  /// When the revision was written; `nil` before the first write.
  package var committedAt: Timestamp? { committed?.committedAt }
  /// When the next item or section appears or disappears; `nil` if none will.
  package var nextBoundary: Timestamp? { content.boundaries.next }
  /// When the next item of the kind called `kind` that is for everybody appears or disappears.
  package func boundaries(ofKind kind: String) -> Boundaries {
    content.itemBoundaries[kind]?.ofPublic ?? .none
  }
  /// Feeds whose stored composition is not valid, and why.
  package var unreadableFeeds: [String: String] { content.unreadable }

  /// The unreadable compositions and failed sections; those of other feeds than home begin with the
  /// feed.
  package var failures: [Feed.Failure] {
    let unreadable = unreadableFeeds.sorted { $0.key < $1.key }.map {
      Feed.Failure(section: "\($0.key)/composition", reason: $0.value)
    }
    return unreadable
      + feeds.values.sorted { $0.name < $1.name }.flatMap { feed in
        feed.allFailures.map { failure in
          feed.name == Composition.homeFeed
            ? failure
            : Feed.Failure(
              section: "\(feed.name)/\(failure.section)", reason: failure.reason,
              isPublic: failure.isPublic)
        }
      }
  }
}
