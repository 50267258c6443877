/// The places a carousel can rest at, as a line that can be walked along: finite, or a loop that
/// goes on at both ends. A place is called by its number from the first one; in a loop numbers go on
/// below 0 and beyond the last.
struct SnapLine: Hashable, Sendable {
  /// Where the places are, strictly ascending, in points; at least one.
  private let offsets: [Double]
  /// The first snap at each place; `nil` where each place has one snap.
  private let snaps: [Int]?
  /// How many snaps there are.
  private let snapCount: Int
  /// One turn of a loop, in points.
  private let period: Double?

  /// `nil` if there are no snaps. Offsets do not descend.
  init?(offsets all: [Double], period: Double?) {
    guard !all.isEmpty else { return nil }
    let isFirst = { (snap: Int) in snap == 0 || all[snap] > all[snap - 1] }
    if all.indices.allSatisfy(isFirst) {
      offsets = all
      snaps = nil
    } else {
      let snaps = all.indices.filter(isFirst)
      offsets = snaps.map { all[$0] }
      self.snaps = snaps
    }
    self.period = period
    snapCount = all.count
  }

  private var first: Double { offsets[0] }

  /// Where `place` is, in points.
  func offset(of place: Int) -> Double {
    guard let period else { return offsets[min(max(place, 0), offsets.count - 1)] }
    let (turn, index) = turnAndIndex(of: place)
    return offsets[index] + Double(turn) * period
  }

  /// Where `place` is in the first turn of a loop, in points; on a finite line where it is.
  func offsetInFirstTurn(of place: Int) -> Double {
    period == nil ? offset(of: place) : offsets[turnAndIndex(of: place).index]
  }

  /// The snap at `place`. Of several at the last place it is the last one: whoever has scrolled to
  /// the end sees the last items.
  func snap(at place: Int) -> Int {
    if period != nil { return firstSnap(at: turnAndIndex(of: place).index) }
    let index = min(max(place, 0), offsets.count - 1)
    return index > 0 && index == offsets.count - 1 ? snapCount - 1 : firstSnap(at: index)
  }

  private func firstSnap(at index: Int) -> Int { snaps?[index] ?? index }

  /// The last place at or before `position`; on a finite line the first one for all before it.
  ///
  /// - Complexity: O(log n).
  func lastPlace(notAfter position: Double) -> Int {
    guard let period else { return max(0, offsets.partitioningIndex { $0 > position } - 1) }
    let turn = ((position - first) / period).rounded(.down)
    let inFirstTurn = position - turn * period
    return Int(turn) * offsets.count + offsets.partitioningIndex { $0 > inFirstTurn } - 1
  }

  /// The first place after `position`; on a finite line the last one for all after it.
  func firstPlace(after position: Double) -> Int {
    if period == nil, position < first { return 0 }
    return limited(lastPlace(notAfter: position) + 1)
  }

  /// The place nearest to `position`; of two as near, the first.
  func nearestPlace(to position: Double) -> Int {
    let lower = lastPlace(notAfter: position)
    let upper = limited(lower + 1)
    return offset(of: upper) - position < position - offset(of: lower) ? upper : lower
  }

  /// `place`, or the end of a finite line it lies beyond.
  func limited(_ place: Int) -> Int {
    period == nil ? min(max(place, 0), offsets.count - 1) : place
  }

  private func turnAndIndex(of place: Int) -> (turn: Int, index: Int) {
    let (turn, index) = place.quotientAndRemainder(dividingBy: offsets.count)
    return index < 0 ? (turn - 1, index + offsets.count) : (turn, index)
  }
}
