/// A line of a file in bytes, without its line feed, and what becomes of it. Texts are not compared as such: two of
/// them may be equal and have other bytes.
package enum LineEdit: Hashable, Sendable {
  case kept([UInt8])
  case removed([UInt8])
  case added([UInt8])

  /// How many lines it stands for in the file before and after.
  var counts: (old: Int, new: Int) {
    switch self {
    case .kept: (1, 1)
    case .removed: (1, 0)
    case .added: (0, 1)
    }
  }
}

extension LineEdit {
  /// The most removed and added lines that are searched for the fewest. With more of them, everything between the
  /// first and the last difference is replaced, so that time and memory stay small.
  package static let maximumDistance = 1_000

  /// The edits that make `new` of `old`: the fewest, if they are not more than `limit`.
  ///
  /// The algorithm is that of Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1
  /// (1986): paths through the grid of both files, by the number of their edits.
  package static func edits(
    from old: [[UInt8]], to new: [[UInt8]], limit: Int = maximumDistance
  ) -> [LineEdit] {
    // 1. What both begin and end with.
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let (before, after) = (old[start..<old.count - end], new[start..<new.count - end])
    // 2. The fewest edits between.
    var search = ShortestEdits(old: Array(before), new: Array(after))
    let between =
      search.edits(limit: limit) ?? before.map { .removed($0) } + after.map { .added($0) }
    return old[..<start].map { .kept($0) } + between + old[(old.count - end)...].map { .kept($0) }
  }
}

/// The search for the fewest edits between two files.
private struct ShortestEdits {
  let old: [[UInt8]]
  let new: [[UInt8]]
  /// For each number of edits the furthest line of `old` that a path with so many edits reaches on each diagonal:
  /// -edits, 2 - edits, …, edits.
  private var reached: [[Int]] = []

  init(old: [[UInt8]], new: [[UInt8]]) {
    self.old = old
    self.new = new
  }

  /// The edits; `nil` if they are more than `limit`.
  mutating func edits(limit: Int) -> [LineEdit]? {
    for distance in 0...max(0, min(limit, old.count + new.count)) {
      var furthest: [Int] = []
      furthest.reserveCapacity(distance + 1)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let line = follow(diagonal, from: entry(to: diagonal, distance).line)
        furthest.append(line)
        if line >= old.count, line - diagonal >= new.count {
          reached.append(furthest)
          return path(distance)
        }
      }
      reached.append(furthest)
    }
    return nil
  }

  /// Where the path with `distance` edits enters `diagonal`, and from which diagonal.
  private func entry(to diagonal: Int, _ distance: Int) -> (line: Int, former: Int) {
    guard distance > 0 else { return (0, 0) }
    let (above, left) = (line(diagonal + 1, distance - 1), line(diagonal - 1, distance - 1))
    // A removed line comes before an added one.
    if diagonal == -distance || (diagonal != distance && left < above) {
      return (above, diagonal + 1)
    }
    return (left + 1, diagonal - 1)
  }

  /// The furthest line on a diagonal; -1 where there is no path.
  private func line(_ diagonal: Int, _ distance: Int) -> Int {
    guard abs(diagonal) <= distance else { return -1 }
    return reached[distance][(diagonal + distance) / 2]
  }

  /// Goes along equal lines.
  private func follow(_ diagonal: Int, from line: Int) -> Int {
    var line = line
    while line < old.count, line - diagonal < new.count, line - diagonal >= 0,
      old[line] == new[line - diagonal]
    {
      line += 1
    }
    return line
  }

  /// The edits of the path with `distance` edits that reaches the end.
  private func path(_ distance: Int) -> [LineEdit] {
    var edits: [LineEdit] = []
    var (line, diagonal) = (old.count, old.count - new.count)
    for distance in stride(from: distance, through: 1, by: -1) {
      let (entry, former) = entry(to: diagonal, distance)
      while line > entry {
        line -= 1
        edits.append(.kept(old[line]))
      }
      if former > diagonal {
        edits.append(.added(new[line - diagonal - 1]))
      } else {
        line -= 1
        edits.append(.removed(old[line]))
      }
      diagonal = former
    }
    edits += old[..<line].reversed().map { .kept($0) }
    return edits.reversed()
  }
}
