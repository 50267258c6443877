import FeedPhotos
import Foundation
import Glibc

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
/// Files that stay the same are hard links to those of the tree before.
package struct FolderTarget: ExportTarget {
  package let path: String
  private let makeID: @Sendable () -> String

  static let link = "current"
  static let trees = "trees"
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
    _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    try prepare()
    do {
      return try await FileLock(path: "\(path)/\(Self.lock)").withLock(body)
    } catch PhotoStorageError.file(let path, let reason) {
      throw ExportError.file(path: path, reason: reason)
    } catch PhotoStorageError.full(let path) {
      throw ExportError.file(path: path, reason: "the disk is full")
    }
  }

  /// Creates the folder.
  ///
  /// - Throws: ``ExportError`` for a folder that has something else.
  private func prepare() throws {
    try FolderFiles.create(path)
    // File systems have a folder of their own at their root.
    let own: Set = [Self.link, Self.trees, Self.newLink, Self.lock, "lost+found"]
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    if let other = names.sorted().first(where: { !own.contains($0) }) {
      throw ExportError.notAnExport(path: path, found: other)
    }
    try FolderFiles.create("\(path)/\(Self.trees)")
  }

  package func manifest() async throws -> ExportManifest? {
    guard let tree = try currentTree() else { return nil }
    guard let bytes = FileManager.default.contents(atPath: manifestPath(of: tree)),
      var manifest = ExportManifest(json: [UInt8](bytes))
    else { throw ExportError.unreadableManifest(target: name) }
    // A file that somebody has changed or removed is written again.
    for (name, entry) in manifest.entries
    where FolderFiles.size(of: "\(treePath(tree))/\(name)") != entry.byteCount {
      manifest.entries[name] = nil
    }
    return manifest
  }

  package func begin(
    _ plan: ExportPlan, _ manifest: ExportManifest
  ) async throws -> any ExportChange {
    let former = try currentTree()
    try removeTrees(but: [former].compactMap(\.self))
    let tree = "\(manifest.revision)-\(makeID())"
    let files = FolderFiles(root: treePath(tree))
    try FolderFiles.create(files.root)
    if let former {
      for name in plan.staying.keys { try files.link(name, from: treePath(former)) }
    }
    return FolderChange(target: self, tree: tree, former: former, files: files)
  }

  /// The name of the tree that is served; `nil` if there is none.
  private func currentTree() throws -> String? {
    let link = "\(path)/\(Self.link)"
    guard let goal = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      if access(link, F_OK) == 0 {
        throw ExportError.notAnExport(path: path, found: Self.link)
      }
      return nil
    }
    let parts = goal.split(separator: "/")
    guard parts.count == 2, parts[0] == Self.trees else {
      throw ExportError.notAnExport(path: path, found: "\(Self.link) → \(goal)")
    }
    return String(parts[1])
  }

  fileprivate func treePath(_ tree: String) -> String { "\(path)/\(Self.trees)/\(tree)" }

  fileprivate func manifestPath(of tree: String) -> String { treePath(tree) + ".json" }

  /// Serves `tree` from now on, all of which outlives a power cut.
  fileprivate func serve(_ tree: String) throws {
    let (new, link) = ("\(path)/\(Self.newLink)", "\(path)/\(Self.link)")
    unlink(new)
    guard symlink("\(Self.trees)/\(tree)", new) == 0, rename(new, link) == 0 else {
      throw ExportError.last(at: link)
    }
    try FolderFiles.synchronize(folder: path)
  }

  fileprivate func removeTrees(but kept: [String]) throws {
    let kept = Set(kept + kept.map { $0 + ".json" })
    let folder = "\(path)/\(Self.trees)"
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where !kept.contains(name) {
      do { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") } catch {
        throw ExportError.file(path: "\(folder)/\(name)", reason: "cannot be removed")
      }
    }
  }
}

/// A tree that is being written.
private struct FolderChange: ExportChange {
  let target: FolderTarget
  let tree: String
  let former: String?
  let files: FolderFiles

  func write(_ object: ExportedObject, revision: Int) async throws {
    try files.write(object.bytes, to: object.name)
  }

  func finish(_ state: ExportedObject, _ manifest: ExportManifest) async throws {
    try files.write(state.bytes, to: state.name)
    try FolderFiles.write(manifest.json, to: target.manifestPath(of: tree))
    try files.synchronizeFolders()
    try FolderFiles.synchronize(folder: "\(target.path)/\(FolderTarget.trees)")
    try target.serve(tree)
    try target.removeTrees(but: [tree, former].compactMap(\.self))
  }
}
