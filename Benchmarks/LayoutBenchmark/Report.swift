import Foundation

/// The figures as a Markdown table.
struct Report {
  private static let counts = [1_000, 10_000, 100_000, 1_000_000]
  /// How much slower than the floor the two-column split may be.
  private static let floorFactor = 2.0
  /// How much more time per item a linear algorithm may take at a million than at ten thousand.
  private static let growth = 1.5

  struct Row {
    let algorithm: Algorithm
    /// Nanoseconds per item, one for each of the counts.
    let times: [Double?]
    let instructions: Double?
    let allocations: Int
    let peakMemory: Int?

    /// Time per item at a million relative to that at ten thousand.
    var growth: Double? {
      guard let ten = times[1], let million = times[3] else { return nil }
      return million / ten
    }
  }

  let rows: [Row]

  init(algorithms: [Algorithm], rounds: Int, isQuick: Bool) throws {
    let times = try Timing(counts: Self.counts, rounds: rounds).measure(algorithms)
    rows = try algorithms.enumerated().map { index, algorithm in
      Row(
        algorithm: algorithm, times: times[index],
        instructions: isQuick ? nil : try Costs.instructions(index, algorithm, count: 10_000),
        allocations: try Costs.allocations(algorithm, count: 10_000),
        peakMemory: isQuick ? nil : try Costs.peakMemory(index, algorithm, count: 1_000_000))
    }
  }

  var text: String {
    let head = """
      | | ns/item at 1,000 | 10,000 | 100,000 | 1,000,000 | × floor | growth | instructions/item | \
      allocations/call | peak MB |
      |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
      """
    return ([head] + rows.map(line)).joined(separator: "\n")
  }

  /// The promises of `docs/performance.md` that the figures do not keep.
  var brokenPromises: [String] {
    var broken: [String] = []
    for (column, count) in Self.counts.enumerated() {
      guard let floor = rows[0].times[column], let split = rows[1].times[column] else { continue }
      if split > floor * Self.floorFactor {
        broken.append("the two-column split of \(count) items takes \(fixed(split / floor)) floors")
      }
    }
    for row in rows where row.algorithm.isLinear {
      if let growth = row.growth, growth > Self.growth {
        broken.append(
          "\(row.algorithm.name) takes \(fixed(growth)) times as long at a million, "
            + "\(fixed(growthBesideMemory(row))) beside what the memory adds")
      }
    }
    return broken
  }

  /// Growth without what the memory adds to every layout: the time by which storing a frame and doing
  /// nothing else is slower where a million of them do not fit into the cache.
  private func growthBesideMemory(_ row: Row) -> Double? {
    guard let ten = row.times[1], let million = row.times[3], let floorAtTen = rows[0].times[1],
      let floorAtMillion = rows[0].times[3]
    else { return nil }
    return (million - max(0, floorAtMillion - floorAtTen)) / ten
  }

  private func line(_ row: Row) -> String {
    let last = row.times.lastIndex { $0 != nil } ?? 0
    let floors = zip(row.times, rows[0].times).map { time, floor in
      time.flatMap { time in floor.map { time / $0 } }
    }
    let cells =
      [row.algorithm.name] + row.times.map(fixed)
      + [
        fixed(floors[last]), fixed(row.growth), fixed(row.instructions), "\(row.allocations)",
        fixed(row.peakMemory.map { Double($0) / 1e6 }),
      ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private func fixed(_ number: Double?) -> String {
    number.map { String(format: "%.1f", $0) } ?? "–"
  }
}
