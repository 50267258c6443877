extension Keyframes {
  /// Keyframes of `motion` over `range`.
  init(
    _ motion: some KeyframedMotion, over range: ClosedRange<Double>, tolerance: Double
  ) throws(LayoutError) {
    try OptionCheck.number(tolerance, in: Self.supportedTolerances, "keyframes")
    try OptionCheck.number(range.lowerBound, in: Self.supportedProgress, "from")
    try OptionCheck.number(range.upperBound, in: Self.supportedProgress, "to")
    var work = KeyframeWork(.unprovenMotion(motion.name, tolerance: tolerance))
    // 1. Cells in which the motion is next to straight.
    let grid = try KeyframeGrid(motion, over: range, tolerance: tolerance, work: &work)
    let path = KeyframePath(grid, tolerance: tolerance)
    // 2. Between two jumps, the fewest lines.
    let vertices = grid.vertices
    let last = vertices.count - 1
    let jumps = vertices.indices.filter { vertices[$0].isJump && $0 > 0 && $0 < last }
    let ends = [0] + jumps + [last]
    var frames: [Keyframe] = []
    var maxError = 0.0
    var channelErrors = grid.most.map { _ in 0.0 }
    for (start, end) in zip(ends, ends.dropFirst()) {
      let knots = try path.vertices(from: start, to: end, work: &work)
      for (index, knot) in knots.enumerated() {
        let vertex = vertices[knot]
        frames.append(
          Keyframe(
            progress: vertex.progress, values: index == 0 ? vertex.after : vertex.before))
      }
      // 3. What they are wrong by.
      for (origin, target) in zip(knots, knots.dropFirst()) {
        maxError = max(maxError, path.error(from: origin, to: target))
        channelErrors = zip(channelErrors, grid.deviations(from: origin, to: target)).map(max)
      }
    }
    let weights = grid.measure.weights(grid.most.count)
    self.init(
      range: range, tolerance: tolerance, maxError: maxError,
      channels: motion.channels.indices.map { index in
        Channel(
          name: motion.channels[index].name, unit: motion.channels[index].unit,
          weight: weights[index],
          maxError: channelErrors[index] + grid.most[index] * KeyframeMeasure.roundingShare)
      },
      frames: frames, stepChannels: motion.stepChannels,
      steps: try Self.steps(of: motion, over: range))
  }

  /// The values of what only jumps, from each place on where they change.
  private static func steps(
    of motion: some KeyframedMotion, over range: ClosedRange<Double>
  ) throws(LayoutError) -> [Step] {
    guard !motion.stepChannels.isEmpty else { return [] }
    let inside = try motion.stepEdges(in: range)
      .filter { range.lowerBound < $0 && $0 < range.upperBound }
    let edges = [range.lowerBound] + Set(inside).sorted() + [range.upperBound]
    var steps: [Step] = []
    for (start, end) in zip(edges, edges.dropFirst()) {
      let values = motion.stepValues(at: start + (end - start) / 2)
      if steps.last?.values != values { steps.append(Step(progress: start, values: values)) }
    }
    return steps
  }
}
