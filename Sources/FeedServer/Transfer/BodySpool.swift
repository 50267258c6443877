import Foundation
import HummingbirdCore

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
