import Foundation
import TestSupport
import Testing

/// A suite that runs `tanada` in a folder, and compares the folders that it writes there.
protocol FolderSuite {
  var folder: TemporaryFolder { get }
}

extension FolderSuite {
  /// Runs `tanada` with `arguments`, which ends with `status`.
  @discardableResult func tanada(
    _ arguments: String..., database: String = "tanada.sqlite", status: Int32 = 0
  ) async throws -> Tanada.Outcome {
    try await Tanada.run(arguments + ["--database", database], in: folder, status: status)
  }

  /// Applies `patch`, a file, to the folder called `name`; `false` without git.
  func apply(_ patch: String, to name: String) async throws -> Bool {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/git") else { return false }
    let applied = try await Tanada.run(
      "/usr/bin/env", ["--chdir=\(folder.path(name))", "git", "apply", patch], in: folder)
    try #require(applied.status == 0, "\(applied.messages)")
    return true
  }

  /// The files of a folder by their paths.
  func files(_ name: String) throws -> [String: Data] {
    let root = folder.path(name) + "/"
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: root + path, isDirectory: &isFolder)
      if !isFolder.boolValue { files[path] = FileManager.default.contents(atPath: root + path) }
    }
    return files
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
  }
}
