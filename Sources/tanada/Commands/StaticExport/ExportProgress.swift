import Synchronization

/// The progress of exports, one behind the other.
final class ExportProgress: Sendable {
  private let current = Mutex<CountedProgress?>(nil)

  /// Shows that `count` of `total` objects are written, the last of them `name`.
  func show(_ count: Int, _ total: Int, _ name: String) {
    let progress = current.withLock { current in
      let progress = current ?? CountedProgress(total: total)
      current = progress
      return progress
    }
    progress.show(count, name)
  }

  /// Removes the line of the export that has ended.
  func finish() {
    let ended = current.withLock { current in
      defer { current = nil }
      return current
    }
    ended?.finish()
  }
}
