import Foundation
import Glibc

/// The files of a tree, below one folder.
struct FolderFiles: Sendable {
  let root: String

  /// Writes a new file.
  func write(_ bytes: [UInt8], to name: ObjectName) throws {
    try Self.write(bytes, to: try location(of: name))
  }

  /// Takes the file called `name` over from another tree: as a second name of it, or as a copy where the file system knows
  /// no such names.
  func link(_ name: ObjectName, from tree: String) throws {
    let (old, new) = ("\(tree)/\(name)", try location(of: name))
    if Glibc.link(old, new) == 0 { return }
    do { try FileManager.default.copyItem(atPath: old, toPath: new) } catch {
      throw ExportError.file(path: old, reason: "cannot be copied")
    }
  }

  /// The path of a file, in a folder that exists.
  private func location(of name: ObjectName) throws -> String {
    let path = "\(root)/\(name)"
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    if access(folder, F_OK) != 0 { try Self.create(folder) }
    return path
  }

  /// Creates a folder, and those that it is in.
  static func create(_ path: String) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    } catch {
      throw ExportError.file(path: path, reason: "cannot be created")
    }
  }

  /// Writes a file, which everybody may read, and returns when its content outlives a power cut.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ExportError.last(at: path) }
    defer { close(descriptor) }
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ExportError.last(at: path) }
      start += count
    }
    guard fsync(descriptor) == 0 else { throw ExportError.last(at: path) }
  }

  /// The size of a file in bytes; `nil` if there is none.
  static func size(of path: String) -> Int? {
    var information = stat()
    return lstat(path, &information) == 0 ? Int(information.st_size) : nil
  }

  /// Returns when the folders of the tree outlive a power cut, with the names in them.
  func synchronizeFolders() throws {
    try Self.synchronize(folder: root)
    let all = FileManager.default.enumerator(atPath: root)
    while let name = all?.nextObject() as? String {
      if all?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory {
        try Self.synchronize(folder: "\(root)/\(name)")
      }
    }
  }

  /// Returns when the names in the folder at `path` outlive a power cut.
  static func synchronize(folder path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ExportError.last(at: path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw ExportError.last(at: path) }
  }
}

extension ExportError {
  /// The error of the last system call, from `errno`.
  static func last(at path: String) -> ExportError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }
}
