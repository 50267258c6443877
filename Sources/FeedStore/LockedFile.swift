import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that this process has locked. The lock ends with the process, however it ends.
///
/// It owns the open file: it is closed once, by ``release()`` or with the last reference. Afterwards another
/// file has its number.
package final class LockedFile: Sendable {
  private let path: String
  private let isTemporary: Bool
  private let descriptor: Mutex<Int32?>

  /// Locks the file at `path`, which is created if there is none. `nil` if that fails, with the reason in `errno`.
  ///
  /// - Parameters:
  ///   - isTemporary: whether the file is removed at the end of the lock.
  ///   - waits: whether to wait, with the thread, while another process has the lock. Otherwise that is a failure.
  package init?(_ path: String, isTemporary: Bool, waits: Bool = false) {
    let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, isTemporary ? 0o600 : 0o644)
    guard opened >= 0 else { return nil }
    while flock(opened, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else {
        let reason = errno
        close(opened)
        errno = reason
        return nil
      }
    }
    self.path = path
    self.isTemporary = isTemporary
    descriptor = Mutex(opened)
  }

  deinit { release() }

  /// Ends the lock; nothing if it has ended before.
  package func release() {
    let owned = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let owned else { return }
    if isTemporary { unlink(path) }
    close(owned)
  }
}
