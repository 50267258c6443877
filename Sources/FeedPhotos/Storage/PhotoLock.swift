import FeedStore
import Foundation

/// The lock of the photos of one database: at most one process and task at a time changes their rows and files.
package protocol PhotoLock: Sendable {
  /// Waits for the lock, runs `body`, and gives the lock back, also when `body` throws and when the process ends.
  ///
  /// - Throws: what `body` throws, or an error if the lock cannot be had.
  func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value
}

/// A lock by a file, for processes on one machine. It needs a local file system.
package struct FileLock: PhotoLock {
  package let path: String

  /// The lock by the file at `path`, which is created when it is needed, and stays.
  package init(path: String) {
    self.path = path
  }

  package func withLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let lock = try await take()
    defer { lock.release() }
    return try await body()
  }

  /// Waits for the lock, on a thread of its own: many that wait on threads of a pool would leave none to the one
  /// that has the lock.
  private func take() async throws -> LockedFile {
    let result: Result<LockedFile, PhotoStorageError>
    do throws(OwnThreadError) {
      result = try await OwnThread.run { [path] in
        LockedFile(path, isTemporary: false, waits: true).map { .success($0) }
          ?? .failure(.last(at: path))
      }
    } catch {
      throw PhotoStorageError.file(path: path, reason: error.description)
    }
    return try result.get()
  }
}
