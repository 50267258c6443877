package import FeedPhotos
import Foundation

/// A folder with exports, each a tree of files. The link `current` leads to the one that is served, and is replaced in one
/// step: readers see one revision, whole, whenever an exporter is killed.
///
/// ```
/// current → trees/7-1f0c9a3d
/// trees/7-1f0c9a3d/v1/feeds/home/_/width=390.json
/// trees/7-1f0c9a3d.json                             the manifest, with the fields of responses
/// trees/6-90b1e4c2/…                                the tree before, for readers who have begun there
/// ```
///
/// Files that stay the same are hard links to those of the tree before. A manifest is there before its tree, and names
/// everything that may be in it: only that is ever removed, and nothing is looked for behind a link.
package struct FolderTarget: ExportTarget {
  package let path: String
  private let fileLock: any PhotoLock
  private let makeID: @Sendable () -> String

  private static let link = "current"
  private static let trees = "trees"
  private static let newLink = ".current"
  private static let lock = ".lock"

  /// - Parameters:
  ///   - path: the folder, which is created when it is needed.
  ///   - lock: what excludes other exporters; by default the file `.lock` in the folder.
  ///   - makeID: makes names that no tree of the same revision has.
  package init(
    path: String, lock: (any PhotoLock)? = nil, makeID: @escaping @Sendable () -> String
  ) {
    self.path = path
    fileLock = lock ?? FileLock(path: "\(path)/\(Self.lock)")
    self.makeID = makeID
  }

  package var name: String { path }

  package func withLock<Value: Sendable>(
    besideOthers: Bool, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    } catch {
      throw ExportError.file(path: path, reason: "cannot be created")
    }
    let root = try OpenFolder(at: path)
    try requireLockable(root, besideOthers: besideOthers)
    return try await fileLock.withExportLock {
      // Until now, another exporter may have renamed and removed things.
      try requireOwn(root, besideOthers: besideOthers)
      return try await body()
    }
  }

  // MARK: What others have made

  /// Checks that the file of the lock may be made, or is there: an exporter that has it may be at work.
  ///
  /// - Throws: ``ExportError/notAnExport(path:found:)``
  private func requireLockable(_ root: OpenFolder, besideOthers: Bool) throws {
    if root.entry(Self.lock) == nil {
      // Nobody is at work here, unless somebody begins meanwhile.
      do { return try requireOwn(root, besideOthers: besideOthers, isLocked: false) } catch {
        guard root.entry(Self.lock) != nil else { throw error }
      }
    }
    guard case .file? = root.entry(Self.lock) else {
      throw ExportError.notAnExport(path: path, found: Self.lock)
    }
  }

  /// Checks that exports have made what is in the folder.
  ///
  /// - Parameters:
  ///   - besideOthers: whether there may be other things, which stay.
  ///   - isLocked: whether the folder has a lock, as each that an exporter was in.
  /// - Throws: ``ExportError``, also for something else that has the name of a part of exports.
  private func requireOwn(_ root: OpenFolder, besideOthers: Bool, isLocked: Bool = true) throws {
    for name in try root.names() {
      switch name {
      case Self.link, Self.newLink:
        _ = try tree(ofLink: name, in: root)
      case Self.lock:
        guard case .file? = root.entry(name) else {
          throw ExportError.notAnExport(path: path, found: name)
        }
      case Self.trees:
        guard let trees = try root.folder(name) else {
          throw ExportError.notAnExport(path: path, found: name)
        }
        let others = try trees.names().filter { !isOwn($0, in: trees, isLocked: isLocked) }
        if !besideOthers, let other = others.first {
          throw ExportError.notAnExport(path: path, found: "\(name)/\(other)")
        }
      case "lost+found":
        // File systems have a folder of their own at their root.
        break
      default:
        guard besideOthers else { throw ExportError.notAnExport(path: path, found: name) }
      }
    }
  }

  /// Whether an export has made what is called `name`: a tree, or its manifest.
  private func isOwn(_ name: String, in trees: OpenFolder, isLocked: Bool) -> Bool {
    guard let (tree, part) = TreePart.parsed(name) else { return false }
    switch (part, trees.entry(name)) {
    case (.manifest, .file?), (.newManifest, .file?): return true
    // A former version wrote the manifest last: one that was killed has left a tree without it.
    case (.tree, .folder?):
      if isLocked { return true }
      guard case .file? = trees.entry(tree + TreePart.manifestEnding) else { return false }
      return true
    default: return false
    }
  }

  // MARK: Trees

  package func manifest() async throws -> ExportManifest? {
    let root = try OpenFolder(at: path)
    guard let tree = try currentTree(root) else { return nil }
    guard let trees = try root.folder(Self.trees), let folder = try trees.folder(tree),
      var manifest = Self.manifest(of: tree, in: trees)
    else { throw ExportError.unreadableManifest(target: name) }
    // A file that somebody has changed or removed is written again.
    for name in try FolderFiles(root: folder).changed(among: manifest.entries) {
      manifest.entries[name] = nil
    }
    return manifest
  }

  private static func manifest(of tree: String, in trees: OpenFolder) -> ExportManifest? {
    trees.read(tree + TreePart.manifestEnding).flatMap { ExportManifest(json: $0) }
  }

  package func begin(_ plan: ExportPlan, _ manifest: ExportManifest) async throws -> ExportChange {
    let root = try OpenFolder(at: path)
    let former = try currentTree(root)
    guard let trees = try root.folder(Self.trees, creating: true) else {
      throw ExportError.notAnExport(path: path, found: Self.trees)
    }
    _ = try Self.removeTrees(in: trees, but: Set([former].compactMap(\.self)))
    let tree = "\(manifest.revision)-\(makeID())"
    // What may be in a tree is known before anything is.
    try Self.write(manifest, of: tree, in: trees)
    try trees.synchronize()
    guard let folder = try trees.folder(tree, creating: true) else {
      throw ExportError.notAnExport(path: path, found: "\(Self.trees)/\(tree)")
    }
    let files = FolderFiles(root: folder)
    if let former, let old = try trees.folder(former) {
      try files.link(plan.staying.keys, from: FolderFiles(root: old))
    }
    return ExportChange(
      write: { object, _ in try files.write(object.bytes, to: object.name) },
      finish: { state, manifest in
        try files.write(state.bytes, to: state.name)
        try Self.write(manifest, of: tree, in: trees)
        try files.synchronizeFolders()
        try trees.synchronize()
        try Self.serve(tree, in: root)
        return try Self.removeTrees(in: trees, but: Set([tree, former].compactMap(\.self)))
      })
  }

  /// The name of the tree that is served; `nil` if there is none.
  private func currentTree(_ root: OpenFolder) throws -> String? {
    try tree(ofLink: Self.link, in: root)
  }

  /// The name of the tree that a link leads to; `nil` if there is none.
  ///
  /// - Throws: ``ExportError/notAnExport(path:found:)`` for what no export has made, such as a link to something else.
  private func tree(ofLink name: String, in root: OpenFolder) throws -> String? {
    guard let entry = root.entry(name) else { return nil }
    guard entry == .link, let goal = root.goal(ofLink: name) else {
      throw ExportError.notAnExport(path: path, found: name)
    }
    let parts = goal.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == Self.trees, TreePart.isTree(parts[1]) else {
      throw ExportError.notAnExport(path: path, found: "\(name) → \(goal)")
    }
    return String(parts[1])
  }

  /// Writes the manifest of a tree in one step.
  private static func write(
    _ manifest: ExportManifest, of tree: String, in trees: OpenFolder
  ) throws {
    let new = tree + TreePart.newEnding
    try trees.remove(new)
    try trees.write(manifest.json, to: new)
    try trees.rename(new, to: tree + TreePart.manifestEnding)
  }

  /// Serves `tree` from now on, all of which outlives a power cut.
  private static func serve(_ tree: String, in root: OpenFolder) throws {
    try root.remove(newLink)
    try root.makeLink(newLink, to: "\(trees)/\(tree)")
    try root.rename(newLink, to: link)
    try root.synchronize()
  }

  /// Removes what the manifests of trees name, but of those that are `kept`, and manifests that were not written to
  /// their end.
  ///
  /// - Returns: the trees in which something else is, and those whose manifests are missing or cannot be read.
  private static func removeTrees(in trees: OpenFolder, but kept: Set<String>) throws -> [String] {
    var left: [String] = []
    for name in try trees.names() {
      guard let (tree, part) = TreePart.parsed(name), !kept.contains(tree) || part == .newManifest
      else { continue }
      switch (part, trees.entry(name)) {
      case (.newManifest, .file?):
        try trees.remove(name)
      case (.manifest, .file?):
        if try !removeTree(tree, in: trees) { left.append("\(trees.path)/\(tree)") }
      case (.tree, .folder?) where trees.entry(tree + TreePart.manifestEnding) == nil:
        left.append("\(trees.path)/\(tree)")
      default: break
      }
    }
    return left
  }

  /// Removes what the manifest of a tree names, and then itself.
  ///
  /// - Returns: whether nothing is left.
  private static func removeTree(_ tree: String, in trees: OpenFolder) throws -> Bool {
    guard let manifest = manifest(of: tree, in: trees) else { return false }
    if let folder = try trees.folder(tree) {
      try FolderFiles(root: folder).remove(
        Set(manifest.entries.keys).union(manifest.pending).union([.state]))
    }
    // The manifest is needed as long as something is left.
    guard trees.removeFolder(tree) else { return false }
    try trees.remove(tree + TreePart.manifestEnding)
    return true
  }
}

/// A part of an export, which is called by the name of a tree: the revision, and an id.
private enum TreePart {
  case tree, manifest, newManifest

  static let manifestEnding = ".json"
  /// That of a manifest that is being written.
  static let newEnding = ".json.new"

  /// The tree that `name` is of, and what of it; `nil` for all other names.
  static func parsed(_ name: String) -> (tree: String, part: TreePart)? {
    let (tree, part): (Substring, TreePart) =
      if name.hasSuffix(newEnding) {
        (name.dropLast(newEnding.utf8.count), .newManifest)
      } else if name.hasSuffix(manifestEnding) {
        (name.dropLast(manifestEnding.utf8.count), .manifest)
      } else {
        (name[...], .tree)
      }
    return isTree(tree) ? (String(tree), part) : nil
  }

  static func isTree(_ name: Substring) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
      }
  }
}
