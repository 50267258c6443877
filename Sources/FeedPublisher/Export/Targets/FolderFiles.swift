import Glibc

/// The files of a tree, below one folder.
struct FolderFiles: Sendable {
  let root: OpenFolder

  /// Writes a new file.
  ///
  /// - Throws: ``ExportError``.
  func write(_ bytes: [UInt8], to name: ObjectName) throws {
    var walk = Walk(root)
    guard let folder = try walk.folder(of: name, creating: true) else {
      throw ExportError.file(path: "\(root.path)/\(name)", reason: "is not in a folder")
    }
    try folder.write(bytes, to: name.last)
  }

  /// Takes files over from another tree: as second names of them, or as copies.
  ///
  /// - Throws: ``ExportError``.
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
  ///
  /// - Throws: ``ExportError``.
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
  ///
  /// - Throws: ``ExportError``.
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
