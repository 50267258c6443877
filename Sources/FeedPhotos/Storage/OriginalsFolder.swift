import FeedModel
import FeedStore
import Foundation
import Glibc
import Synchronization

/// A cache of the files of photos that are stored elsewhere, with a maximum size in bytes. Several processes may use one
/// folder: a file is fetched once for all of them, and stays while one of them uses it.
///
/// `0f/0f3a…` has the file of the photo `0f3a…`, and the time of its last use as that of its last change; `locks` has
/// files by which processes wait for each other.
final class OriginalsFolder: Sendable {
  /// How long a file may take, from when it is asked for, with the wait for its turn.
  static let timeout = Duration.seconds(30)
  /// The most files that are fetched at a time: each takes two open files, and threads.
  static let fetchLimit = 16
  /// The most files that wait for their turn; further ones are refused.
  private static let waitingLimit = 256

  private let path: String
  private let maximumByteCount: Int
  private let clock: any TimeSource
  private let turns = TurnQueue<Never?>(running: fetchLimit, waiting: waitingLimit)
  private let state = Mutex(State())

  private struct State {
    /// Files that are being fetched in this process.
    var inProgress: [PhotoID: Task<PhotoFile?, any Error>] = [:]
    /// The bytes that were added since the size of the folder was last measured.
    var addedByteCount = Int.max
  }

  /// The folder at `path`, which is created when it is needed, in one that is there.
  ///
  /// - Parameter clock: measures how long a file takes.
  init(path: String, maximumByteCount: Int, clock: any TimeSource) {
    self.path = path
    self.maximumByteCount = maximumByteCount
    self.clock = clock
  }

  /// The file of photo `id`, if it is here.
  func presentFile(of id: PhotoID) -> PhotoFile? { PhotoFile(lockedAt: location(of: id)) }

  /// The file of photo `id`, which is fetched unless somebody has done so meanwhile.
  ///
  /// - Parameters:
  ///   - lateness: thrown after ``timeout``.
  ///   - fetch: a file with the content of the photo; `nil` if there is none. It is called by one task of one process at a
  ///     time for each photo.
  /// - Throws: what `fetch` throws, `lateness`, ``PhotoStorageError``, or `TurnQueue.Full`.
  func fetchedFile(
    of id: PhotoID, orThrowing lateness: BucketError,
    fetching fetch: @escaping @Sendable () async throws -> IncomingFile?
  ) async throws -> PhotoFile? {
    let task = state.withLock { state in
      if let task = state.inProgress[id] { return task }
      // Many may wait for it, so that it does not end with one of them.
      let task = Task {
        defer { self.state.withLock { _ = $0.inProgress.removeValue(forKey: id) } }
        return try await self.clock.limiting(to: Self.timeout, orThrowing: lateness) {
          try await self.turns.run(for: nil) { try await self.fetched(id, fetch) }
        }
      }
      state.inProgress[id] = task
      return task
    }
    return try await task.value
  }

  private func fetched(
    _ id: PhotoID, _ fetch: @Sendable () async throws -> IncomingFile?
  ) async throws -> PhotoFile? {
    try LocalFolder(path: path).createWithParent()
    try LocalFolder.create(path + "/locks")
    // One lock for every 256th photo: the files of locks are few, and stay.
    let lock = FileLock(path: "\(path)/locks/\(id.description.prefix(2))")
    return try await lock.withLock {
      if let file = self.presentFile(of: id) { return file }
      guard let fetched = try await fetch() else { return nil }
      return try self.add(fetched, as: id)
    }
  }

  /// Moves `file` into the folder, as that of photo `id`.
  ///
  /// - Returns: the file; `nil` if it is gone already.
  @discardableResult
  func add(_ file: IncomingFile, as id: PhotoID) throws(PhotoStorageError) -> PhotoFile? {
    let location = location(of: id)
    try LocalFolder(path: path).createWithParent()
    try LocalFolder.create("\(path)/\(id.description.prefix(2))")
    try file.move(to: location)
    let added = PhotoFile(lockedAt: location)
    let mustShrink = state.withLock { state in
      state.addedByteCount = min(state.addedByteCount, Int.max - file.byteCount) + file.byteCount
      // Measuring takes the time of reading the folder.
      guard state.addedByteCount > maximumByteCount / 32 else { return false }
      state.addedByteCount = 0
      return true
    }
    if mustShrink { shrink() }
    return added
  }

  /// Removes the file of photo `id`, if it is there and nobody uses it.
  func remove(_ id: PhotoID) { _ = PhotoFile.removeUnused(location(of: id)) }

  private func location(of id: PhotoID) -> String { "\(path)/\(id.description.prefix(2))/\(id)" }

  /// Removes files that nobody uses, the least recently used first, until the others are within the bound.
  private func shrink() {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let present = FileManager.default.enumerator(
      at: URL(fileURLWithPath: path), includingPropertiesForKeys: Array(keys))
    var files: [(path: String, size: Int, used: Date)] = []
    while let url = present?.nextObject() as? URL {
      guard PhotoID(url.lastPathComponent) != nil,
        let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize,
        let used = values.contentModificationDate
      else { continue }
      files.append((url.path, size, used))
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.used < $1.used }) where total > maximumByteCount {
      if PhotoFile.removeUnused(file.path) { total -= file.size }
    }
  }
}

/// A local file with the content of a photo, which stays where it is until this is released.
package final class PhotoFile: Sendable {
  package let path: String
  /// The open file that is locked; `nil` for one that nobody moves away.
  private let descriptor: Int32?

  /// The file at `path`, which is not locked.
  package init(path: String) {
    self.path = path
    descriptor = nil
  }

  /// The file at `path`, locked against its removal from a cache; `nil` if there is none.
  init?(lockedAt path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    self.path = path
    self.descriptor = descriptor
    // The other side removes it within microseconds, if it is about to.
    while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_nlink > 0 else { return nil }
    // The time of the last use, by which a cache chooses what leaves.
    futimens(descriptor, nil)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Removes the file at `path`, unless somebody uses it.
  ///
  /// - Returns: whether it was removed.
  static func removeUnused(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && unlink(path) == 0
  }
}
