package import Foundation

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
