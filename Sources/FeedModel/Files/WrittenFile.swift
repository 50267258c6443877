import Foundation

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
