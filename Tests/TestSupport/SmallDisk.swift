import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// A file system in memory that gets full.
package struct SmallDisk {
  package let path: String

  /// Whether this user can mount one.
  package static var isAvailable: Bool {
    guard geteuid() == 0, let folder = try? TemporaryFolder(),
      let disk = try? SmallDisk(in: folder, megabytes: 1)
    else { return false }
    disk.unmount()
    return true
  }

  package init(in folder: TemporaryFolder, megabytes: Int) throws {
    try self.init(at: folder.path("disk"), megabytes: megabytes)
  }

  /// A disk at `path`, where there is nothing, for the owner of the folder that it is in.
  package init(at path: String, megabytes: Int) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw POSIXError(.EPERM)
    }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let attributes = try FileManager.default.attributesOfItem(atPath: parent)
    try FileManager.default.setAttributes(
      attributes.filter { [.ownerAccountID, .groupOwnerAccountID].contains($0.key) },
      ofItemAtPath: path)
  }

  package func unmount() {
    umount2(path, 2)
  }

  /// Fills the disk.
  package func fill() throws {
    try #require(FileManager.default.createFile(atPath: filler, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: filler))
    let block = Data(repeating: 1, count: 4_096)
    while (try? file.write(contentsOf: block)) != nil {}
    try file.close()
  }

  /// Makes room again.
  package func clear() throws {
    try FileManager.default.removeItem(atPath: filler)
  }

  private var filler: String { path + "/filler" }
}
