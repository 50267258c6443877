package import FeedModel

/// Why seeding failed.
package indirect enum SeedError: Error, Sendable {
  /// The path does not exist.
  case missing(path: String)
  /// The file exists and cannot be read.
  case unreadable(path: String)
  /// It is no file that can be read.
  case refused(path: String, FileRefusal)
  /// The file's name is not that of a kind.
  case unknownKind(path: String, kinds: [String])
  /// The folder has no file named like a kind.
  case emptyFolder(path: String, kinds: [String])
  /// The folder has nothing of its own, but folders of content.
  case folderOfFolders(path: String, folders: [String])
  /// Files with problems, and all of these.
  case invalid([InvalidFile])
  /// Several of these errors.
  case several([SeedError])
  /// Stored items, compositions or releases prevent the definition in a file.
  case kindInUse(path: String, KindObstacles)
}

extension SeedError: CustomStringConvertible {
  /// One line per problem, each naming the file, the place and what was expected.
  package var description: String {
    switch self {
    case .missing(let path): "\(path): no such file or folder"
    case .unreadable(let path), .refused(let path, .failed):
      "\(path): cannot be read; check its permissions"
    case .refused(let path, let reason): "\(path): \(reason)"
    case .unknownKind(let path, let kinds):
      "\(path): the file name is not a kind of content; expected one of \(Self.fileNames(kinds))"
    case .emptyFolder(let path, let kinds):
      "\(path): has no content file; expected some of \(Self.fileNames(kinds))"
    case .folderOfFolders(let path, let folders):
      "\(path): has no content of its own, but folders of content; name those that are meant: "
        + folders.joined(separator: " ")
    case .several(let errors): errors.map(\.description).joined(separator: "\n")
    case .invalid(let files): files.map(\.description).joined(separator: "\n")
    case .kindInUse(let path, let obstacles):
      obstacles.sentences.map { pointer, text in
        pointer.isEmpty ? "\(path): \(text)" : "\(path)#\(pointer): \(text)"
      }.joined(separator: "\n")
    }
  }

  private static func fileNames(_ kinds: [String]) -> String {
    kinds.map { "\($0).json" }.joined(separator: ", ")
  }
}
