import Crypto
import FeedModel
package import FeedPhotos
import FeedStore
import Foundation
import Synchronization

/// The place of an export: a folder, or a bucket. One exporter at a time changes it, under its lock.
///
/// All functions that wait throw ``ExportError``, or `CancellationError` when the task is cancelled.
package protocol ExportTarget: Sendable {
  /// The place, for messages.
  var name: String { get }

  /// Runs `body` while no other exporter of the database changes the target.
  ///
  /// - Parameter besideOthers: whether the target may have something that no export has written, which stays.
  /// - Throws: what `body` throws, too, and ``ExportError/notAnExport(path:found:)``.
  func withLock<Value: Sendable>(
    besideOthers: Bool, _ body: @Sendable () async throws -> Value
  ) async throws -> Value

  /// The list of what is there; `nil` for nothing.
  func manifest() async throws -> ExportManifest?

  /// Prepares the changes of `plan`.
  ///
  /// - Parameter manifest: what is certain from now on, with all that changes among what is pending.
  func begin(_ plan: ExportPlan, _ manifest: ExportManifest) async throws -> ExportChange
}

/// The changes of one export. If it is abandoned, the next one begins where that is safe.
package struct ExportChange: Sendable {
  /// Writes an object of the revision with this number, which is exported.
  package let write: @Sendable (_ object: ExportedObject, _ revision: Int) async throws -> Void
  /// Ends the changes, when all objects are written: `state` is the object that says what is there, and `manifest` what is
  /// there. Returns what was to be removed and has stayed, since it has something that no export has written.
  package let finish:
    @Sendable (_ state: ExportedObject, _ manifest: ExportManifest) async throws -> [String]
}

extension PhotoLock {
  /// Runs `body` under the lock, whose errors become ones of exports.
  func withExportLock<Value: Sendable>(
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do { return try await withLock(body) } catch PhotoStorageError.file(let path, let reason) {
      throw ExportError.file(path: path, reason: reason)
    } catch PhotoStorageError.full(let path) {
      throw ExportError.file(path: path, reason: "the disk is full")
    }
  }
}

/// A bucket, or the part of one below a prefix, that clients read by plain requests.
///
/// Each object is replaced as a whole, and what it names is there before it. So every document can be followed, but an
/// exporter that is killed may leave some screens of one revision and some of the next, until another one completes it.
package struct BucketTarget: ExportTarget {
  private let client: BucketClient
  private let lock: any PhotoLock
  private let folder: String

  private static let manifestKey = "export-manifest.json"
  /// The most bytes of metadata that every service takes.
  private static let metadataLimit = 2_048
  /// How many objects are removed at a time.
  private static let removalWidth = 8

  /// - Parameters:
  ///   - lock: the lock of the bucket, which has to exclude all exporters of the database.
  ///   - folder: a local folder for files that are being sent.
  package init(_ client: BucketClient, lock: any PhotoLock, folder: String) {
    self.client = client
    self.lock = lock
    self.folder = folder
  }

  package var name: String { "\(client.address.location)" }

  package func withLock<Value: Sendable>(
    besideOthers: Bool, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await lock.withExportLock {
      if !besideOthers { try await requireOwn() }
      return try await body()
    }
  }

  /// Checks that an export is at the target, or nothing.
  private func requireOwn() async throws {
    let other = try await attempt {
      try await client.contains(Self.manifestKey) ? nil : try await client.firstKey()
    }
    if let other { throw ExportError.notAnExport(path: name, found: other) }
  }

  package func manifest() async throws -> ExportManifest? {
    let bytes = Mutex<[UInt8]>([])
    let isThere = try await attempt {
      try await client.get(Self.manifestKey) { piece in bytes.withLock { $0 += piece } }
    }
    guard isThere else { return nil }
    guard let manifest = ExportManifest(json: bytes.withLock { $0 }) else {
      throw ExportError.unreadableManifest(target: name)
    }
    return manifest
  }

  package func begin(_ plan: ExportPlan, _ manifest: ExportManifest) async throws -> ExportChange {
    if !plan.touched.isEmpty { try await put(manifest) }
    return ExportChange(
      write: { try await put($0, revision: $1) },
      finish: { state, manifest in
        try await put(state, revision: manifest.revision)
        try await plan.removed.sorted().forEachBounded(by: Self.removalWidth) {
          try await remove($0)
        }
        try await put(manifest)
        return []
      })
  }

  private func put(_ manifest: ExportManifest) async throws {
    let fields = [
      ExportedObject.Field("content-type", "application/json"),
      ExportedObject.Field("cache-control", "no-store"),
    ]
    try await put(manifest.json, as: Self.manifestKey, fields)
  }

  private func put(_ object: ExportedObject, revision: Int) async throws {
    let fields = object.fields + [ExportedObject.Field("x-tanada-revision", "\(revision)")]
    try await put(object.bytes, as: object.name.text, fields)
  }

  /// Stores an object. Services keep some fields of responses as they are, and the others by names of their own.
  private func put(
    _ bytes: [UInt8], as key: String, _ fields: [ExportedObject.Field]
  ) async throws {
    let own = try OpenFolder(at: folder)
    let file = "tanada-export-\(UUID.random().text)"
    try own.write(bytes, to: file)
    defer { try? own.remove(file) }
    let hash = SHA256.hash(data: bytes).hexadecimalText
    try await attempt {
      try await client.put(
        key, fileAt: "\(folder)/\(file)", byteCount: bytes.count, hash: hash,
        fields: Self.metadata(of: fields))
    }
  }

  /// The fields as services take them: some by their names, and the others as metadata. Metadata that would be too large
  /// lacks the keys for purging, which are the longest, and the least needed of what is cached for seconds.
  private static func metadata(
    of fields: [ExportedObject.Field]
  ) -> [(name: String, value: String)] {
    let own: Set = ["content-type", "content-encoding", "cache-control"]
    var rest = metadataLimit
    let others = fields.filter { !own.contains($0.name) }
    return fields.filter { own.contains($0.name) }.map { ($0.name, $0.value) }
      + (others.filter { $0.name != "xkey" } + others.filter { $0.name == "xkey" })
      .compactMap { field in
        let name = "x-amz-meta-\(field.name)"
        rest -= name.utf8.count + field.value.utf8.count
        return rest >= 0 ? (name, field.value) : nil
      }
  }

  private func remove(_ name: ObjectName) async throws {
    try await attempt { try await client.remove(name.text) }
  }

  /// Runs `body`, whose errors of requests become ones of exports.
  private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as BucketError {
      throw ExportError.bucket(error)
    }
  }
}
