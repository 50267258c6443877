package import FeedModel

/// Why nothing was seeded.
package enum SeedError: Error, Sendable {
  /// There is nothing at the path.
  case missing(path: String)
  /// The file exists and cannot be read.
  case unreadable(path: String)
  /// The file's name is not that of a kind.
  case unknownKind(path: String)
  /// The folder has no file named like a kind.
  case emptyFolder(path: String)
  /// Files with problems, and all of these.
  case invalid([InvalidFile])
}

extension SeedError: CustomStringConvertible {
  /// One line per problem, each naming the file, the place and what was expected.
  package var description: String {
    let names = ContentKind.allCases.map { "\($0.rawValue).json" }.joined(separator: ", ")
    return switch self {
    case .missing(let path): "\(path): no such file or folder"
    case .unreadable(let path): "\(path): cannot be read; check its permissions"
    case .unknownKind(let path):
      "\(path): the name says no kind of content; expected one of \(names)"
    case .emptyFolder(let path): "\(path): has no content file; expected some of \(names)"
    case .invalid(let files): files.map(\.description).joined(separator: "\n")
    }
  }
}
