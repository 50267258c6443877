package import FeedModel
import Foundation

/// A content file and its kind, which is determined by the file name.
package struct SeedFile: Hashable, Sendable {
  /// The file as the user named it, or below the folder the user named.
  package let path: String
  package let kind: ContentKind

  /// The content files that `paths` name: files themselves, and the files inside folders.
  ///
  /// - Throws: ``SeedError`` for a path that does not exist or a file whose name is no kind.
  package static func find(
    at paths: [String], kinds: ContentKinds
  ) throws(SeedError) -> Found {
    var found = Found(kinds: kinds)
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        throw .missing(path: path)
      }
      if isFolder.boolValue {
        try found.addFolder(path)
      } else if let file = SeedFile(path: path, kinds: kinds) {
        found.add(file)
      } else {
        throw .unknownKind(path: path, kinds: kinds.names)
      }
    }
    return found
  }

  /// The file at `path`, if its name is a kind's: `pickup_photos.json`.
  private init?(path: String, kinds: ContentKinds) {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    guard let kind = kinds[name] else { return nil }
    self.path = path
    self.kind = kind
  }

  /// The path in standard form, by which duplicates are recognised.
  private var standardPath: String { URL(fileURLWithPath: path).standardized.path }

  /// The result of a search for content files.
  package struct Found: Sendable {
    /// The content files, each once, in the order they were met.
    package private(set) var files: [SeedFile] = []
    /// JSON files in folders whose names are no kind.
    package private(set) var ignored: [String] = []

    private let kinds: ContentKinds

    fileprivate init(kinds: ContentKinds) {
      self.kinds = kinds
    }

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
        if let file = SeedFile(path: prefix + name, kinds: kinds) {
          add(file)
          isEmpty = false
        } else {
          ignored.append(prefix + name)
        }
      }
      guard !isEmpty else { throw .emptyFolder(path: folder, kinds: kinds.names) }
    }
  }
}

/// Why seeding failed.
package enum SeedError: Error, Sendable {
  /// The path does not exist.
  case missing(path: String)
  /// The file exists and cannot be read.
  case unreadable(path: String)
  /// The file's name is not that of a kind.
  case unknownKind(path: String, kinds: [String])
  /// The folder has no file named like a kind.
  case emptyFolder(path: String, kinds: [String])
  /// Files with problems, and all of these.
  case invalid([InvalidFile])
}

extension SeedError: CustomStringConvertible {
  /// One line per problem, each naming the file, the place and what was expected.
  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such file or folder"
    case .unreadable(let path): "\(path): cannot be read; check its permissions"
    case .unknownKind(let path, let kinds):
      "\(path): the file name is not a kind of content; expected one of \(Self.fileNames(kinds))"
    case .emptyFolder(let path, let kinds):
      "\(path): has no content file; expected some of \(Self.fileNames(kinds))"
    case .invalid(let files): files.map(\.description).joined(separator: "\n")
    }
  }

  private static func fileNames(_ kinds: [String]) -> String {
    kinds.map { "\($0).json" }.joined(separator: ", ")
  }
}
