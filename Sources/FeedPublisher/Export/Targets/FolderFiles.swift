import Foundation
import Glibc

/// The files of a tree, below one folder. Its functions throw ``ExportError``.
struct FolderFiles: Sendable {
  let root: OpenFolder

  /// Writes a new file.
  func write(_ bytes: [UInt8], to name: ObjectName) throws {
    var walk = Walk(root)
    guard let folder = try walk.folder(of: name, creating: true) else {
      throw ExportError.file(path: "\(root.path)/\(name)", reason: "is not in a folder")
    }
    try folder.write(bytes, to: name.last)
  }

  /// Takes files over from another tree: as second names of them, or as copies.
  func link(_ names: some Sequence<ObjectName>, from other: FolderFiles) throws {
    var (old, new) = (Walk(other.root), Walk(root))
    for name in names.sorted() {
      guard let source = try old.folder(of: name),
        let folder = try new.folder(of: name, creating: true)
      else {
        throw ExportError.file(path: "\(other.root.path)/\(name)", reason: "cannot be copied")
      }
      try folder.link(name.last, from: source)
    }
  }

  /// Those of the names at which there is no file of the size that its entry has.
  func changed(among entries: [ObjectName: ExportManifest.Entry]) throws -> [ObjectName] {
    var walk = Walk(root)
    return try entries.keys.sorted().filter { name in
      try walk.folder(of: name)?.entry(name.last)
        != entries[name].map { .file(byteCount: $0.byteCount) }
    }
  }

  /// Removes the files with these names, and the folders that are empty then. What is not a file, and what else is there,
  /// stays.
  func remove(_ names: some Sequence<ObjectName>) throws {
    var walk = Walk(root)
    var folders: Set<[Substring]> = []
    for name in names.sorted() {
      guard let folder = try walk.folder(of: name) else { continue }
      if case .file? = folder.entry(name.last) { try folder.remove(name.last) }
      var parts = name.folders
      while !parts.isEmpty, folders.insert(Array(parts)).inserted { parts.removeLast() }
    }
    for parts in folders.sorted(by: { $0.count > $1.count }) {
      let parent = try walk.folder(parts.dropLast())
      _ = parent?.removeFolder(String(parts[parts.count - 1]))
    }
  }

  /// Returns when the folders of the tree outlive a power cut, with the names in them.
  func synchronizeFolders() throws {
    try root.synchronize()
    for name in try root.names() where root.entry(name) == .folder {
      if let folder = try root.folder(name) { try FolderFiles(root: folder).synchronizeFolders() }
    }
  }

  /// A way through the folders of a tree, which keeps the last one open.
  private struct Walk {
    private let root: OpenFolder
    private var last: (parts: [Substring], folder: OpenFolder)?

    init(_ root: OpenFolder) { self.root = root }

    /// The folder that a file is in; `nil` if there is none, or a link in its place.
    mutating func folder(
      of name: ObjectName, creating creates: Bool = false
    ) throws -> OpenFolder? {
      try folder(name.folders[...], creating: creates)
    }

    mutating func folder(
      _ parts: ArraySlice<Substring>, creating creates: Bool = false
    ) throws -> OpenFolder? {
      if let last, last.parts[...] == parts { return last.folder }
      var folder = root
      for part in parts {
        guard let next = try folder.folder(String(part), creating: creates) else { return nil }
        folder = next
      }
      last = (Array(parts), folder)
      return folder
    }
  }
}

extension ObjectName {
  /// The folders that it is in, from the outermost one on.
  fileprivate var folders: [Substring] { Array(text.split(separator: "/").dropLast()) }

  /// The name in its folder.
  fileprivate var last: String { text.split(separator: "/").last.map(String.init) ?? text }
}

/// A folder that is open. What it has is found below it by names, and never behind a symbolic link: whoever moves or
/// replaces a folder on the way leads nowhere else. Its functions throw ``ExportError``.
final class OpenFolder: Sendable {
  /// What has a name in a folder.
  enum Entry: Equatable {
    case folder
    /// A regular file of so many bytes.
    case file(byteCount: Int)
    case link
    case other
  }

