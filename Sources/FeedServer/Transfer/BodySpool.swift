import FeedHTTP
import FeedModel
import FeedStore
import Foundation
import Hummingbird
import NIOCore

/// A request's body in a temporary file, so that a slow sender does not block writers and a large body
/// needs no memory.
enum BodySpool {
  /// The time between two checks while a body arrives.
  private static let checkInterval = Duration.seconds(1)

  /// Receives the body of `request` and runs `body` with the path of the file, which is removed then.
  ///
  /// - Parameter check: Throws when the rest of the body is not wanted any more; called now and then.
  /// - Throws: ``Problem`` for a body of more than `limit` bytes, or one that ends too early; errors of `check`.
  static func receive<Value>(
    _ request: Request, limit: Int, clock: any TimeSource,
    checking check: () async throws -> Void, _ body: (_ path: String) async throws -> Value
  ) async throws -> Value {
    try request.requireNoCoding()
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.bodyTooLarge(limit: limit)
    }
    let file = FileManager.default.temporaryDirectory
      .appending(path: "tanada-import-\(UUID().uuidString)")
    // Readable by this user only.
    guard
      FileManager.default.createFile(
        atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw StoreError.cannotOpen(path: file.path) }
    defer { try? FileManager.default.removeItem(at: file) }
    try await write(request, to: file, limit: limit, clock: clock, checking: check)
    return try await body(file.path)
  }

  private static func write(
    _ request: Request, to file: URL, limit: Int, clock: any TimeSource,
    checking check: () async throws -> Void
  ) async throws {
    let spool = try SpoolFile(path: file.path)
    var size = 0
    var checkedAt = clock.uptime
    do {
      for try await buffer in request.body {
        size += buffer.readableBytes
        guard size <= limit else { throw Problem.bodyTooLarge(limit: limit) }
        try spool.append(buffer)
        guard clock.uptime - checkedAt > checkInterval else { continue }
        try await check()
        checkedAt = clock.uptime
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as StoreError {
      throw error
    } catch {
      throw Problem.malformedRequest
    }
  }
}

/// An open file that takes the pieces of a body. It is closed with its last reference.
final class SpoolFile {
  private let path: String
  private let handle: FileHandle

  /// Opens the file at `path`, which is there.
  ///
  /// - Throws: ``StoreError/cannotOpen(path:)``
  init(path: String) throws(StoreError) {
    guard let handle = FileHandle(forWritingAtPath: path) else { throw .cannotOpen(path: path) }
    self.path = path
    self.handle = handle
  }

  deinit { try? handle.close() }

  /// Adds `piece` to the end.
  ///
  /// - Throws: ``StoreError/diskFull(path:)``, or ``StoreError/storageFailed(path:detail:)``.
  func append(_ piece: ByteBuffer) throws(StoreError) {
    do {
      try handle.write(contentsOf: Data(piece.readableBytesView))
    } catch {
      throw CocoaError.Code.fileWriteOutOfSpace == (error as? CocoaError)?.code
        ? .diskFull(path: path) : .storageFailed(path: path, detail: error.localizedDescription)
    }
  }
}
