/// Counts impressions: an item is seen when half of it is visible for 800 ms without a break, and counts once.
///
/// A value without a clock: it is told what is visible, and when.
public struct ImpressionTracker: Hashable, Sendable {
  /// The share of an item that has to be visible.
  public let share: Double
  /// How long it has to be.
  public let duration: Duration
  /// The impressions that have counted.
  public private(set) var counted: Set<String> = []
  /// Since when those are visible that have not counted.
  private var visible: [String: Duration] = [:]

  /// A tracker that counts what is visible with `share` of its area for `duration`.
  public init(share: Double = 0.5, duration: Duration = .milliseconds(800)) {
    self.share = share
    self.duration = duration
  }

  /// Notes what is visible from `time` on, and returns the impressions that count at it, in alphabetical order.
  ///
  /// - Parameters:
  ///   - shares: the visible share, 0…1, of items by their `impression_id`; none of what is not visible.
  ///   - time: the time since any fixed moment, such as the start of the app. It does not go back.
  public mutating func update(_ shares: [String: Double], at time: Duration) -> [String] {
    // 1. What was visible until now counts, seen from now on or not.
    let seen = visible.filter { time - $0.value >= duration }.keys.sorted()
    counted.formUnion(seen)
    // 2. What is visible from now on goes on, or begins.
    var next: [String: Duration] = [:]
    for (id, share) in shares where share >= self.share && !counted.contains(id) {
      next[id] = visible[id] ?? time
    }
    visible = next
    return seen
  }

  /// When the next impression counts if nothing changes until then; `nil` for none. Call ``update(_:at:)`` again then.
  public var nextTime: Duration? { visible.values.min().map { $0 + duration } }
}
