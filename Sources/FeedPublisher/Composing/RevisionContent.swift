import FeedModel
import FeedStore
import Logging
import StrictJSON

/// All feeds as of one revision, read at once and ready to be laid out.
struct RevisionContent: Sendable {
  /// `nil` before the first write.
  let revision: Revision?
  /// When the next item or section appears or disappears; `nil` if none will.
  let nextBoundary: Timestamp?
  let feeds: [PreparedFeed]
  /// Feeds whose stored composition is not valid, and why. The home feed falls back to its default
  /// composition; other feeds are left out.
  let unreadable: [String: String]

  /// Reads the newest revision from `reader`.
  ///
  /// - Parameter now: stands in for the time of the revision before there is one, and for one that is from
  ///   the future.
  init(reading reader: any ContentReader, publishing: ItemPublishing, now: Timestamp) throws {
    let revision = try reader.latestRevision()
    let moment = revision?.shownMoment(at: now) ?? now
    var compositions: [Composition] = []
    var unreadable: [String: String] = [:]
    for name in try reader.feedNames() {
      do {
        if let composition = try reader.composition(of: name) { compositions.append(composition) }
      } catch let problems as DocumentProblems {
        unreadable[name] = problems.listed.first?.description ?? "no composition"
        if name == Composition.homeFeed {
          compositions.append(.home(of: try reader.kinds()))
        }
      }
    }
    let boundary = try reader.nextBoundary(after: moment, of: compositions)
    feeds = try compositions.map { composition in
      try PreparedFeed(
        composition, reader: reader, revision: revision?.number ?? 0,
        visibility: Visibility(at: moment), until: boundary, publishing: publishing)
    }
    nextBoundary = boundary
    self.revision = revision
    self.unreadable = unreadable
  }
}
