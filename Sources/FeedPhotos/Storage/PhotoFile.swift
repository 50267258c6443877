import Foundation
import Glibc

/// A local file with the content of a photo, which stays where it is until this is released.
package final class PhotoFile: Sendable {
  package let path: String
  /// The open file that is locked; `nil` for one that nobody moves away.
  private let descriptor: Int32?

  /// The file at `path`, which is not locked.
  package init(path: String) {
    self.path = path
    descriptor = nil
  }

  /// The file at `path`, locked against its removal from a cache; `nil` if there is none.
  init?(lockedAt path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.path = path
    self.descriptor = descriptor
    // The other side removes it within microseconds, if it is about to.
    while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_nlink > 0 else { return nil }
    // The time of the last use, by which a cache chooses what leaves.
    futimens(descriptor, nil)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Removes the file at `path`, unless somebody uses it.
  ///
  /// - Returns: whether it was removed.
  static func removeUnused(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
  }
}
