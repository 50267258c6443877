package import FeedModel
package import FeedStore

/// The documents that are served while one revision is the newest. A publication is immutable; the next one
/// replaces it as a whole, and reuses its unchanged feeds.
package final class Publication: Sendable {
  let content: RevisionContent
  /// The feeds by name.
  package let feeds: [String: PublishedFeed]
  /// The documents that differ from those of the publication before; in the first publication, those that its
  /// revision changed.
  package let changedDocuments: [DocumentKey]
  /// How many publications of this publisher went into service before.
  package let generation: Int
  /// The time that reading and checking the changes took.
  package let publishedIn: Duration
  /// The time from the commit of the revision to its going into service; `nil` for a revision that
  /// is older than this publisher.
  package let commitToServed: Duration?

  /// A publication of `content`, served as `feeds`, in which `changedDocuments` differ from those of `former`.
  init(
    _ content: RevisionContent, feeds: [PublishedFeed], changing changedDocuments: [DocumentKey],
    after former: Publication?, publishedIn: Duration, commitToServed: Duration?
  ) {
    self.content = content
    self.feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.name, $0) })
    self.changedDocuments = changedDocuments
    generation = former.map { $0.generation + 1 } ?? 0
    self.publishedIn = publishedIn
    self.commitToServed = commitToServed
  }

  /// The documents of `feeds` that differ from those of `former`; without it, those that `revision` changed.
  static func changedDocuments(
    of feeds: [PublishedFeed], at revision: Revision?, since former: Publication?
  ) -> [DocumentKey] {
    guard let former = former?.feeds else {
      return feeds.flatMap { $0.content.documents(changedBy: revision?.number ?? 0) }.sorted()
    }
    let feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.name, $0) })
    return Set(feeds.keys).union(former.keys).flatMap { name -> [DocumentKey] in
      guard let before = former[name], let after = feeds[name] else {
        // All of a feed that is new, or gone.
        return (former[name] ?? feeds[name])?.documents ?? []
      }
      guard !after.content.isSame(as: before.content) else { return [] }
      let (old, new) = (before.placedSections, after.placedSections)
      return Set(before.documents + after.documents).filter { document in
        document.section.map { old[$0] != new[$0] } ?? true
      }
    }.sorted()
  }

  /// 0 before the first write.
  package var revision: Int { committed?.number ?? 0 }
  /// The revision; `nil` before the first write.
  package var committed: Revision? { content.revision }
  /// When the revision was written; `nil` before the first write.
  package var committedAt: Timestamp? { committed?.committedAt }
  /// When the next item or section appears or disappears, which ends this revision; `nil` if none will.
  package var nextBoundary: Timestamp? { content.boundaries.next }
  /// When the next item of the kind called `kind` appears or disappears.
  package func boundaries(ofKind kind: String) -> Boundaries {
    content.itemBoundaries[kind] ?? .none
  }
  /// Feeds whose stored composition is not valid, and why.
  package var unreadableFeeds: [String: String] { content.unreadable }

  /// The unreadable compositions and failed sections. The names of sections begin with their feed, unless that
  /// is home.
  package var failures: [PreparedFeed.Failure] {
    let unreadable = unreadableFeeds.sorted { $0.key < $1.key }.map {
      PreparedFeed.Failure(section: "\($0.key)/composition", reason: $0.value)
    }
    return unreadable
      + feeds.values.sorted { $0.name < $1.name }.flatMap { feed in
        feed.failures.map { failure in
          feed.name == Composition.homeFeed
            ? failure
            : PreparedFeed.Failure(
              section: "\(feed.name)/\(failure.section)", reason: failure.reason)
        }
      }
  }
}
