import FeedModel
import Foundation

/// The first bytes of a database file (SQLite file format, sections 1.3 and 1.6), which are checked
/// before SQLite opens it: opening it would turn another application's database into WAL mode.
enum DatabaseHeader {
  private static let magic = Data("SQLite format 3\0".utf8)
  /// The file header, and the header of the schema's root page after it.
  private static let size = 108

  /// Refuses a file that is not a database of tanada. If the header does not show it, because the
  /// content is still in the write-ahead log or the file is empty, it is checked after opening.
  static func check(path: String) throws(StoreError) {
    guard try OwnFile.isThere(path) else { return }
    var file: NamedFile
    do { file = try NamedFile(at: path) } catch { throw .cannotOpen(path: path) }
    defer { file.close() }
    guard let header = try? file.read(upToCount: size), !header.isEmpty else { return }
    guard header.starts(with: magic), header.count == size else { throw .notADatabase(path: path) }

    // tanada marks its file before it makes the first table, so a file with a schema and no mark,
    // or another mark, belongs to another application.
    let applicationID = integer(in: header[68..<72])
    let hasSchema = integer(in: header[103..<105]) > 0
    if applicationID != Migrations.applicationID, applicationID != 0 || hasSchema {
      throw .otherApplication(path: path)
    }
  }

  private static func integer(in bytes: Data) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
