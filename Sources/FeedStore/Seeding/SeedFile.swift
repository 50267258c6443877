package import FeedModel
package import Foundation

/// A content file and the kind its name says it holds.
package struct SeedFile: Hashable, Sendable {
  package let url: URL
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
      let url = URL(fileURLWithPath: path, isDirectory: isFolder.boolValue)
      if isFolder.boolValue {
        try found.addFolder(url)
      } else if let kind = ContentKind(fileName: url) {
        found.add(SeedFile(url: url, kind: kind))
      } else {
        throw .unknownKind(path: path)
      }
    }
    return found
  }

  /// What a search came to.
  package struct Found: Sendable {
    /// The content files, each once, in the order they were met.
    package private(set) var files: [SeedFile] = []
    /// JSON files in folders whose names are no kind.
    package private(set) var ignored: [URL] = []

    fileprivate mutating func add(_ file: SeedFile) {
      if !files.contains(where: { $0.url.standardized == file.url.standardized }) {
        files.append(file)
      }
    }

    fileprivate mutating func addFolder(_ folder: URL) throws(SeedError) {
      let contents: [URL]
      do {
        contents = try FileManager.default.contentsOfDirectory(
          at: folder, includingPropertiesForKeys: nil)
      } catch {
        throw .unreadable(path: folder.path)
      }
      let documents = contents.filter { $0.pathExtension == "json" }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
      let before = files.count
      for document in documents {
        if let kind = ContentKind(fileName: document) {
          add(SeedFile(url: document, kind: kind))
        } else {
          ignored.append(document)
        }
      }
      guard files.count > before else { throw .emptyFolder(path: folder.path) }
    }
  }
}

extension ContentKind {
  /// The kind that a file such as `pickup_photos.json` holds.
  fileprivate init?(fileName url: URL) {
    self.init(rawValue: url.deletingPathExtension().lastPathComponent)
  }
}
