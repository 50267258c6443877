package import FeedModel
import Foundation

/// A content file and the kind its name says it holds.
package struct SeedFile: Hashable, Sendable {
  /// The file as the user named it, or below the folder the user named.
  package let path: String
  package let kind: ContentKind

  /// The content files that `paths` name: files themselves, and the files inside folders.
  ///
  /// - Throws: ``SeedError`` for a path that does not exist or a file whose name is no kind.
  package static func find(at paths: [String]) throws(SeedError) -> Found {
    var found = Found()
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .missing(path: path)
      }
      if isFolder.boolValue {
        try found.addFolder(path)
      } else if let file = SeedFile(path: path) {
        found.add(file)
      } else {
        throw .unknownKind(path: path)
      }
    }
    return found
  }

  /// The file at `path`, if its name is a kind's: `pickup_photos.json`.
  private init?(path: String) {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    guard let kind = ContentKind(rawValue: name) else { return nil }
    self.path = path
    self.kind = kind
  }

  /// The same for every way to write the path.
  private var standardPath: String { URL(fileURLWithPath: path).standardized.path }

  /// What a search came to.
  package struct Found: Sendable {
    /// The content files, each once, in the order they were met.
    package private(set) var files: [SeedFile] = []
    /// JSON files in folders whose names are no kind.
    package private(set) var ignored: [String] = []

    fileprivate mutating func add(_ file: SeedFile) {
      if !files.contains(where: { $0.standardPath == file.standardPath }) { files.append(file) }
    }

    fileprivate mutating func addFolder(_ folder: String) throws(SeedError) {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: folder)
      } catch {
        throw .unreadable(path: folder)
      }
      let prefix = folder.hasSuffix("/") ? folder : folder + "/"
      var isEmpty = true
      for name in names.sorted() where name.hasSuffix(".json") {
        if let file = SeedFile(path: prefix + name) {
          add(file)
          isEmpty = false
        } else {
          ignored.append(prefix + name)
        }
      }
      guard !isEmpty else { throw .emptyFolder(path: folder) }
    }
  }
}
