import Synchronization

/// A line that shows how far something is: on a terminal only, and only once it has taken a second.
final class ProgressLine: Sendable {
  private static let delay = Duration.seconds(1)
  private static let barWidth = 30

  /// When it began, and whether it is shown. After the line was removed there is no beginning until it is shown again, for
  /// something else.
  private let state = Mutex<(start: ContinuousClock.Instant?, isShown: Bool)>((.now, false))

  /// Shows that `count` of `total` are done, the last of them `name`.
  func show(_ count: Int, of total: Int, _ name: String) {
    show(total > 0 ? Self.barWidth * count / total : 0) {
      "\(count) of \(total) \(name.prefix(60))"
    }
  }

  /// Shows that `fraction` is done, of the file at `path`.
  func show(fraction: Double, of path: String) {
    show(Int(fraction * Double(Self.barWidth))) { "\(Int(fraction * 100)) % \(path)" }
  }

  private func show(_ filled: Int, _ text: () -> String) {
    guard Console.messagesAreTerminal else { return }
    let isLong = state.withLock { state in
      let start = state.start ?? .now
      state.start = start
      let isLong = ContinuousClock.now - start > Self.delay
      if isLong { state.isShown = true }
      return isLong
    }
    guard isLong else { return }
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
    Console.status("\(bar) \(text())")
  }

  /// Removes the line.
  func finish() {
    let wasShown = state.withLock { state in
      defer { state = (nil, false) }
      return state.isShown
    }
    if wasShown { Console.status("") }
  }
}
