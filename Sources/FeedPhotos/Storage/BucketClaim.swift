import Foundation
import Synchronization

/// The note in a bucket of the database that it belongs to: a sweep of another one would remove its objects.
final class BucketClaim: Sendable {
  private static let key = "database"
  /// How often the note is read.
  private static let attemptLimit = 3

  private let database: String
  private let isMade = Mutex(false)

  /// - Parameter database: a unique name of the database.
  init(for database: String) {
    self.database = database
  }

  /// Returns when the note names the database; writes it to a bucket without one.
  ///
  /// - Parameter folder: the folder of the file that is sent.
  /// - Throws: ``BucketError``, ``PhotoStorageError`` for the bucket of another database, or `CancellationError`.
  func require(in client: BucketClient, _ folder: IncomingFolder) async throws {
    if isMade.withLock({ $0 }) { return }
    for _ in 0..<Self.attemptLimit {
      // Read again after it was written: two databases may write at once, to a service that does not know conditions.
      if let noted = try await Self.owner(in: client) {
        guard noted == database else {
          throw PhotoStorageError.ofAnotherDatabase("\(client.address.location)")
        }
        return isMade.withLock { $0 = true }
      }
      try await write(to: client, folder)
    }
    throw BucketError(
      name: client.address.name(of: Self.key), endpoint: client.address.endpoint, method: "GET",
      reason: .notUnderstood("an object that was written is not there"),
      attemptCount: Self.attemptLimit)
  }

  /// The database that is noted in the bucket; `nil` for none.
  ///
  /// - Throws: ``BucketError``, or `CancellationError`.
  static func owner(in client: BucketClient) async throws -> String? {
    let bytes = Mutex<[UInt8]>([])
    let isThere = try await client.get(key) { piece in bytes.withLock { $0 += piece } }
    return isThere ? String(decoding: bytes.withLock { $0 }, as: UTF8.self) : nil
  }

  private func write(to client: BucketClient, _ folder: IncomingFolder) async throws {
    let file = try folder.makeFile()
    try Array(database.utf8).withUnsafeBytes { try file.append($0) }
    func put(onlyIfNew: Bool) async throws {
      try await client.put(
        Self.key, fileAt: file.path, byteCount: file.byteCount, hash: file.contentHash,
        onlyIfNew: onlyIfNew)
    }
    do { try await put(onlyIfNew: true) } catch let error as BucketError {
      // Somebody else was faster: the note that is there counts.
      if error.isFailedCondition { return }
      guard error.isUnknownCondition else { throw error }
      try await put(onlyIfNew: false)
    }
  }
}
