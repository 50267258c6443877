package import FeedStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A locked file, which tells other processes that this one is at work. The lock ends with the process, however
/// it ends.
///
/// It owns the open file: it is closed once, by ``release()`` or with the last reference. Afterwards another
/// file has its number.
package final class FileLock: Sendable {
  private let path: String
  private let descriptor: Mutex<Int32?>

  /// Creates the file at `path`, unless there is one, and locks it.
  ///
  /// - Throws: ``StoreError/cannotOpen(path:)``, also for a file that another process has locked.
  package init(path: String) throws(StoreError) {
    let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .cannotOpen(path: path) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      throw .cannotOpen(path: path)
    }
    self.path = path
    descriptor = Mutex(opened)
  }

  deinit { release() }

  /// Removes the file, which ends the lock; nothing if it was removed before.
  package func release() {
    let owned = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let owned else { return }
    unlink(path)
    close(owned)
  }
}
