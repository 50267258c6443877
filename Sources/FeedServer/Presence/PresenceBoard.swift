package import FeedModel
import Synchronization

/// Who has what open in the studio. It is a hint and no lock: in memory only, and out of date after half a minute.
package final class PresenceBoard: Sendable {
  /// The studio of a person: one window of a browser.
  package struct Visitor: Hashable, Sendable {
    /// The number of the person's session or token, so that nobody speaks for somebody else.
    package let tokenID: Int
    /// The name that the window has for itself.
    package let studio: String

    package init(tokenID: Int, studio: String) {
      self.tokenID = tokenID
      self.studio = studio
    }
  }

  /// The subjects that a visitor has open.
  package struct Entry: Sendable {
    package let visitor: Visitor
    package let name: String
    /// In the order in which the visitor names them.
    package let subjects: [String]
    /// From when on it does not count any more.
    let expiry: Uptime
  }

  /// How long an entry counts.
  static let lifetime = Duration.seconds(30)

  private let maximumCount: Int
  private let entries = Mutex<[Visitor: Entry]>([:])

  /// - Parameter maximumCount: The most entries; one more takes the place of the oldest.
  package init(maximumCount: Int = 1_000) {
    self.maximumCount = maximumCount
  }

  /// Notes what `visitor` has open at `now`, or that it has left.
  ///
  /// - Parameters:
  ///   - name: The person's name.
  ///   - subjects: What is open; none for a visitor who leaves.
  /// - Returns: what others have open, by their names.
  package func note(
    _ visitor: Visitor, named name: String, subjects: [String], at now: Uptime
  ) -> [Entry] {
    entries.withLock { entries in
      entries[visitor] = nil
      entries = entries.filter { $0.value.expiry > now }
      let others = entries.values.sorted {
        ($0.name, $0.visitor.studio) < ($1.name, $1.visitor.studio)
      }
      if !subjects.isEmpty {
        if entries.count >= maximumCount,
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
