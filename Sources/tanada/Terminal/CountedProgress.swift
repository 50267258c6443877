import Synchronization

/// A line that shows how many of something are done: on a terminal only, and only once it has taken a
/// second.
final class CountedProgress: Sendable {
  private static let delay = Duration.seconds(1)
  private static let barWidth = 30

  private let total: Int
  private let start = ContinuousClock.now
  private let isShown = Mutex(false)

  init(total: Int) {
    self.total = total
  }

  /// Shows that `count` are done, the last of them `name`.
  func show(_ count: Int, _ name: String) {
    guard Console.messagesAreTerminal, ContinuousClock.now - start > Self.delay else { return }
    isShown.withLock { $0 = true }
    let filled = total > 0 ? Self.barWidth * count / total : 0
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: Self.barWidth - filled)
    Console.status("\(bar) \(count) of \(total) \(name.prefix(60))")
  }

  /// Removes the line.
  func finish() {
    if isShown.withLock({ $0 }) { Console.status("") }
  }
}
