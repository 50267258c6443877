import FeedStore
import Foundation
import HummingbirdCore
import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file that takes the pieces of a body, and has no name: it is gone with its last reference, and with this
/// process, however that ends.
final class SpoolFile {
  /// Where the file is read, as long as this is referenced.
  let path: String
  private let handle: FileHandle

  /// Makes a file in `folder`, which only this user could read.
  convenience init(in folder: URL) throws(StoreError) {
    let path = folder.appending(path: "tanada-import-\(UUID.random().text)").path
    var descriptor: Int32 = -1
    #if os(Linux)
      // `O_TMPFILE`, a macro that is not imported. Not every file system has it.
      descriptor = open(folder.path, O_DIRECTORY | 0o20_000_000 | O_RDWR | O_CLOEXEC, 0o600)
    #endif
    if descriptor < 0 {
      descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw errno == ENOSPC || errno == EDQUOT ? .diskFull(path: path) : .cannotOpen(path: path)
      }
      unlink(path)
    }
    #if canImport(Darwin)
      let name = "/dev/fd/\(descriptor)"
    #else
      let name = "/proc/self/fd/\(descriptor)"
    #endif
    self.init(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), path: name)
  }

  /// The file that `handle` writes, which is read at `path`.
  init(_ handle: FileHandle, path: String) {
    self.handle = handle
    self.path = path
  }

  /// Adds `piece` to the end.
  func append(_ piece: ByteBuffer) throws(StoreError) {
    do {
      try handle.write(contentsOf: Data(piece.readableBytesView))
    } catch {
      throw CocoaError.Code.fileWriteOutOfSpace == (error as? CocoaError)?.code
        ? .diskFull(path: path) : .storageFailed(path: path, detail: error.localizedDescription)
    }
  }
}

extension Request {
  /// Receives the body into a temporary file without a name, so that a slow sender does not block writers and a large body
  /// needs no memory, and runs `body` with the path of the file, which is gone then.
  ///
  /// - Throws: as ``receiveBody(upTo:_:)`` does; ``StoreError`` if the file cannot be written; errors of `body`.
  func withSpooledBody<Value>(
    upTo limit: Int, _ body: (_ path: String) async throws -> Value
  ) async throws -> Value {
    let spool = try SpoolFile(in: FileManager.default.temporaryDirectory)
    try await receiveBody(upTo: limit) { try spool.append($0) }
    defer { withExtendedLifetime(spool) {} }
    return try await body(spool.path)
  }
}
