package import FeedModel
package import FeedStore
package import Foundation

extension PreparedFeed {
  /// Prepares what `composition` shows of `snapshot`, in whose place `now` stands before the first
  /// revision.
  package init(
    _ composition: Composition, snapshot: ContentSnapshot, timeZone: TimeZone, now: Timestamp
  ) {
    self.init(
      composition, revision: snapshot.revision?.number ?? 0,
      from: Perspective(at: snapshot.revision?.committedAt ?? now), until: nil,
      timeZone: timeZone
    ) { section in
      Array(try snapshot.items[section.kind]?.get().prefix(section.limit) ?? [])
    }
  }

  /// Prepares what `composition` shows of what `reader` has.
  init(
    _ composition: Composition, reader: any ContentReader, revision: Int,
    from perspective: Perspective, until expiresAt: Timestamp?, timeZone: TimeZone
  ) {
    self.init(
      composition, revision: revision, from: perspective, until: expiresAt, timeZone: timeZone
    ) { section in
      try reader.items(of: section, from: perspective)
    }
  }
}

extension FeedStore {
  /// `feed` as it is at `moment` or, without one, at the newest revision; `nil` if there is no such
  /// feed. The content is the present one: only what has a window differs.
  ///
  /// - Parameter now: stands in for the newest revision before there is one.
  /// - Throws: ``StoreError``, and `ContentProblems` for a stored composition that is none.
  package func preparedFeed(
    _ feed: String, at moment: Timestamp? = nil, includesDrafts: Bool = false, timeZone: TimeZone,
    now: Timestamp
  ) async throws -> PreparedFeed? {
    try await read { reader in
      guard let composition = try reader.composition(of: feed) else { return nil }
      let revision = try reader.latestRevision()
      let perspective = Perspective(
        at: moment ?? revision?.committedAt ?? now, includesDrafts: includesDrafts)
      let others = try reader.feedNames().compactMap { try? reader.composition(of: $0) }
      return PreparedFeed(
        composition, reader: reader, revision: revision?.number ?? 0, from: perspective,
        until: try reader.nextBoundary(after: perspective.moment, of: others), timeZone: timeZone)
    }
  }
}
