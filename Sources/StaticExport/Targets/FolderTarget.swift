import FeedPhotos
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
  private let makeID: @Sendable () -> String

  fileprivate static let link = "current"
  fileprivate static let trees = "trees"
  private static let newLink = ".current"
  private static let lock = ".lock"

  /// - Parameters:
  ///   - path: the folder, which is created when it is needed.
  ///   - makeID: makes names that no tree of the same revision has.
  package init(path: String, makeID: @escaping @Sendable () -> String) {
    self.path = path
    self.makeID = makeID
  }

  package var name: String { path }

  package func withLock<Value: Sendable>(
    replacing replaces: Bool, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    } catch {
      throw ExportError.file(path: path, reason: "cannot be created")
    }
    try requireOwn(try OpenFolder(at: path), besides: replaces)
    do {
      return try await FileLock(path: "\(path)/\(Self.lock)").withLock(body)
    } catch PhotoStorageError.file(let path, let reason) {
      throw ExportError.file(path: path, reason: reason)
    } catch PhotoStorageError.full(let path) {
      throw ExportError.file(path: path, reason: "the disk is full")
    }
  }

  /// Checks that exports have made what is in the folder.
  ///
  /// - Parameter hasOthers: whether there may be other things, which stay.
  /// - Throws: ``ExportError``, also for something else that has the name of a part of exports.
  private func requireOwn(_ root: OpenFolder, besides hasOthers: Bool) throws {
    for name in try root.names() {
      let entry = root.entry(name)
      switch name {
      case Self.link, Self.newLink:
        guard entry == .link else { throw ExportError.notAnExport(path: path, found: name) }
      case Self.lock:
        guard case .file? = entry else { throw ExportError.notAnExport(path: path, found: name) }
      case Self.trees:
        guard let trees = try root.folder(name) else {
          throw ExportError.notAnExport(path: path, found: name)
        }
        let others = try trees.names().filter { !isOwn($0, in: trees) }
        if !hasOthers, let other = others.first {
          throw ExportError.notAnExport(path: path, found: "\(name)/\(other)")
        }
      case "lost+found":
        // File systems have a folder of their own at their root.
        break
      default:
        guard hasOthers else { throw ExportError.notAnExport(path: path, found: name) }
      }
    }
  }

  /// Whether an export has made what is called `name`: a tree, or its manifest.
  private func isOwn(_ name: String, in trees: OpenFolder) -> Bool {
    for ending in [TreeName.manifestEnding, TreeName.newEnding] where name.hasSuffix(ending) {
      guard TreeName.isValid(name.dropLast(ending.utf8.count)), case .file? = trees.entry(name)
      else { return false }
      return true
    }
    guard TreeName.isValid(name[...]), trees.entry(name) == .folder,
      case .file? = trees.entry(name + TreeName.manifestEnding)
    else { return false }
    return true
  }

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
    trees.read(tree + TreeName.manifestEnding).flatMap { ExportManifest(json: $0) }
  }

  package func begin(
    _ plan: ExportPlan, _ manifest: ExportManifest
  ) async throws -> any ExportChange {
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
    return FolderChange(root: root, trees: trees, tree: tree, former: former, files: files)
  }

  /// The name of the tree that is served; `nil` if there is none.
  private func currentTree(_ root: OpenFolder) throws -> String? {
    guard let entry = root.entry(Self.link) else { return nil }
    guard entry == .link, let goal = root.goal(ofLink: Self.link) else {
      throw ExportError.notAnExport(path: path, found: Self.link)
    }
    let parts = goal.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == Self.trees, TreeName.isValid(parts[1]) else {
      throw ExportError.notAnExport(path: path, found: "\(Self.link) → \(goal)")
    }
    return String(parts[1])
  }

  /// Writes the manifest of a tree in one step.
  fileprivate static func write(
    _ manifest: ExportManifest, of tree: String, in trees: OpenFolder
  ) throws {
    let new = tree + TreeName.newEnding
    try trees.remove(new)
    try trees.write(manifest.json, to: new)
    try trees.rename(new, to: tree + TreeName.manifestEnding)
  }

  /// Serves `tree` from now on, all of which outlives a power cut.
  fileprivate static func serve(_ tree: String, in root: OpenFolder) throws {
    try root.remove(newLink)
    try root.makeLink(newLink, to: "\(trees)/\(tree)")
    try root.rename(newLink, to: link)
    try root.synchronize()
  }

  /// Removes what the manifests of trees name, but of those that are `kept`.
  ///
  /// - Returns: the trees in which something else is, and those whose manifests cannot be read.
  fileprivate static func removeTrees(
    in trees: OpenFolder, but kept: Set<String>
  ) throws -> [String] {
    var left: [String] = []
    for name in try trees.names() {
      guard name.hasSuffix(TreeName.manifestEnding),
        case let tree = String(name.dropLast(TreeName.manifestEnding.utf8.count)),
        TreeName.isValid(tree[...]), !kept.contains(tree)
      else { continue }
      guard let manifest = manifest(of: tree, in: trees) else {
        left.append("\(trees.path)/\(tree)")
        continue
      }
      if let folder = try trees.folder(tree) {
        try FolderFiles(root: folder).remove(
          Set(manifest.entries.keys).union(manifest.pending).union([.state]))
      }
      // The manifest is needed as long as something is left.
      if trees.removeFolder(tree) {
        try trees.remove(name)
        try trees.remove(tree + TreeName.newEnding)
      } else {
        left.append("\(trees.path)/\(tree)")
      }
    }
    return left
  }
}

/// The names of trees: the revision, and an id.
private enum TreeName {
  static let manifestEnding = ".json"
  /// That of a manifest that is being written.
  static let newEnding = ".json.new"

  static func isValid(_ name: Substring) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
      }
  }
}

/// A tree that is being written.
private struct FolderChange: ExportChange {
  let root: OpenFolder
  let trees: OpenFolder
  let tree: String
  let former: String?
  let files: FolderFiles

  func write(_ object: ExportedObject, revision: Int) async throws {
    try files.write(object.bytes, to: object.name)
  }

  func finish(_ state: ExportedObject, _ manifest: ExportManifest) async throws -> [String] {
    try files.write(state.bytes, to: state.name)
    try FolderTarget.write(manifest, of: tree, in: trees)
    try files.synchronizeFolders()
    try trees.synchronize()
    try FolderTarget.serve(tree, in: root)
    return try FolderTarget.removeTrees(in: trees, but: Set([tree, former].compactMap(\.self)))
  }
}
