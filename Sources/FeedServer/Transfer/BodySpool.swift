import FeedHTTP
import FeedModel
import FeedStore
import Foundation
import Hummingbird
import NIOCore

/// A request's body in a temporary file without a name, so that a slow sender does not block writers and a large body
/// needs no memory.
enum BodySpool {
  /// The time between two checks while a body arrives.
  private static let checkInterval = Duration.seconds(1)

  /// Receives the body of `request` and runs `body` with the path of the file, which is gone then.
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
    let spool = try SpoolFile(in: FileManager.default.temporaryDirectory)
    try await write(request, to: spool, limit: limit, clock: clock, checking: check)
    defer { withExtendedLifetime(spool) {} }
    return try await body(spool.path)
  }

  private static func write(
    _ request: Request, to spool: SpoolFile, limit: Int, clock: any TimeSource,
    checking check: () async throws -> Void
  ) async throws {
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
