import FeedModel
import Synchronization

/// Who has what open in the studio. It is a hint and no lock: in memory only, and out of date after half a minute.
final class PresenceBoard: Sendable {
  /// The studio of a person: one window of a browser.
  struct Visitor: Hashable, Sendable {
    /// The number of the person's session or token, so that nobody speaks for somebody else.
    let tokenID: Int
    /// What the window calls itself.
    let studio: String
  }

  /// What a visitor has open.
  struct Entry: Sendable {
    let visitor: Visitor
    let name: String
    /// In the order in which the visitor names them.
    let subjects: [String]
    /// From when on it does not count any more.
    let expiry: Uptime
  }

  /// How long an entry counts.
  static let lifetime = Duration.seconds(30)
  /// The most entries; one more takes the place of the oldest.
  static let maximumCount = 1_000

  private let entries = Mutex<[Visitor: Entry]>([:])

  /// Notes what `visitor` has open at `now`, or that it has left.
  ///
  /// - Parameters:
  ///   - name: The person's name.
  ///   - subjects: What is open; none for a visitor who leaves.
  /// - Returns: what others have open, by their names.
  func note(
    _ visitor: Visitor, named name: String, subjects: [String], at now: Uptime
  ) -> [Entry] {
    entries.withLock { entries in
      entries[visitor] = nil
      entries = entries.filter { $0.value.expiry > now }
      let others = entries.values.sorted {
        ($0.name, $0.visitor.studio) < ($1.name, $1.visitor.studio)
      }
      if !subjects.isEmpty {
        if entries.count >= Self.maximumCount,
          let oldest = entries.values.min(by: { $0.expiry < $1.expiry })
        {
          entries[oldest.visitor] = nil
        }
        entries[visitor] = Entry(
          visitor: visitor, name: name, subjects: subjects, expiry: now + Self.lifetime)
      }
      return others
    }
  }
}
