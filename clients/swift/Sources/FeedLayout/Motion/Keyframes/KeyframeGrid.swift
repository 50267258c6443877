/// A range of progress, cut so that a motion is next to straight in each cell.
struct KeyframeGrid {
  /// The motion at the end of a cell.
  struct Vertex {
    let progress: Double
    /// Coming from below and from above: they differ where the motion jumps.
    let before, after: [Double]
    let isJump: Bool
    /// Whether what is drawn must be exact here.
    let isExact: Bool
    /// Whether the motion has a kink here, which makes it a better place for a keyframe than others.
    let isKink: Bool
  }

  /// Between two neighbouring vertices.
  struct Cell {
    let start, end: Double
    /// The greatest deviation of each channel from its chord.
    let deviations: [Double]
    /// The measured error of all deviations together, in points and levels of 256.
    let deviation: Double
  }

  /// The share of the tolerance that the motion may deviate from the chord of a cell as first cut.
  static let finestShare = 1.0 / 64
  /// The share for a cell that is joined from several. Error grows with the square of the length,
  /// so that the best place for a keyframe is missed by a sixth of its distance at most.
  static let joinedShare = 1.0 / 40
  /// The share of the tolerance that rounding may take.
  static let roundingShare = 1.0 / 16
  /// Two ends of cells are at least this far apart, relative to their distance from 0.
  static let leastLength = 0x1p-44

  let vertices: [Vertex]
  let cells: [Cell]
  let measure: KeyframeMeasure
  /// The largest magnitude of each channel.
  let most: [Double]
  /// The measured error that rounding may cause.
  let rounding: Double
}

extension KeyframeGrid.Vertex {
  /// The motion at `progress`, which jumps there if its values on both sides differ by more than `rounding`.
  fileprivate init(
    of motion: some KeyframedMotion, at progress: Double, mayJump: Bool, isExact: Bool,
    isKink: Bool,
    measure: KeyframeMeasure, rounding: Double
  ) {
    let values = motion.values(at: progress)
    let before = mayJump ? motion.values(at: progress.nextDown) : values
    let after = mayJump ? motion.values(at: progress.nextUp) : values
    let isJump = !(measure.error(zip(before, after).map { $0 - $1 }) <= rounding)
    self.init(
      progress: progress, before: isJump ? before : values, after: isJump ? after : values,
      isJump: isJump, isExact: isExact, isKink: isKink)
  }
}

extension KeyframeGrid {
  /// Cuts `range` for `motion`, using `work`.
  init(
    _ motion: some KeyframedMotion, over range: ClosedRange<Double>, tolerance: Double,
    work: inout KeyframeWork
  ) throws(LayoutError) {
    // 1. Whole progress and jumps end cells whatever the tolerance.
    let exact = Set([range.lowerBound, range.upperBound] + Self.wholeNumbers(in: range))
    let given = exact.union(motion.jumps).filter(range.contains).sorted()
    // 2. From how far the channels go follows what their errors amount to.
    let most = try Self.magnitudes(of: motion, between: given, work: &work)
    let measure = motion.measure(most: most)
    let rounding = measure.error(most) * KeyframeMeasure.roundingShare
    guard rounding <= tolerance * Self.roundingShare else { throw work.failure }
    // 3. Cells are cut until they are next to straight, at kinks first.
    let (cells, kinks) = try Self.cut(
      motion, at: given, measure: measure, upTo: tolerance * Self.finestShare, work: &work)
    // 4. The motion itself at their ends.
    let jumps = Set(motion.jumps)
    let vertices = ([range.lowerBound] + cells.map(\.end)).map { progress in
      Vertex(
        of: motion, at: progress, mayJump: jumps.contains(progress),
        isExact: exact.contains(progress), isKink: kinks.contains(progress), measure: measure,
        rounding: rounding)
    }
    // 5. Cells that are straight together become one.
    self = KeyframeGrid(
      vertices: vertices, cells: cells, measure: measure, most: most, rounding: rounding
    ).joined(upTo: tolerance * Self.joinedShare)
  }

  /// The largest magnitude of each channel of `motion` between the first and the last of `ends`.
  private static func magnitudes(
    of motion: some KeyframedMotion, between ends: [Double], work: inout KeyframeWork
  ) throws(LayoutError) -> [Double] {
    var most = Array(repeating: 0.0, count: motion.channels.count)
    for (start, end) in zip(ends, ends.dropFirst()) {
      try work.spend(most.count * KeyframeWork.enclosure)
      for (index, enclosure) in motion.enclosures(from: start, to: end).enumerated() {
        most[index] = max(most[index], enclosure.values.magnitude)
      }
    }
    return most
  }

