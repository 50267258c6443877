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
    let handle = try FileHandle(forWritingTo: file)
    defer { try? handle.close() }
    var size = 0
    var checkedAt = clock.uptime
    do {
      for try await buffer in request.body {
        size += buffer.readableBytes
        guard size <= limit else { throw Problem.bodyTooLarge(limit: limit) }
        try handle.write(contentsOf: Data(buffer.readableBytesView))
        guard clock.uptime - checkedAt > checkInterval else { continue }
        try await check()
        checkedAt = clock.uptime
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as StoreError {
      throw error
    } catch let error as CocoaError {
      throw StoreError.failed(path: file.path, detail: error.localizedDescription)
    } catch {
      throw Problem.malformedRequest
    }
  }
}
