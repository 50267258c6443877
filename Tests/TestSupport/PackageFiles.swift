package import Foundation

/// Where the package's own files are, for tests that read fixtures or samples.
package enum PackageFiles {
  /// The folder of `Package.swift`.
  package static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The sample content.
  package static let seeds = root.appending(path: "Seeds")

  /// The file or folder at `path`, relative to the package.
  package static func file(_ path: String) -> URL {
    root.appending(path: path)
  }
}
