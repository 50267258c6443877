package import Foundation

/// A file that somebody named, which is written from its beginning to its end.
///
/// A regular one is replaced as a whole once the new one is complete, and keeps its owner and mode. What else can be
/// written to is (see ``NamedGoal``). One that is not finished leaves what was there.
package final class WrittenFile {
  /// Whether it is a terminal, which what is written may control.
  package let isTerminal: Bool
  private let handle: FileHandle
  /// The place of a regular file; `nil` for others, and once it is finished.
  private var place: String?

  /// Opens what is at `path`.
  ///
  /// - Parameter isInNamedFolder: whether somebody named the folder of the file, and not the file.
  package init(at path: String, isInNamedFolder: Bool = false) throws(FileRefusal) {
    let goal = isInNamedFolder ? try NamedGoal(inFolderAt: path) : try NamedGoal(at: path)
    switch goal {
    case .stream(let handle):
      (self.handle, place) = (handle, nil)
      isTerminal = isatty(handle.fileDescriptor) == 1
    case .file(let place):
      (handle, self.place) = (try Self.create(for: place), place)
      isTerminal = false
    }
  }

  deinit {
    if let place { unlink(Self.unfinished(place)) }
  }

  /// Writes further bytes.
  package func write(_ bytes: [UInt8]) throws(FileRefusal) {
    do { try handle.write(contentsOf: Data(bytes)) } catch { throw .failed(EIO) }
  }

  /// Puts a complete file to its place, where its content outlives a power cut.
  package func finish() throws(FileRefusal) {
    if let place {
      do { try handle.synchronize() } catch { throw .failed(EIO) }
      guard rename(Self.unfinished(place), place) == 0 else { throw .failed(errno) }
      self.place = nil
    }
    do { try handle.close() } catch { throw .failed(EIO) }
  }

  private static func unfinished(_ path: String) -> String { path + ".unfinished" }

  /// Creates an empty file beside `place`, in place of one that was not finished.
  private static func create(for place: String) throws(FileRefusal) -> FileHandle {
    let path = unfinished(place)
    if NamedGoal.type(of: path) == S_IFREG { unlink(path) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(errno) }
    var former = stat()
    if lstat(place, &former) == 0, former.st_mode & S_IFMT == S_IFREG {
      // Only root can give it to others.
      _ = fchown(descriptor, former.st_uid, former.st_gid)
      _ = fchmod(descriptor, former.st_mode & 0o777)
    }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

/// What is at a path that somebody named to be written to, as a shell finds it: no command puts a file in the place of
/// something else.
package enum NamedGoal: Sendable {
  /// A regular file, or nothing yet, where all symbolic links lead to.
  case file(path: String)
  /// A pipe or a device, open for writing; a pipe once somebody reads it. Also an open file of this process, such as
  /// that of `/dev/stdout`.
  case stream(FileHandle)

  /// Finds what is at `path`.
  ///
  /// - Throws: ``FileRefusal`` for a folder, or a socket.
  package init(at path: String) throws(FileRefusal) {
    var goal = path
    for _ in 0..<Self.linkLimit {
      if let number = Self.openFile(goal) {
        self = .stream(try Self.handle(of: fcntl(number, F_DUPFD_CLOEXEC, 0)))
        return
      }
      switch Self.type(of: goal) {
      case S_IFREG?, nil:
        self = .file(path: goal)
        return
      case S_IFDIR?: throw .folder
      case S_IFSOCK?: throw .socket
      case S_IFLNK?: goal = try Self.goal(ofLink: goal)
      default:
        self = .stream(try Self.handle(of: open(goal, O_WRONLY | O_NOCTTY | O_CLOEXEC)))
        return
      }
    }
    throw .failed(ELOOP)
  }

  /// The place of a file in a folder that somebody named. Nothing is written behind a link in it, which is replaced.
  ///
  /// - Throws: ``FileRefusal`` for everything but a regular file, a link, or nothing.
  package init(inFolderAt path: String) throws(FileRefusal) {
    switch Self.type(of: path) {
    case S_IFREG?, S_IFLNK?, nil: self = .file(path: path)
    case S_IFDIR?: throw .folder
    case S_IFSOCK?: throw .socket
    case S_IFIFO?: throw .pipe
    default: throw .device
    }
  }

  /// As many as Linux follows.
  private static let linkLimit = 40

  /// The number of the open file of this process that `path` names; `nil` for another name.
  static func openFile(_ path: String) -> Int32? {
    if let number = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].firstIndex(of: path) {
      return Int32(number)
    }
    let folder = ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix)
    return folder.flatMap { Int32(path.dropFirst($0.count)) }
  }

  /// What is at `path` itself; `nil` for nothing.
  static func type(of path: String) -> mode_t? {
    var information = stat()
    return lstat(path, &information) == 0 ? information.st_mode & S_IFMT : nil
  }

  private static func goal(ofLink path: String) throws(FileRefusal) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count >= 0 else { throw .failed(errno) }
    let goal = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !goal.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return goal }
    return path[...slash] + goal
  }

  private static func handle(of descriptor: Int32) throws(FileRefusal) -> FileHandle {
    guard descriptor >= 0 else { throw .failed(errno) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
