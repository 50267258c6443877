import Glibc
import Synchronization

/// A file that appears under its name when all its bytes are written, and is removed otherwise.
final class PartialFile: Sendable {
  private let file: String
  private let partialFile: String
  private let descriptor: Int32
  private let failure = Mutex<FetchError?>(nil)
  private let isComplete = Atomic(false)

  /// - Throws: ``FetchError/notWritten(file:reason:)``
  init(for file: String) throws(FetchError) {
    self.file = file
    partialFile = file + ".part"
    descriptor = open(partialFile, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(of: file) }
  }

  deinit {
    guard descriptor >= 0, !isComplete.load(ordering: .relaxed) else { return }
    close(descriptor)
    unlink(partialFile)
  }

  /// Appends `bytes`.
  ///
  /// - Returns: whether they were written. If not, ``complete()`` throws the error.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Self.write(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        failure.withLock { $0 = Self.failure(of: file) }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Gives the file its name.
  ///
  /// - Throws: ``FetchError/notWritten(file:reason:)``, also for bytes that could not be written.
  func complete() throws(FetchError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
    guard rename(partialFile, file) == 0 else { throw Self.failure(of: file) }
    isComplete.store(true, ordering: .relaxed)
    close(descriptor)
  }

  private static func failure(of file: String) -> FetchError {
    .notWritten(file: file, reason: String(cString: strerror(errno)))
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }
}
