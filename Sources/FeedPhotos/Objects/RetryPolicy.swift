import FeedModel

/// When a request to a service that is busy or away is tried again.
package struct RetryPolicy: Sendable {
  /// How often a request is tried in all.
  package var attemptLimit = 4
  /// The longest wait before the second attempt; it doubles for each further one.
  package var firstDelay = Duration.milliseconds(100)
  /// The longest wait of all.
  package var longestDelay = Duration.seconds(2)
  /// A random number from 0 to 1, so that clients that have failed at once do not try again at once.
  package var random: @Sendable () -> Double

  package init(random: @escaping @Sendable () -> Double) {
    self.random = random
  }

  /// The wait behind the attempt of this number, the first of which is 1: between half of the longest wait for it and
  /// that.
  package func delay(after attempt: Int) -> Duration {
    let longest = min(longestDelay, firstDelay * (1 << min(attempt - 1, 20)))
    return longest * (0.5 + random() / 2)
  }
}
