/// The fewest vertices of a grid such that the straight lines between them stay within a tolerance.
struct KeyframePath {
  private let grid: KeyframeGrid
  private let tolerance: Double
  /// How steep each channel may be between two vertices is known from one channel alone: an error of
  /// one unit counts at least this much.
  private let weights: [Double]

  init(_ grid: KeyframeGrid, tolerance: Double) {
    self.grid = grid
    self.tolerance = tolerance
    weights = grid.measure.weights(grid.most.count)
  }

  /// The indices of the vertices between the jumps at `start` and `end`, both included: a shortest
  /// path, found breadth first.
  func vertices(
    from start: Int, to end: Int, work: inout KeyframeWork
  ) throws(LayoutError) -> [Int] {
    // 1. Who is reached from where; all of a step's reach before the next step.
    var origins: [Int: Int] = [:]
    var step = [start]
    while origins[end] == nil, !step.isEmpty {
      var next: [Int] = []
      for origin in step {
        for target in try targets(of: origin, through: end, known: origins, work: &work) {
          origins[target] = origin
          next.append(target)
        }
      }
      step = next
    }
    // 2. Back from the end.
    var path = [end]
    while let last = path.last, last != start {
      guard let origin = origins[last] else { throw work.failure }
      path.append(origin)
    }
    return path.reversed()
  }

  /// The vertices not yet known that a line from `origin` may lead to.
  private func targets(
    of origin: Int, through end: Int, known: [Int: Int], work: inout KeyframeWork
  ) throws(LayoutError) -> [Int] {
    guard origin < end else { return [] }
    let from = grid.vertices[origin]
    let start = from.after
    var targets: [Int] = []
    // A line that is within the tolerance has a slope within these; see Imai and Iri, "An optimal
    // algorithm for approximating a piecewise linear function" (1986).
    var least = weights.map { _ in -Double.infinity }
    var most = weights.map { _ in Double.infinity }
    for target in (origin + 1)...end {
      try work.spend(2 * weights.count)
      let to = grid.vertices[target]
      let length = to.progress - from.progress
      let allowed = (2 * grid.rounding + (to.isExact ? 0 : tolerance)) / length
      let values = to.before
      var isPossible = true
      var isOpen = true
      for channel in weights.indices {
        let slope = (values[channel] - start[channel]) / length
        let lower = least[channel]
        let upper = most[channel]
        if slope < lower || slope > upper { isPossible = false }
        let weight = weights[channel]
        guard weight > 0 else { continue }
        let spread = allowed / weight
        if slope - spread > lower { least[channel] = slope - spread }
        if slope + spread < upper { most[channel] = slope + spread }
        if slope - spread > upper || slope + spread < lower {
          isOpen = false
          break
        }
      }
      if isPossible, known[target] == nil {
        try work.spend((target - origin) * weights.count)
        if error(from: origin, to: target) <= tolerance { targets.append(target) }
      }
      guard isOpen else { break }
    }
    return targets
  }

  /// The proven error of the line between two vertices; infinite if it is wrong where it must not be.
  func error(from origin: Int, to target: Int) -> Double {
    // 1. At the vertices between; in the middle first, where it is likely to be largest.
    var worst = 0.0
    let middle = (origin + target) / 2
    for index in [middle] + Array(origin + 1..<target) where origin < index && index != target {
      let error = grid.measure.error(grid.differences(at: index, from: origin, to: target))
      // At rest nothing but rounding is allowed.
      let isAllowed = error <= (grid.vertices[index].isExact ? grid.rounding : tolerance)
      guard isAllowed else { return .infinity }
      worst = max(worst, error)
    }
    // 2. Between those.
    var deviation = 0.0
    for cell in origin..<target { deviation = max(deviation, grid.cells[cell].deviation) }
    return worst + deviation + grid.rounding
  }
}

/// The budget of a search for keyframes, in looks at one channel at one vertex.
struct KeyframeWork {
  /// The whole budget: some tenths of a second.
  static let limit = 20_000_000
  /// The cost of enclosing a channel over a cell, in looks at a channel.
  static let enclosure = 100

  private var left = Self.limit
  /// The error thrown when the budget is spent.
  let failure: LayoutError

  init(_ failure: LayoutError) { self.failure = failure }

  mutating func spend(_ count: Int) throws(LayoutError) {
    guard count <= left else { throw failure }
    left -= count
  }
}
