import FeedModel
import Synchronization

/// Who has what open in the studio. It is a hint and no lock: in memory only, and out of date after half a minute.
final class PresenceBoard: Sendable {
  /// The studio of a person: one window of a browser.
  struct Visitor: Hashable, Sendable {
    /// The number of the person's session or token, so that a client can only speak for itself.
    let tokenID: Int
    /// The name that the window has for itself.
    let studio: String
  }

  /// The subjects that a visitor has open.
  struct Entry: Sendable {
    let visitor: Visitor
    let name: String
    /// In the order in which the visitor names them.
    let subjects: [String]
    /// When it expires.
    let expiry: Uptime
  }

  static let lifetime = Duration.seconds(30)
  /// The maximum number of windows of one person, so that one person cannot displace others.
  static let maximumCountOfToken = 8
  /// The maximum number of bytes of the names and subjects of an answer.
  static let maximumAnswerSize = 32 << 10

  private let maximumCount: Int
  private let entries = Mutex<[Visitor: Entry]>([:])

  /// - Parameter maximumCount: The most entries; one more takes the place of an old one.
  init(maximumCount: Int = 1_000) {
    self.maximumCount = maximumCount
  }

  /// Notes what `visitor` has open at `now`, or that it has left.
  ///
  /// - Parameters:
  ///   - name: The person's name.
  ///   - subjects: What is open; none for a visitor who leaves.
  /// - Returns: what others have open, by their names: with very many, the windows that have the same open and those that
  ///   said so last, up to ``maximumAnswerSize`` bytes.
  func note(_ visitor: Visitor, named name: String, subjects: [String], at now: Uptime) -> [Entry] {
    let others = entries.withLock { entries in
      entries[visitor] = nil
      entries = entries.filter { $0.value.expiry > now }
      let others = Array(entries.values)
      if !subjects.isEmpty {
        makeRoom(for: visitor, among: &entries)
        entries[visitor] = Entry(
          visitor: visitor, name: name, subjects: subjects, expiry: now + Self.lifetime)
      }
      return others
    }
    return Self.told(others, beside: Set(subjects))
  }

  /// Removes the oldest window of the same person if there are too many of them, and otherwise the oldest one of those
  /// persons that have the most.
  private func makeRoom(for visitor: Visitor, among entries: inout [Visitor: Entry]) {
    let own = entries.values.filter { $0.visitor.tokenID == visitor.tokenID }
    let isFull = own.count >= Self.maximumCountOfToken
    guard isFull || entries.count >= maximumCount else { return }
    let persons =
      isFull ? [own] : Array(Dictionary(grouping: entries.values, by: \.visitor.tokenID).values)
    let most = persons.map(\.count).max()
    let oldest = persons.lazy.filter { $0.count == most }.joined().min { $0.expiry < $1.expiry }
    if let oldest { entries[oldest.visitor] = nil }
  }

  /// Those of `others` that there is room for, by their names: one window of each person before the second of anybody,
  /// and first of all those with one of `subjects`.
  private static func told(_ others: [Entry], beside subjects: Set<String>) -> [Entry] {
    let weighed = others.map { (entry: $0, isBeside: !subjects.isDisjoint(with: $0.subjects)) }
      .sorted { one, other in
        one.isBeside == other.isBeside ? one.entry.expiry > other.entry.expiry : one.isBeside
      }
    // The first windows of all persons, then the second ones and so on.
    var windows: [[Entry]] = []
    var counts: [Int: Int] = [:]
    for (entry, _) in weighed {
      let rank = counts[entry.visitor.tokenID, default: 0]
      counts[entry.visitor.tokenID] = rank + 1
      if rank == windows.count { windows.append([]) }
      windows[rank].append(entry)
    }
    var room = maximumAnswerSize
    let told = windows.joined().filter { entry in
      guard entry.byteCount <= room else { return false }
      room -= entry.byteCount
      return true
    }
    return told.sorted { ($0.name, $0.visitor.studio) < ($1.name, $1.visitor.studio) }
  }
}

extension PresenceBoard.Entry {
  /// About its size in an answer, in bytes.
  fileprivate var byteCount: Int {
    subjects.reduce(64 + name.utf8.count + visitor.studio.utf8.count) { $0 + $1.utf8.count + 3 }
  }
}
