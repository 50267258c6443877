import FeedModel
import FeedStore
import Logging
import StrictJSON

/// Feeds as of one revision, read at once and ready to be laid out.
struct RevisionContent: Sendable {
  /// `nil` before the first write.
  let revision: Revision?
  /// When the next item or section appears or disappears; `nil` if none will.
  let nextBoundary: Timestamp?
  let feeds: [PreparedFeed]
  /// Feeds whose stored composition is not valid, and why. The home feed falls back to its default
  /// composition; other feeds are left out.
  let unreadable: [String: String]

  /// Reads the revision of `reader`.
  ///
  /// - Parameters:
  ///   - name: the only feed to be read; `nil` for all.
  ///   - section: the only section of it whose items are read; `nil` for all. Boundaries are not read then.
  ///   - now: stands in for the time of the revision before there is one, and for one that is from the
  ///     future.
  init(
    reading reader: any ContentReader, only name: String? = nil, section: String? = nil,
    publishing: ItemPublishing, now: Timestamp
  ) throws {
    let revision = try reader.latestRevision()
    let moment = revision?.shownMoment(at: now) ?? now
    var compositions: [Composition] = []
    var unreadable: [String: String] = [:]
    for feed in try reader.feedNames() {
      do {
        if let composition = try reader.composition(of: feed) { compositions.append(composition) }
      } catch let problems as DocumentProblems {
        unreadable[feed] = problems.listed.first?.description ?? "no composition"
        if feed == Composition.homeFeed {
          compositions.append(.home(of: try reader.kinds()))
        }
      }
    }
    let boundary =
      section == nil ? try reader.nextBoundary(after: moment, of: compositions) : nil
    feeds = try compositions.filter { name == nil || $0.feed == name }.map { composition in
      try PreparedFeed(
        composition, reader: reader, section: section, revision: revision,
        visibility: Visibility(at: moment), until: boundary, publishing: publishing)
    }
    nextBoundary = boundary
    self.revision = revision
    self.unreadable = unreadable
  }
}