  /// Where it is, for messages.
  let path: String
  private let descriptor: Int32

  private init(_ descriptor: Int32, path: String) {
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Opens the folder at `path`, which may be behind links: somebody has named it.
  convenience init(at path: String) throws {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ExportError.last(at: path) }
    self.init(descriptor, path: path)
  }

  /// The folder called `name`; `nil` if there is none, or something else.
  ///
  /// - Parameter creates: whether it is created unless it is there.
  func folder(_ name: String, creating creates: Bool = false) throws -> OpenFolder? {
    if creates, mkdirat(descriptor, name, 0o755) != 0, errno != EEXIST {
      throw ExportError.last(at: "\(path)/\(name)")
    }
    let opened = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else {
      if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
      throw ExportError.last(at: "\(path)/\(name)")
    }
    return OpenFolder(opened, path: "\(path)/\(name)")
  }

  /// What is called `name`; `nil` for nothing.
  func entry(_ name: String) -> Entry? {
    var information = stat()
    guard fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return switch information.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG: .file(byteCount: Int(information.st_size))
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The names of all that is in it, in their order.
  func names() throws -> [String] {
    let opened = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0, let list = fdopendir(opened) else { throw ExportError.last(at: path) }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The bytes of the file called `name`; `nil` if there is none, or it cannot be read.
  func read(_ name: String) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    guard case .file? = entry(name), let data = try? handle.readToEnd() ?? Data() else {
      return nil
    }
    return Array(data)
  }

  /// Writes a new file, which everybody may read, and returns when its content outlives a power cut.
  ///
  /// - Throws: ``ExportError``, also where something has its name.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = openat(
      descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw ExportError.last(at: "\(path)/\(name)") }
    defer { close(file) }
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ExportError.last(at: "\(path)/\(name)") }
      start += count
    }
    guard fsync(file) == 0 else { throw ExportError.last(at: "\(path)/\(name)") }
  }

  /// Gives the file called `name` of another folder a second name here; copies it where the file system knows no such
  /// names.
  func link(_ name: String, from other: OpenFolder) throws {
    if linkat(other.descriptor, name, descriptor, name, 0) == 0 { return }
    guard let bytes = other.read(name) else {
      throw ExportError.file(path: "\(other.path)/\(name)", reason: "cannot be copied")
    }
    try write(bytes, to: name)
  }

  /// Where the link called `name` leads; `nil` if there is none.
  func goal(ofLink name: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(descriptor, name, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a link called `name` that leads to `goal`.
  func makeLink(_ name: String, to goal: String) throws {
    guard symlinkat(goal, descriptor, name) == 0 else {
      throw ExportError.last(at: "\(path)/\(name)")
    }
  }

  /// Calls what is called `name` otherwise, in place of what has that name, in one step.
  func rename(_ name: String, to other: String) throws {
    guard renameat(descriptor, name, descriptor, other) == 0 else {
      throw ExportError.last(at: "\(path)/\(other)")
    }
  }

  /// Removes the file or link called `name`, and nothing that it leads to.
  ///
  /// - Throws: ``ExportError``, but not if there is none.
  func remove(_ name: String) throws {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw ExportError.last(at: "\(path)/\(name)")
    }
  }

  /// Removes the folder called `name` if it is empty.
  ///
  /// - Returns: whether there is none any more.
  func removeFolder(_ name: String) -> Bool {
    unlinkat(descriptor, name, AT_REMOVEDIR) == 0 || errno == ENOENT
  }

  /// Returns when the names in it outlive a power cut.
  func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw ExportError.last(at: path) }
  }
}

extension ExportError {
  /// The error of the last system call, from `errno`.
  static func last(at path: String) -> ExportError {
    .file(path: path, reason: String(cString: strerror(errno)))
  }
}
