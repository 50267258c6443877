import Crypto
package import FeedModel
import FeedStore
import Foundation
import Synchronization

/// Photos as objects in a bucket, which servers on several machines share.
///
/// The object `photos/0f3a…` has the file of the photo `0f3a…`, and the object `database` the name of the database that
/// the bucket, or its prefix, belongs to. Decoders need local files: the last ones that were used stay in a folder.
package struct PhotoBucket: PhotoStorage {
  package let client: BucketClient
  package let lock: any PhotoLock
  private let incoming: LocalFolder
  private let originals: OriginalsFolder
  /// `nil` for a bucket that is only read.
  private let claim: BucketClaim?

  /// - Parameters:
  ///   - path: the local folder, which is created when it is needed: `incoming` has the files that are being received,
  ///     and `originals` those that were used lately.
  ///   - originalsByteCount: the most bytes of `originals`.
  ///   - database: a unique name of the database; `nil` for a bucket that is only read.
  ///   - lock: the lock of the photos, which has to exclude all servers of the database.
  package init(
    _ client: BucketClient, path: String, originalsByteCount: Int, database: String?,
    lock: any PhotoLock
  ) {
    self.client = client
    self.lock = lock
    incoming = LocalFolder(path: path + "/incoming")
    originals = OriginalsFolder(
      path: path + "/originals", maximumByteCount: originalsByteCount, clock: client.clock)
    claim = database.map { BucketClaim(for: $0) }
  }

  /// Checks that the folder and the bucket can be used, and that the bucket belongs to the database; notes it in a
  /// bucket without such a note. All that changes the bucket does so before, as long as it was not done.
  ///
  /// - Throws: ``PhotoStorageError``, or `CancellationError`.
  package func check() async throws {
    guard let claim else { preconditionFailure("a bucket that is only read was to be changed") }
    try incoming.createWithParent()
    try await attempt { try await claim.require(in: client, incoming) }
  }

  package func makeIncomingFile() throws(PhotoStorageError) -> IncomingFile {
    try incoming.makeFile()
  }

  package func send(_ file: IncomingFile, as id: PhotoID) async throws {
    try await check()
    try await attempt {
      try await client.put(
        Self.key(of: id), fileAt: file.path, byteCount: file.byteCount, hash: file.contentHash)
    }
  }

  package func keep(_ file: IncomingFile, as id: PhotoID) async throws {
    try await check()
    if try await !contains(id) { try await send(file, as: id) }
    // Renditions are about to be made of it.
    try originals.add(file, as: id)
  }

  package func contains(_ id: PhotoID) async throws -> Bool {
    try await attempt { try await client.contains(Self.key(of: id)) }
  }

  package func file(of id: PhotoID) async throws -> PhotoFile? {
    if let known = originals.presentFile(of: id) { return known }
    return try await attempt {
      // Of a bucket that is away, nobody waits for anything.
      try client.requireReachable()
      let late = failure(
        .noAnswer("not received within \(OriginalsFolder.timeout.components.seconds) seconds"),
        of: id)
      do {
        return try await originals.fetchedFile(of: id, orThrowing: late) {
          let file = try incoming.makeFile()
          guard try await read(id, into: file) else { return nil }
          guard file.id == id else { throw failure(.damaged, of: id) }
          return file
        }
      } catch is TurnQueue<Never?>.Full {
        throw failure(.tooManyRequests, of: id)
      }
    }
  }

  package func read(_ id: PhotoID, into file: IncomingFile) async throws -> Bool {
    try await attempt { try await client.get(Self.key(of: id)) { try file.append($0) } }
  }

  package func contentID(of id: PhotoID) async throws -> PhotoID? {
    let hash = Mutex(SHA256())
    let isThere = try await attempt {
      try await client.get(Self.key(of: id)) { bytes in
        hash.withLock { $0.update(bufferPointer: bytes) }
      }
    }
    return isThere ? PhotoID(digest: hash.withLock { $0 }.finalize()) : nil
  }

  package func remove(_ id: PhotoID) async throws {
    try await check()
    try await attempt { try await client.remove(Self.key(of: id)) }
    originals.remove(id)
  }

  package func photos() async throws -> [PhotoID] {
    let keys = try await attempt { try await client.keys(beginningWith: Self.folder) }
    return keys.compactMap { PhotoID($0.dropFirst(Self.folder.count)) }.sorted()
  }

  package func owner() async throws -> String? {
    try await attempt { try await BucketClaim.owner(in: client) }
  }

  package func removeAbandonedFiles() async throws -> Int { try incoming.removeAbandonedFiles() }

  private static let folder = "photos/"

  private static func key(of id: PhotoID) -> String { "\(folder)\(id)" }

  private func failure(_ reason: BucketError.Reason, of id: PhotoID) -> BucketError {
    client.failure(of: Self.key(of: id), reason)
  }

  /// Runs `body`, whose errors of requests become ones of storages.
  private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as BucketError {
      throw PhotoStorageError.bucket(error)
    }
  }
}

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
  func require(in client: BucketClient, _ folder: LocalFolder) async throws {
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
    throw client.failure(
      of: Self.key, .notUnderstood("an object that was written is not there"),
      after: Self.attemptLimit)
  }

  /// The database that is noted in the bucket; `nil` for none.
  ///
  /// - Throws: ``BucketError``, or `CancellationError`.
  static func owner(in client: BucketClient) async throws -> String? {
    let bytes = Mutex<[UInt8]>([])
    let isThere = try await client.get(key) { piece in bytes.withLock { $0 += piece } }
    return isThere ? String(decoding: bytes.withLock { $0 }, as: UTF8.self) : nil
  }

  private func write(to client: BucketClient, _ folder: LocalFolder) async throws {
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
