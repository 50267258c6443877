/// A motion as data: what a client that only interpolates linearly needs to draw it.
///
/// Between two neighbouring ``frames`` every channel goes in a straight line. What is drawn so is
/// nowhere further from the motion than ``maxError``, which is proven, not sampled, and at most
/// ``tolerance``; at the ends of the range and at every whole progress, where cards come to rest, it
/// is exact. Where a motion jumps there are two frames of the same progress, before and after.
///
/// **What a tolerance of 0.5 means.** It is half a point for what moves and half a level of 256 for
/// what fades, each of them, everywhere in the range:
/// - the place of every corner of the card, after all channels that move it (displacement, scale,
///   rotation) have been interpolated on their own and put together;
/// - the corners of a quad, each in the plane of the screen;
/// - the corners of each piece, after the piece's and its container's displacement and scale;
/// - the displacement and the radius of a shadow, and the corner radius of a piece;
/// - opacity, blur and the opacity of a shadow, times 255.
///
/// **How it is proven.** The range is cut into cells so short that the motion is next to straight in
/// each of them, as interval arithmetic on the formulas of the motion shows. Against a line from one
/// keyframe to another the error inside a cell is at most the larger of the errors at its two ends
/// plus the motion's deviation from the chord of the cell, as the measured error is a convex function
/// of the difference. To this is added what rounding may do to doubles.
///
/// **How few they are.** Keyframes lie on the motion, and at ends of cells: kinks of the motion,
/// whole progress values, and between them as many others as it takes for the motion to deviate from
/// the chord of a cell by 1/40 of the tolerance at most. Among all choices of these ends that can be
/// proven none has fewer frames.
public struct Keyframes: Hashable, Sendable {
  /// One of the numbers a keyframe has.
  public struct Channel: Hashable, Sendable {
    /// The unit of a channel.
    public enum Unit: String, CaseIterable, Hashable, Sendable {
      /// Points of the screen.
      case points
      /// A size relative to the untransformed one.
      case scale
      /// Radians, clockwise.
      case radians
      /// A fraction from 0 to 1: an opacity, or the strength of a blur.
      case fraction
      /// An order from back to front; it is always exact.
      case order
    }

    /// The published name; dots lead into a part: `shadow.radius`.
    public let name: String
    /// The unit of the channel's values.
    public let unit: Unit
    /// By how much the measured error grows at most per unit, in the units of the tolerance.
    public let weight: Double
    /// How far from the motion the channel on its own is at most, in its own unit; proven.
    public let maxError: Double
  }

  /// A place in the range from which on the channels that only jump have other values.
  public struct Step: Hashable, Sendable {
    /// Where it begins. At that very progress either side's values may be the motion's.
    public let progress: Double
    /// The values up to the next step, in the order of ``Keyframes/stepChannels``.
    public let values: [Double]
  }

  /// The supported tolerances.
  public static let supportedTolerances = 0.01...256.0
  /// How far from 0 a range may reach.
  public static let supportedProgress = -10_000.0...10_000.0

  /// From the first to the last frame.
  public let range: ClosedRange<Double>
  /// The requested tolerance.
  public let tolerance: Double
  /// The largest error there is: proven, and at most ``tolerance``.
  public let maxError: Double
  /// The numbers of a frame, in their order.
  public let channels: [Channel]
  /// In the order of progress.
  public internal(set) var frames: [Keyframe]
  /// The names of the channels that only jump: `z_index`, or `is_hidden` as 0 and 1.
  public let stepChannels: [String]
  /// In the order of progress; the first is at the start of the range. None without such channels.
  public let steps: [Step]
}

/// A motion at one progress.
public struct Keyframe: Hashable, Sendable {
  /// Where on the motion it lies: a progress, or a distance in slots.
  public let progress: Double
  /// In the order of ``Keyframes/channels``.
  public internal(set) var values: [Double]
}

extension Keyframes {
  /// Returns the channels at `progress`, interpolated linearly as a client draws them. Beyond the
  /// range these are those of the first or the last frame; between two frames of the same progress
  /// those of the later one.
  ///
  /// - Complexity: O(log frames + channels).
  public func values(at progress: Double) -> [Double] {
    // 1. The first frame beyond it.
    var low = 0
    var high = frames.count
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].progress <= progress { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return frames.first?.values ?? [] }
    let before = frames[low - 1]
    guard low < frames.count else { return before.values }
    // 2. The line to it from the frame before.
    let after = frames[low]
    let share = (progress - before.progress) / (after.progress - before.progress)
    return zip(before.values, after.values).map { $0 + ($1 - $0) * share }
  }
}

extension Keyframes {
  /// Keyframes of `transform` for a page of `page` points, over a range of progress.
  ///
  /// - Parameters:
  ///   - transform: the motion.
  ///   - range: within ``supportedProgress``.
  ///   - page: the size of the page that the transform refers to, in points.
  ///   - card: the card drawn on the page, in points, whose corners are measured; the page itself
  ///     if `nil`.
  ///   - tolerance: how far from the motion the drawing may be, in points and levels of 256; see
  ///     ``Keyframes``; within ``supportedTolerances``.
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)`` for a range or a tolerance that is
  ///   not supported, or for more than 400 pieces;
  ///   ``LayoutError/unprovenMotion(_:tolerance:)`` where no proof was found in bounded time.
  /// - Complexity: O(v² + v · reach · channels), v being the ends of cells: some ten for motion that
  ///   is straight between its kinks, some hundred for others.
  public init(
    of transform: PagingTransform, over range: ClosedRange<Double>, page: Size, card: Size? = nil,
    tolerance: Double
  ) throws(LayoutError) {
    let page = MotionInput.page(page)
    let card = MotionInput.page(card ?? page)
    switch transform {
    case .scale(let transform):
      try self.init(
        KeyframedScale(transform: transform, page: page, card: card), over: range,
        tolerance: tolerance)
    case .stack(let transform):
      try self.init(
        KeyframedStack(transform: transform, page: page, card: card), over: range,
        tolerance: tolerance)
    case .snapshot(let transform):
      try self.init(
        try KeyframedSnapshot(transform, page: page), over: range, tolerance: tolerance)
    }
  }
}

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
      // 3. Their errors.
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

  /// The values of the channels that only jump, from each place on where they change.
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

extension LayoutOption {
  /// How far from the motion a client may draw.
  public static func keyframes(_ path: OptionPath<Options, Double?>) -> Self {
    .number(
      "keyframes", path, in: Keyframes.supportedTolerances, "points",
      "Adds keyframes of the motion, the fewest with which a client that interpolates linearly is "
        + "nowhere further off than this: in points, and of opacity in levels of 255; {range}, none "
        + "if left out.")
  }
}
