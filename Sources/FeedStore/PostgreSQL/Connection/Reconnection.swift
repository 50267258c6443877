import FeedModel

/// When the next attempt to connect to a database begins: at once, as long as none has failed, and one at a time after a
/// pause then. Each failure in a row doubles the pause, so that a database that comes back is not kept busy by servers
/// that are told to wait; a part of it is random, so that they do not all come at the same moment.
struct Reconnection: Sendable {
  /// The pause after the first failure.
  static let shortestPause = Duration.milliseconds(50)
  /// The longest pause.
  static let longestPause = Duration.seconds(1)

  private struct Pause: Sendable {
    let error: PostgreSQLError
    let end: Uptime
    /// How long the pause is without its random part.
    let length: Duration
    var isAttempted = false
  }

  /// The number of the attempts that begin now; those of before say nothing about now.
  private var number = 0
  /// `nil` as long as no attempt has failed since the last connection.
  private var pause: Pause?

  /// Begins an attempt, if it is time for one.
  ///
  /// - Returns: the number of the attempt; `nil` if another attempt will tell.
  /// - Throws: the error of the last attempt, if that has failed a moment ago.
  mutating func begin(at now: Uptime) throws(PostgreSQLError) -> Int? {
    guard let pause else { return number }
    if pause.isAttempted { return nil }
    guard now >= pause.end else { throw pause.error }
    self.pause?.isAttempted = true
    return number
  }

  /// Notes that attempt `number` has failed.
  ///
  /// - Parameter random: from 0 to below 1: it takes up to a half off the pause.
  mutating func noteFailure(
    of number: Int, _ error: PostgreSQLError, at now: Uptime, random: Double
  ) {
    guard number == self.number else { return }
    self.number += 1
    let length = pause.map { min($0.length * 2, Self.longestPause) } ?? Self.shortestPause
    pause = Pause(error: error, end: now + length * (1 - random / 2), length: length)
  }

  /// Notes that an attempt has succeeded.
  ///
  /// - Returns: whether others were kept from theirs.
  mutating func noteSuccess() -> Bool {
    guard pause != nil else { return false }
    pause = nil
    number += 1
    return true
  }

  /// Notes that attempt `number` was not made.
  mutating func noteNothing(of number: Int) {
    if number == self.number { pause?.isAttempted = false }
  }
}
