import FeedModel
import Foundation
import GRDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file of an open database, as it was when it was opened.
///
/// A connection goes on writing to a file that was deleted or moved away, and a new connection opens the
/// file that has taken its place. So the file is looked at before and after each transaction.
final class DatabaseFile: Sendable {
  /// The device and inode of a file, which identify it on this machine.
  private struct Identity: Hashable, Sendable {
    let device: dev_t
    let number: ino_t

    /// The identity of the file at `path`; `nil` if there is none.
    ///
    /// - Throws: ``StoreError/storageFailed(path:detail:)`` if it is not known whether there is one.
    init?(path: String) throws(StoreError) {
      var information = stat()
      guard stat(path, &information) == 0 else {
        let code = errno
        guard code == ENOENT || code == ENOTDIR else {
          throw .storageFailed(path: path, detail: String(cString: strerror(code)))
        }
        return nil
      }
      device = information.st_dev
      number = information.st_ino
    }
  }

  /// How long it is taken for granted that there is room, unless a transaction has failed.
  static let probeInterval = Duration.seconds(10)

  private let path: String
  private let identity: Identity
  private let clock: (any TimeSource)?
  /// The storage failure of the last transaction; `nil` if it was committed.
  private let lastFailure = Mutex<StoreError?>(nil)
  /// When the storage is probed although no transaction has failed; `nil` before the first time.
  private let nextProbe = Mutex<Uptime?>(nil)

  /// The file at `path`, which a connection has open.
  ///
  /// - Parameter clock: the time between probes of the storage; without one, it is probed after a failure only.
  init(path: String, clock: (any TimeSource)? = nil) throws(StoreError) {
    self.path = path
    self.clock = clock
    guard let identity = try Identity(path: path) else { throw .replaced(path: path) }
    self.identity = identity
  }

  /// Prepares the place of a database that is to be opened: a new file is readable by its owner only.
  ///
  /// - Throws: ``StoreError/emptied(path:)`` for an empty file beside which there are files that only a
  ///   database with content leaves: a write-ahead log, or the mark in the folder of its photos.
  static func prepare(at path: String) throws(StoreError) {
    OwnFile.createIfMissing(at: path)
    var information = stat()
    guard stat(path, &information) == 0, information.st_size == 0 else { return }
    let isEmptied = stat(path + "-wal", &information) == 0 && information.st_size > 0
    guard !isEmptied, access(path + "-photos/database", F_OK) != 0 else {
      throw .emptied(path: path)
    }
  }

  /// Refuses to go on with a file that is not in its place any more, or that cannot be looked at.
  func requireInPlace() throws(StoreError) {
    guard try Identity(path: path) == identity else { throw .replaced(path: path) }
  }

  /// Refuses to acknowledge a transaction that was committed to a file that is not in its place any more, or
  /// that cannot be looked at. Whether its changes last is known when the file is back.
  func requireInPlaceAfterCommit() throws(StoreError) {
    do { try requireInPlace() } catch { throw .commitUnknown(store: path) }
  }

  /// The size of the file, in bytes; `nil` if it is not there.
  var size: Int? { OwnFile.size(of: path) }

  /// Notes how a transaction ended: `nil` for one that was committed.
  func note(_ failure: StoreError?) {
    if let failure {
      guard failure.isOfStorage else { return }
      lastFailure.withLock { $0 = failure }
    } else {
      // A transaction that changes nothing is also committed on a storage that takes no writes.
      _ = knownFailure
    }
  }

  /// The failure that prevents writes; `nil` if none is known, and none is found.
  var failure: StoreError? { knownFailure ?? foundFailure() }

  private var knownFailure: StoreError? {
    do { try requireInPlace() } catch { return error }
    guard let failure = lastFailure.withLock({ $0 }) else { return nil }
    // There may be no write for a long time, so the storage is probed with a file of its own.
    guard OwnFile.errorOfWriting(beside: path, isSynchronized: true) == nil else { return failure }
    lastFailure.withLock { $0 = nil }
    return nil
  }

  /// Looks for a failure that no transaction has had yet, if it is time for that.
  private func foundFailure() -> StoreError? {
    guard let clock else { return nil }
    let isTime = nextProbe.withLock { next in
      guard next.map({ clock.uptime >= $0 }) ?? true else { return false }
      next = clock.uptime + Self.probeInterval
      return true
    }
    guard isTime, let code = OwnFile.errorOfWriting(beside: path, isSynchronized: false) else {
      return nil
    }
    let failure: StoreError? =
      switch code {
      case ENOSPC, EDQUOT: .diskFull(path: path)
      case EROFS: .readOnly(path: path)
      case EIO: .storageFailed(path: path, detail: String(cString: strerror(code)))
      // Such as a folder in which nobody makes files: those of the database are there.
      default: nil
      }
    if let failure { lastFailure.withLock { $0 = failure } }
    return failure
  }
}

