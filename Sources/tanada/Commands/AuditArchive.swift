import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import StrictJSON

/// A file of entries that are in the audit no more, each a line of JSON.
struct AuditArchive {
  private let path: String
  private let handle: FileHandle

  /// Opens the file at `path`, which is made if there is none, behind what is in it.
  init(path: String) throws(Failure) {
    self.path = path
    let hasFile =
      FileManager.default.fileExists(atPath: path)
      || FileManager.default.createFile(atPath: path, contents: nil)
    guard hasFile, let handle = FileHandle(forWritingAtPath: path) else {
      throw .cannotWrite(path: path)
    }
    self.handle = handle
  }

  /// Adds `entries`, which are on the disk when this returns.
  func append(_ entries: [AuditEntry]) throws(Failure) {
    do {
      let end = try handle.seekToEnd()
      do {
        try handle.write(contentsOf: Data(entries.flatMap(Self.line)))
        try handle.synchronize()
      } catch {
        // No half of a line that the next run would go on with.
        try handle.truncate(atOffset: end)
        throw error
      }
    } catch {
      throw .cannotWrite(path: path)
    }
  }

  private static func line(_ entry: AuditEntry) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    // Texts have none; what an editor sent may have some between its members.
    return JSONWriter.encode { $0.entry(entry) }.map { $0 == newline ? UInt8(ascii: " ") : $0 }
      + [newline]
  }
}
