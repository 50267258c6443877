import Crypto
package import FeedModel
import FeedStore
import Foundation
import Glibc
import Synchronization

/// A picture that is being received: a locked file, which is gone when this is released, unless it was
/// kept.
package final class IncomingFile: Sendable {
  package let path: String
  private let descriptor: Int32
  private let progress = Mutex((hash: SHA256(), byteCount: 0, head: [UInt8]()))

  /// How many bytes of the beginning are kept in memory.
  private static let headSize = 256

  /// Creates the file at `path`.
  init(path: String) throws(PhotoStorageError) {
    self.path = path
    var descriptor: Int32
    repeat {
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last(at: path) }
      // The lock ends with this process: a file without one was abandoned.
      if Self.isLocked(descriptor) { break }
      // Another process has removed it as abandoned before it was locked.
      close(descriptor)
    } while true
    self.descriptor = descriptor
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Locks a file that is still in its folder.
  private static func isLocked(_ descriptor: Int32) -> Bool {
    guard flock(descriptor, LOCK_EX) == 0 else { return false }
    var information = stat()
    return fstat(descriptor, &information) == 0 && information.st_nlink > 0
  }

  /// How many bytes were received.
  package var byteCount: Int { progress.withLock { $0.byteCount } }

  /// The first bytes that were received.
  package var head: [UInt8] { progress.withLock { $0.head } }

  /// The id of a photo with the bytes that were received.
  package var id: PhotoID { progress.withLock { PhotoID(digest: $0.hash.finalize()) } }

  /// The SHA-256 of the bytes that were received, in hexadecimal digits.
  package var contentHash: String { progress.withLock { $0.hash.finalize().hexadecimalText } }

  /// Adds bytes to the end.
  ///
  /// - Throws: ``PhotoStorageError``, such as for a full disk.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(PhotoStorageError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last(at: path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    progress.withLock {
      $0.hash.update(bufferPointer: bytes)
      $0.byteCount += bytes.count
      $0.head += bytes.prefix(Self.headSize - $0.head.count)
    }
  }

  /// Adds the content of the file at `path`.
  ///
  /// - Throws: ``PictureError`` for a file of more than `limit` bytes or one that cannot be read,
  ///   ``PhotoStorageError``.
  package func append(contentsOf path: String, limit: Int) throws {
    do {
      var source = try NamedFile(at: path)
      defer { source.close() }
      while true {
        let bytes = try source.read(upToCount: 1 << 18)
        if bytes.isEmpty { return }
        guard byteCount + bytes.count <= limit else {
          throw PictureError.invalid("expected at most \(limit) bytes")
        }
        try bytes.withUnsafeBytes { try append($0) }
      }
    } catch let refusal as FileRefusal {
      throw PictureError.invalid("\(refusal)")
    }
  }

  /// Moves the file to `destination`, safe from a power cut. It is no longer locked then.
  func move(to destination: String) throws(PhotoStorageError) {
    guard fsync(descriptor) == 0, rename(path, destination) == 0 else { throw .last(at: path) }
    flock(descriptor, LOCK_UN)
  }
}

extension PhotoStorageError {
  /// The error of the last system call, from `errno`.
  static func last(at path: String) -> PhotoStorageError {
    switch errno {
    case ENOSPC, EDQUOT: .full(path: path)
    case let number: .file(path: path, reason: String(cString: strerror(number)))
    }
  }
}

/// A local folder. Of those whose files are being received, each file is locked by the process that receives it.
struct LocalFolder: Sendable {
  let path: String

  /// A new file to be received in the folder, which is created if there is none.
  func makeFile() throws(PhotoStorageError) -> IncomingFile {
    try createWithParent()
    return try IncomingFile(path: "\(path)/\(UUID.random().text)")
  }

  /// Removes the files that nobody receives any more.
  ///
  /// - Returns: how many there were.
  func removeAbandonedFiles() throws(PhotoStorageError) -> Int {
    guard access(path, F_OK) == 0 else { return 0 }
    // The process that receives a file holds its lock.
    return try names().count { PhotoFile.removeUnused("\(path)/\($0)") }
  }

  /// The names of the files and folders in the folder.
  func names() throws(PhotoStorageError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw .file(path: path, reason: "cannot be listed")
    }
  }

  /// Creates the folder, and the one that it is in, if there is none.
  func createWithParent() throws(PhotoStorageError) {
    if access(path, F_OK) == 0 { return }
    try Self.create(URL(fileURLWithPath: path).deletingLastPathComponent().path, path)
  }

  /// Creates the folders that are not there yet.
  static func create(_ paths: String...) throws(PhotoStorageError) {
    for path in paths {
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .last(at: path) }
    }
  }
}
