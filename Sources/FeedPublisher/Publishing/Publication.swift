package import FeedModel
package import FeedStore

/// The documents that are served while one revision is the newest. A publication is immutable; the next one
/// replaces it as a whole, and reuses its unchanged feeds.
package final class Publication: Sendable {
  let walked: WalkedContent
  let content: RevisionContent
  /// The documents that each revision since the publication before has changed, in their order.
  package let changes: [DocumentChanges]
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
  /// When the next item or section appears or disappears, which ends this revision; `nil` if none will.
  package var nextBoundary: Timestamp? { walked.outlook.boundaries.next }
  /// When the next item of the kind called `kind` that is for everybody appears or disappears.
  package func boundaries(ofKind kind: String) -> Boundaries {
    walked.outlook.itemBoundaries[kind]?.ofPublic ?? .none
  }
  /// Feeds whose stored composition is not valid, and why.
  package var unreadableFeeds: [String: String] { content.unreadable }

  /// The unreadable compositions and failed sections. The names of sections begin with their feed, unless that
  /// is home.
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

extension DocumentChanges {
  /// The documents that `revision` has changed, from the feeds before to those at it; `nil` if there are none.
  package init?(
    _ revision: Revision, from before: [String: Feed], to after: [String: Feed]
  ) {
    let names = Set(before.keys).union(after.keys).filter { name in
      guard let old = before[name], let new = after[name] else { return true }
      return !old.isServed(as: new)
    }
    let targeted = names.flatMap { name in
      let (old, new) = (before[name]?.targeted, after[name]?.targeted)
      return new?.documents(changedSince: old, in: name)
        ?? Set(old?.lastChanges.keys.map(\.self) ?? [])
    }
    let (before, after) = (
      before.filter { names.contains($0.key) }.allEditions,
      after.filter { names.contains($0.key) }.allEditions
    )
    let changed = Set(before.keys).union(after.keys).flatMap { name -> [DocumentKey] in
      guard let old = before.edition(name), let new = after.edition(name) else {
        // All of a feed that is new, or gone.
        return (before[name] ?? after[name])?.documents(of: name) ?? []
      }
      guard !old.isServed(as: new), !new.isAlike(old) else { return [] }
      let (places, newPlaces) = (old.placedSections, new.placedSections)
      return Set(old.documents(of: name) + new.documents(of: name)).filter { document in
        document.section.map { places[$0] != newPlaces[$0] }
          ?? (old.lastChange != new.lastChange)
      }
    }
    let all = Set(changed + targeted)
    guard !all.isEmpty else { return nil }
    let shown = all.filter { document in
      let change =
        document.isTargeted
        ? after[document.composedFeed]?.lastChange(of: document)
        : after.edition(document.feed)?.ownLastChange(of: document)
      return change?.number == revision.number
    }
    self.init(revision: revision, shown: shown, moved: all.subtracting(shown))
  }
}

extension [String: Feed] {
  /// The feeds and their editions by their keys.
  fileprivate var allEditions: [String: Feed] {
    values.reduce(into: [:]) { $0.merge($1.editionsByKey) { $1 } }
  }

  /// The edition with this key or, if there is none, the more general one that its readers get instead.
  fileprivate func edition(_ key: String) -> Feed? {
    if let known = self[key] { return known }
    guard let parts = TranslatedName.parts(of: key), let feed = self[String(parts.field)] else {
      return nil
    }
    let parents = LocaleTag(parts.locale)?.parents(before: feed.defaultReader.tag) ?? []
    return parents.lazy.compactMap { self[DocumentKey.edition(of: feed.name, in: $0)] }.first
      ?? feed
  }
}
