import FeedStore
import Foundation
import Glibc
import Synchronization

/// A cache of pictures made of photos, as files with a maximum size in bytes, which evicts the least
/// recently used first. Any file in it can be removed at any time, and is made again.
final class RenditionFolder: Sendable {
  /// The first part of the path. Another number makes all pictures anew: when their encoders change.
  static let version = 2

  private let path: String
  private let files: Mutex<LRUCache<String, Void>>

  /// Opens the folder at `path`, which is created if there is none.
  init(path: String, maximumByteCount: Int) throws(PhotoStorageError) {
    self.path = "\(path)/\(Self.version)"
    files = Mutex(LRUCache(maximumByteCount: maximumByteCount))
    for folder in [path, self.path] {
      // Pictures of what is not published yet are nobody else's. A folder of an earlier version is closed, too.
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .last(at: folder) }
      chmod(folder, 0o700)
    }
    removeFormerVersions(in: path)
    notePresentFiles()
  }

  private func removeFormerVersions(in path: String) {
    for version in 1..<Self.version {
      try? FileManager.default.removeItem(atPath: "\(path)/\(version)")
    }
  }

  /// The bytes of the file called `name`; `nil` if there is none.
  func read(_ name: String) -> [UInt8]? {
    guard let data = FileManager.default.contents(atPath: location(of: name)), !data.isEmpty else {
      return nil
    }
    files.withLock { _ = $0.use(name) }
    return [UInt8](data)
  }

  /// Whether there is a file called `name`.
  func contains(_ name: String) -> Bool { files.withLock { $0.peek(name) != nil } }

  /// Stores a file. A failure is not reported: the picture is then made again.
  func write(_ bytes: [UInt8], as name: String) {
    let location = location(of: name)
    mkdir(URL(fileURLWithPath: location).deletingLastPathComponent().path, 0o700)
    guard put(bytes, at: location) else { return }
    let removed = files.withLock { files in
      files.store((), byteCount: bytes.count, for: name)
      return files.shrink()
    }
    for name in removed { unlink(self.location(of: name)) }
  }

  /// Writes a file that its owner alone reads, in place of one that is there.
  private func put(_ bytes: [UInt8], at location: String) -> Bool {
    // The name does not begin with that of the folder: one that is left over is removed at the next start.
    let folder = URL(fileURLWithPath: location).deletingLastPathComponent().path
    let part = "\(folder)/part-\(UUID.random().text)"
    let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: bytes)
      try file.close()
      guard rename(part, location) == 0 else { throw PhotoStorageError.last(at: location) }
      return true
    } catch {
      unlink(part)
      return false
    }
  }

  /// Removes all files of photo `photo`.
  func remove(photo: String) {
    let folder = "\(path)/\(photo.prefix(2))"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(photo) {
      unlink(location(of: name))
      files.withLock { $0.remove(name) }
    }
  }

  private func location(of name: String) -> String { "\(path)/\(name.prefix(2))/\(name)" }

  /// Adds the files in the folder to the cache, the least recently changed first.
  private func notePresentFiles() {
    let keys: [URLResourceKey] = [.contentModificationDateKey, .fileSizeKey, .isRegularFileKey]
    let present = FileManager.default.enumerator(
      at: URL(fileURLWithPath: path), includingPropertiesForKeys: keys)
    var found: [(name: String, size: Int, date: Date)] = []
    while let url = present?.nextObject() as? URL {
      guard let values = try? url.resourceValues(forKeys: Set(keys)), values.isRegularFile == true,
        let size = values.fileSize, let date = values.contentModificationDate
      else { continue }
      // The name of a file left by an interrupted write does not begin with that of its folder.
      guard url.path.hasSuffix("/\(url.lastPathComponent.prefix(2))/\(url.lastPathComponent)")
      else {
        unlink(url.path)
        continue
      }
      found.append((url.lastPathComponent, size, date))
    }
    let removed = files.withLock { files in
      for file in found.sorted(by: { $0.date < $1.date }) {
        files.store((), byteCount: file.size, for: file.name)
      }
      return files.shrink()
    }
    for name in removed { unlink(location(of: name)) }
  }
}
