/// Counts the impressions of a view: it is told what is visible, and says when an item was seen.
@MainActor
public final class ImpressionCounter {
  private var tracker: ImpressionTracker
  private var shares: [String: Double] = [:]
  private var timer: Task<Void, Never>?
  private let now: () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let seen: (String) -> Void

  /// - Parameters:
  ///   - tracker: what counts.
  ///   - now: the time since any fixed moment.
  ///   - sleep: waits; throws when the task is cancelled.
  ///   - seen: takes the `impression_id` of an item that was seen, once.
  public init(
    tracker: ImpressionTracker = ImpressionTracker(), now: (() -> Duration)? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    seen: @escaping (String) -> Void
  ) {
    let start = ContinuousClock.now
    self.tracker = tracker
    self.now = now ?? { start.duration(to: .now) }
    self.sleep = sleep
    self.seen = seen
  }

  /// Notes what is visible from now on: the visible share, 0…1, of items by their `impression_id`.
  public func update(_ shares: [String: Double]) {
    self.shares = shares
    count()
  }

  /// Notes that nothing is visible from now on: the view has left the screen, or its app.
  public func stop() { update([:]) }

  private func count() {
    timer?.cancel()
    timer = nil
    let time = now()
    for id in tracker.update(shares, at: time) { seen(id) }
    guard let next = tracker.nextTime else { return }
    let pause = max(next - time, .zero)
    timer = Task { [weak self, sleep] in
      guard (try? await sleep(pause)) != nil else { return }
      self?.count()
    }
  }
}
