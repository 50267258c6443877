package import FeedPhotos

/// Why nothing was exported, or not everything.
package enum ExportError: Error, Sendable {
  /// The target has the export of another database.
  case otherDatabase(target: String)
  /// The target has a revision that the store has not, or has another one of this number: one of them was restored.
  case otherHistory(target: String, revision: Int)
  /// The target has something else.
  case notAnExport(path: String, found: String)
  /// The manifest is damaged, or of another version of the program.
  case unreadableManifest(target: String)
  /// There is no such feed.
  case unknownFeed(String, known: [String])
  /// An address is not answered as it should be.
  case unanswered(address: String, status: Int)
  /// The store was replaced by an older copy of it while it was followed.
  case olderStore(revision: Int, exported: Int)
  /// A file or folder, and the error message of the system.
  case file(path: String, reason: String)
  /// A request to the bucket has failed.
  case bucket(BucketError)

  /// Whether the same export may succeed a little later.
  package var isTemporary: Bool {
    switch self {
    case .bucket(let error): error.isTemporary
    case .unanswered(_, let status): status >= 500
    default: false
    }
  }
}

extension ExportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherDatabase(let target):
      "\(target): has the export of another database; choose another place, or repeat with --replace"
    case .otherHistory(let target, let revision):
      "\(target): has revision \(revision) of another history than this database, one of which was "
        + "restored; repeat with --replace to export this one"
    case .notAnExport(let path, let found):
      "\(path): has \(found), which no export has written; choose an empty place, or repeat with --replace, which "
        + "leaves it as it is"
    case .unreadableManifest(let target):
      "\(target): its manifest cannot be read; repeat with --replace to write everything anew"
    case .unknownFeed(let name, let known):
      "\(name): there is no such feed; expected some of \(known.joined(separator: ", "))"
    case .unanswered(let address, let status):
      "\(address): is answered with \(status), and cannot be exported"
    case .olderStore(let revision, let exported):
      "the database is at revision \(revision), and \(exported) was exported: it was replaced by an older copy"
    case .file(let path, let reason): "\(path): \(reason)"
    case .bucket(let error): error.description
    }
  }
}
