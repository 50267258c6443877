package import Foundation

/// Why a file that somebody named is neither read nor written.
package enum FileRefusal: Error, Hashable, Sendable {
  case missing
  case folder
  /// A pipe that nobody writes to: to wait for somebody could last for ever.
  case idlePipe
  /// A pipe in place of a file that is to be written.
  case pipe
  /// A socket in place of a file that is to be written.
  case socket
  /// A device, or a socket that is to be read.
  case device
  /// The system refuses it, by the number of its error.
  case failed(Int32)
}

extension FileRefusal: CustomStringConvertible {
  /// What follows the name of the file in a sentence.
  package var description: String {
    switch self {
    case .missing: "no such file"
    case .folder: "is a folder; expected a file"
    case .idlePipe: "is a pipe that nobody writes to; expected a file"
    case .pipe: "is a pipe; expected a file"
    case .socket: "is a socket; expected a file"
    case .device: "is a device; expected a file"
    case .failed(let number): "cannot be read: \(String(cString: strerror(number)))"
    }
  }
}

/// A file that somebody named, open for reading from its beginning to its end.
///
/// It is opened without waiting. It is a regular one, or a pipe that somebody writes to, such as that of another program
/// (`<(…)` in a shell); a name of an open file of this process, such as `/dev/stdin`, may be of anything with an end.
package struct NamedFile: Sendable {
  /// Whether it is a regular file, which can be read at any place.
  package let isRegular: Bool
  private let handle: FileHandle
  /// What was read of a pipe to know whether somebody writes to it.
  private var beginning: Data

  /// Opens the file at `path`.
  package init(at path: String) throws(FileRefusal) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.refusal(errno) }
    do {
      (isRegular, beginning) = try Self.check(
        descriptor, isOpenFile: NamedGoal.openFile(path) != nil)
    } catch {
      closeDescriptor(descriptor)
      throw error
    }
    // From here on, the next bytes of a pipe are waited for.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// All bytes of the file at `path`.
  package static func contents(of path: String) throws(FileRefusal) -> Data {
    var file = try NamedFile(at: path)
    defer { file.close() }
    return try file.readToEnd()
  }

  /// The next bytes, up to `count`; none at the end.
  package mutating func read(upToCount count: Int) throws(FileRefusal) -> Data {
    if !beginning.isEmpty {
      defer { beginning = Data() }
      return beginning
    }
    do { return try handle.read(upToCount: count) ?? Data() } catch { throw .failed(EIO) }
  }

  /// All that is left.
  package mutating func readToEnd() throws(FileRefusal) -> Data {
    defer { beginning = Data() }
    do { return beginning + (try handle.readToEnd() ?? Data()) } catch { throw .failed(EIO) }
  }

  /// The first bytes and the last ones of a regular file, up to `count` of each.
  package func ends(of count: Int) throws -> (beginning: Data, end: Data) {
    let beginning = try handle.read(upToCount: count) ?? Data()
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: size > count ? size - UInt64(count) : 0)
    return (beginning, try handle.read(upToCount: count) ?? Data())
  }

  /// Closes the file, which is not read any more.
  package func close() { try? handle.close() }

  // MARK: - Opening

  private static func refusal(_ number: Int32) -> FileRefusal {
    switch number {
    case ENOENT, ENOTDIR: .missing
    // As opening a socket, or a device without a driver.
    case ENXIO, ENODEV: .device
    default: .failed(number)
    }
  }

  /// Refuses an open file that has no end, or none that can be waited for.
  ///
  /// - Returns: whether it is a regular one, and what was read of another one.
  private static func check(
    _ descriptor: Int32, isOpenFile: Bool
  ) throws(FileRefusal) -> (isRegular: Bool, beginning: Data) {
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw refusal(errno) }
    switch information.st_mode & S_IFMT {
    case S_IFREG: return (true, Data())
    case S_IFDIR: throw .folder
    case _ where isOpenFile: return (false, Data())
    case S_IFIFO:
      var byte: UInt8 = 0
      let count = readByte(descriptor, &byte)
      if count > 0 { return (false, Data([byte])) }
      // Nothing yet, as somebody is about to write.
      guard count < 0, errno == EAGAIN else { throw .idlePipe }
      return (false, Data())
    default: throw .device
    }
  }
}

// Calls of the system, whose names are those of methods in the type.

private func readByte(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
  read(descriptor, &byte, 1)
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
