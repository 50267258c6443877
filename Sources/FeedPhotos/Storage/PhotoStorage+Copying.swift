package import FeedModel
import Crypto
import Foundation

/// The result of copying or checking the files of photos.
package struct PhotoFilesReport: Hashable, Sendable {
  /// Files that were copied.
  package var copiedCount = 0
  /// Photos without a file.
  package var missing: [PhotoID] = []
  /// Photos whose file has other bytes than were stored.
  package var damaged: [PhotoID] = []

  package init() {}
}

extension PhotoStorage {
  /// Copies the files of `photos` that `other` does not have. Each is compared with its hash on the way.
  ///
  /// - Throws: ``PhotoStorageError`` if `other` cannot be written.
  package func copyFiles(
    of photos: some Collection<PhotoID> & Sendable, to other: some PhotoStorage
  ) async throws -> PhotoFilesReport {
    var report = PhotoFilesReport()
    for id in photos where await other.file(of: id) == nil {
      try Task.checkCancellation()
      guard let path = await file(of: id) else {
        report.missing.append(id)
        continue
      }
      let copy = try other.makeIncomingFile()
      do { try copy.append(contentsOf: path, limit: .max) } catch is PictureError {
        report.missing.append(id)
        continue
      }
      guard copy.id == id else {
        report.damaged.append(id)
        continue
      }
      try await other.keep(copy, as: id)
      report.copiedCount += 1
    }
    return report
  }

  /// Compares the files of `photos` with their hashes.
  package func checkFiles(
    of photos: some Collection<PhotoID> & Sendable
  ) async throws -> PhotoFilesReport {
    var report = PhotoFilesReport()
    for id in photos {
      try Task.checkCancellation()
      guard let path = await file(of: id), let file = FileHandle(forReadingAtPath: path) else {
        report.missing.append(id)
        continue
      }
      defer { try? file.close() }
      var hash = SHA256()
      while let bytes = try? file.read(upToCount: 1 << 18), !bytes.isEmpty {
        hash.update(data: bytes)
      }
      if PhotoID(digest: hash.finalize()) != id { report.damaged.append(id) }
    }
    return report
  }
}
