#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
