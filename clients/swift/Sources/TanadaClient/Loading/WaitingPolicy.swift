/// How long to wait before another request, and how.
public struct WaitingPolicy: Sendable {
  /// How often a document is asked for, until its failure is reported.
  public var attempts: Int
  /// The pause after the first failure; it doubles with each further one.
  public var firstPause: Duration
  /// The longest pause, unless the server asks for a longer one.
  public var longestPause: Duration
  /// Waits; throws when the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void
  /// A random number from 0 up to 1, so that clients do not all come back at once.
  public var random: @Sendable () -> Double

  /// A policy.
  public init(
    attempts: Int = 3, firstPause: Duration = .seconds(1), longestPause: Duration = .seconds(60),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.sleep = sleep
    self.random = random
  }

  /// The pause after the failure number `failure`, from 1: growing, never shorter than the server asks for, and up to a
  /// half longer by chance.
  public func pause(afterFailure failure: Int, retryAfter: Duration? = nil) -> Duration {
    var pause = firstPause
    for _ in 1..<max(2, min(failure, 32)) where failure > 1 && pause < longestPause { pause *= 2 }
    return max(min(pause, longestPause), retryAfter ?? .zero) * (1 + random() / 2)
  }
}
