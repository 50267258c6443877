import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A file system in memory that gets full.
struct SmallDisk {
  let path: String

  /// Whether this user can mount one.
  static var isAvailable: Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder(),
      let disk = try? SmallDisk(in: folder, megabytes: 1)
    else { return false }
    disk.unmount()
    return true
  }

  init(in folder: TemporaryFolder, megabytes: Int) throws {
    path = folder.path("disk")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  func unmount() {
    umount2(path, 2)
  }

  /// Fills the disk.
  func fill() throws {
    try #require(FileManager.default.createFile(atPath: filler, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: filler))
    let block = Data(repeating: 1, count: 4_096)
    while (try? file.write(contentsOf: block)) != nil {}
    try file.close()
  }

  /// Makes room again.
  func clear() throws {
    try FileManager.default.removeItem(atPath: filler)
  }

  private var filler: String { path + "/filler" }
}