/// The first bytes of a database file (SQLite file format, sections 1.3 and 1.6), which are checked
/// before SQLite opens it: opening it would turn another application's database into WAL mode.
extension DatabaseFile {
  private static let headerMagic = Data("SQLite format 3\0".utf8)
  /// The file header, and the header of the schema's root page after it.
  private static let headerSize = 108

  /// Refuses a file that is not a database of tanada. If the header does not show it, because the
  /// content is still in the write-ahead log or the file is empty, it is checked after opening.
  static func checkHeader(of path: String) throws(StoreError) {
    guard try OwnFile.isThere(path) else { return }
    var file: NamedFile
    do { file = try NamedFile(at: path) } catch { throw .cannotOpen(path: path) }
    defer { file.close() }
    guard let header = try? file.read(upToCount: headerSize), !header.isEmpty else { return }
    guard header.starts(with: headerMagic), header.count == headerSize else {
      throw .notADatabase(path: path)
    }

    // tanada marks its file before it makes the first table, so a file with a schema and no mark,
    // or another mark, belongs to another application.
    let applicationID = integer(in: header[68..<72])
    let hasSchema = integer(in: header[103..<105]) > 0
    if applicationID != Migration.applicationID, applicationID != 0 || hasSchema {
      throw .otherApplication(path: path)
    }
  }

  private static func integer(in bytes: Data) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The name of the file at `path` as SQLite is given it.
///
/// SQLite takes a name that begins with `file:` for an address, `:memory:` for a database in memory, and an empty name for
/// one that is deleted when it is closed. A path that begins with a folder has no such meaning, so `./` is put before names.
private func nameForSQLite(_ path: String) -> String {
  path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
}

extension DatabaseQueue {
  /// A connection to the file at `path`, whatever its name is.
  convenience init(file path: String, configuration: Configuration) throws {
    try self.init(path: nameForSQLite(path), configuration: configuration)
  }
}

extension DatabasePool {
  /// The connections to the file at `path`, whatever its name is.
  convenience init(file path: String, configuration: Configuration) throws {
    try self.init(path: nameForSQLite(path), configuration: configuration)
  }
}

/// Files that only their owner reads and writes: a database has unpublished content, and secrets.
enum OwnFile {
  private static let mode: mode_t = 0o600
  /// The size of the probe, in bytes: some pages of a database.
  private static let probeByteCount = 1 << 16

  /// Whether there is a file at `path`.
  ///
  /// - Throws: ``StoreError/notAFile(path:)`` for a folder, or what else has a name: reading it could wait for ever.
  static func isThere(_ path: String) throws(StoreError) -> Bool {
    var information = stat()
    guard stat(path, &information) == 0 else { return false }
    guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    return true
  }

  /// The size of the file at `path`, in bytes; `nil` if there is none.
  static func size(of path: String) -> Int? {
    var information = stat()
    return stat(path, &information) == 0 ? Int(information.st_size) : nil
  }

  /// Creates an empty file, in place of another one.
  static func create(at path: String) throws(StoreError) {
    unlink(path)
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .cannotOpen(path: path) }
    close(descriptor)
  }

  /// Creates an empty file unless there is one.
  static func createIfMissing(at path: String) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Writes a small file beside a database, and removes it.
  ///
  /// - Parameter isSynchronized: whether the disk has to have it.
  /// - Returns: the number of the error; `nil` if there is space, and the storage is writable.
  static func errorOfWriting(beside path: String, isSynchronized: Bool) -> Int32? {
    let probe = "\(path)-probe-\(getpid())"
    let descriptor = open(probe, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return errno }
    defer {
      close(descriptor)
      unlink(probe)
    }
    let bytes = [UInt8](repeating: 1, count: probeByteCount)
    let count = write(descriptor, bytes, bytes.count)
    // Less is written where there is no room for more.
    guard count == bytes.count else { return count < 0 ? errno : ENOSPC }
    return !isSynchronized || fsync(descriptor) == 0 ? nil : errno
  }

  /// Moves a file to `destination`, in place of another one, safe from a power cut.
  static func move(_ path: String, to destination: String) throws(StoreError) {
    try synchronize(path)
    guard rename(path, destination) == 0 else { throw .cannotOpen(path: destination) }
    try synchronize(folder(of: destination))
  }

  /// The folder that the file at `path` is in. Foundation's function for it crashes if the name has one letter.
  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func synchronize(_ path: String) throws(StoreError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw .failed(path: path, detail: String(cString: strerror(errno)))
    }
  }
}
