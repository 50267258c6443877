import FeedEditing
import FeedStore
import Synchronization

/// A line that shows how far a seeding is: on a terminal only, and only once it has taken a second.
final class ProgressLine: Sendable {
  private static let patience = Duration.seconds(1)
  private static let barWidth = 30

  private let start = ContinuousClock.now
  private let isShown = Mutex(false)

  /// Shows `progress`.
  func show(_ progress: SeedProgress) {
    guard Console.messagesAreTerminal, ContinuousClock.now - start > Self.patience else { return }
    isShown.withLock { $0 = true }
    Console.status(Self.text(progress))
  }

  /// Removes the line.
  func finish() {
    if isShown.withLock({ $0 }) { Console.status("") }
  }

  static func text(_ progress: SeedProgress) -> String {
    let fraction =
      progress.totalBytes > 0
      ? min(Double(progress.bytesRead) / Double(progress.totalBytes), 1) : 0
    let filled = Int(fraction * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    return "\(bar) \(Int(fraction * 100)) % \(progress.file.path)"
  }
}
