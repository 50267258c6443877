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

  /// The same grid with as many neighbouring cells joined, from the left, as deviate together by no
  /// more than `limit`; none across a kink, a jump or a whole progress.
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