  /// Cuts `motion` at `ends`, and in between until no cell deviates by more than `limit`.
  ///
  /// - Returns: the cells in order, and the ends among them at which the motion has a kink.
  private static func cut(
    _ motion: some KeyframedMotion, at ends: [Double], measure: KeyframeMeasure,
    upTo limit: Double, work: inout KeyframeWork
  ) throws(LayoutError) -> (cells: [Cell], kinks: Set<Double>) {
    var cells: [Cell] = []
    var kinks = Set<Double>()
    // The first part is the last element.
    var parts = Array(zip(ends, ends.dropFirst()).reversed())
    while let (start, end) = parts.popLast() {
      try work.spend(motion.channels.count * KeyframeWork.enclosure)
      let enclosures = motion.enclosures(from: start, to: end)
      let deviations = enclosures.map(\.deviation)
      let deviation = measure.error(deviations)
      if deviation <= limit {
        cells.append(Cell(start: start, end: end, deviations: deviations, deviation: deviation))
        continue
      }
      let kink = try motion.kink(enclosures, from: start, to: end, work: &work)
      let cut = kink ?? (start + (end - start) / 2)
      if let kink { kinks.insert(kink) }
      guard end - start > leastLength * max(abs(start), abs(end), 1) else { throw work.failure }
      parts.append((cut, end))
      parts.append((start, cut))
    }
    return (cells, kinks)
  }

  private static func wholeNumbers(in range: ClosedRange<Double>) -> [Double] {
    let first = range.lowerBound.rounded(.up)
    return first > range.upperBound
      ? [] : stride(from: first, through: range.upperBound, by: 1).map { $0 + 0 }
  }
}

extension KeyframedMotion {
  func enclosures(from start: Double, to end: Double) -> [Enclosure] {
    values(at: Enclosure(progressFrom: start, to: end))
  }

  /// Where between `start` and `end` the first of `enclosures` with a kink has it, by Newton's method;
  /// `nil` if there is none to be found.
  fileprivate func kink(
    _ enclosures: [Enclosure], from start: Double, to end: Double, work: inout KeyframeWork
  ) throws(LayoutError) -> Double? {
    let margin = max((end - start) * 0x1p-20, KeyframeGrid.leastLength * max(abs(start), abs(end)))
    func isInside(_ progress: Double) -> Bool {
      start + margin < progress && progress < end - margin
    }
    for (channel, enclosure) in enclosures.enumerated() {
      guard var found = enclosure.kink, isInside(found) else { continue }
      for _ in 0..<4 {
        try work.spend(enclosures.count * KeyframeWork.enclosure)
        let near = self.enclosures(from: found - margin / 2, to: found + margin / 2)
        guard let better = near[channel].kink, isInside(better), better != found else { break }
        found = better
      }
      return found
    }
    return nil
  }
}

extension KeyframeGrid {
  /// The most cells that become one.
  private static let longestJoin = 256

  /// How far from the motion the channels of the line between two vertices are at the vertex `index`
  /// between them.
  func differences(at index: Int, from origin: Int, to target: Int) -> [Double] {
    let vertex = vertices[index]
    let start = vertices[origin]
    let end = vertices[target]
    let share = (vertex.progress - start.progress) / (end.progress - start.progress)
    let from = start.after
    let to = end.before
    var differences = vertex.before
    for channel in differences.indices {
      differences[channel] -= from[channel] + (to[channel] - from[channel]) * share
    }
    return differences
  }

  /// How far each channel of the line between two vertices is from the motion at most.
  func deviations(from origin: Int, to target: Int) -> [Double] {
    var atVertices = most.map { _ in 0.0 }
    var inCells = atVertices
    for index in origin..<target {
      if index > origin {
        let differences = differences(at: index, from: origin, to: target)
        for channel in differences.indices {
          atVertices[channel] = max(atVertices[channel], abs(differences[channel]))
        }
      }
      let deviations = cells[index].deviations
      for channel in deviations.indices {
        inCells[channel] = max(inCells[channel], deviations[channel])
      }
    }
    return zip(atVertices, inCells).map(+)
  }

  /// Returns this grid with as many neighbouring cells joined, from the left, as deviate together
  /// by no more than `limit`; none across a kink, a jump or a whole progress.
  ///
  /// The proof needs short cells where interval arithmetic overestimates curvature; the search for
  /// keyframes does not.
  /// No more than ``longestJoin`` cells are joined, so that the work stays linear in their number.
  func joined(upTo limit: Double) -> KeyframeGrid {
    var kept = [0]
    var joinedCells: [Cell] = []
    var origin = 0
    while origin < cells.count {
      // 1. As far as it is straight.
      var target = origin + 1
      var deviation = cells[origin].deviation
      while target < min(cells.count, origin + Self.longestJoin), vertices[target].isOrdinary,
        let wider = self.deviation(from: origin, to: target + 1, limit: limit)
      {
        deviation = wider
        target += 1
      }
      // 2. That is one cell.
      joinedCells.append(
        Cell(
          start: cells[origin].start, end: cells[target - 1].end,
          deviations: deviations(from: origin, to: target), deviation: deviation))
      kept.append(target)
      origin = target
    }
    return KeyframeGrid(
      vertices: kept.map { vertices[$0] }, cells: joinedCells, measure: measure, most: most,
      rounding: rounding)
  }

  /// How far the motion is from the line between two vertices at most, unless that is above `limit`.
  private func deviation(from origin: Int, to target: Int, limit: Double) -> Double? {
    var inCells = 0.0
    for index in origin..<target { inCells = max(inCells, cells[index].deviation) }
    var atVertices = 0.0
    for index in origin + 1..<target {
      let error = measure.error(differences(at: index, from: origin, to: target))
      guard error + inCells <= limit else { return nil }
      atVertices = max(atVertices, error)
    }
    return atVertices + inCells
  }
}

extension KeyframeGrid.Vertex {
  /// Whether it is like those around it.
  fileprivate var isOrdinary: Bool { !isExact && !isKink && !isJump }
}
