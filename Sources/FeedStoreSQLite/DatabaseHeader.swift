import FeedStore
import Foundation
import TanadaMigrations

/// The first bytes of a database file (SQLite file format, section 1.3), looked at before SQLite
/// opens it: opening alone would turn another application's database into WAL mode.
enum DatabaseHeader {
  private static let magic = Data("SQLite format 3\0".utf8)
  private static let size = 100

  /// Refuses a file that is plainly no database of tanada's. What the header cannot tell, because the
  /// write-ahead log holds newer pages or the file is still empty, is checked after opening.
  static func check(path: String) throws(StoreError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue, let file = FileHandle(forReadingAtPath: path) else {
      throw .cannotOpen(path: path)
    }
    defer { try? file.close() }
    guard let header = try? file.read(upToCount: size), !header.isEmpty else { return }
    guard header.starts(with: magic), header.count == size else { throw .notADatabase(path: path) }

    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
    let hasLog = (log?[.size] as? Int ?? 0) > 0
    let pageCount = integer(in: header, at: 28)
    let applicationID = integer(in: header, at: 68)
    if !hasLog, pageCount > 1, applicationID != Migrations.applicationID {
      throw .otherApplication(path: path)
    }
  }

  private static func integer(in header: Data, at offset: Int) -> Int {
    header[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
