import FeedEditing
package import FeedModel
package import FeedStore

extension PhotoLibrary {
  /// The photos and files that a sweep removed, or would remove in a dry run.
  package struct SweepReport: Hashable, Sendable {
    /// Photos that no content shows.
    package var unused: [PhotoID] = []
    /// Files that belong to no photo.
    package var strayFileCount = 0
    /// Files of uploads that were interrupted.
    package var abandonedFileCount = 0
    /// Photos without a file.
    package var missing: [PhotoID] = []
  }

  /// How many photos are removed under one lock, so that uploads do not wait long.
  private static let batchCount = 100

  /// Removes the photos that no content shows and that were added before `moment`, and files that belong
  /// to no photo.
  ///
  /// - Parameter isDryRun: whether nothing is removed.
  /// - Throws: ``PhotoStorageError``, or ``StoreError``.
  package func sweep(
    addedBefore moment: Timestamp, by author: Author, isDryRun: Bool = false
  ) async throws -> SweepReport {
    var report = SweepReport()
    report.unused = try await store.read { try $0.unusedPhotos(addedBefore: moment) }
    if !isDryRun {
      report.unused = try await removeUnused(report.unused, by: author)
      report.abandonedFileCount = try await storage.removeAbandonedFiles()
    }
    try await removeStrayFiles(&report, isDryRun: isDryRun)
    return report
  }

  /// - Returns: the photos that were removed: some may be in use by now.
  private func removeUnused(_ ids: [PhotoID], by author: Author) async throws -> [PhotoID] {
    var removed: [PhotoID] = []
    for start in stride(from: 0, to: ids.count, by: Self.batchCount) {
      let batch = Array(ids[start..<min(start + Self.batchCount, ids.count)])
      removed += try await storage.exclusively {
        let gone = try await editor.write(by: author) { transaction in
          try batch.filter { id in
            do { return try transaction.removePhoto(id, by: transaction.actor) } catch is PhotoInUse
            {
              return false
            }
          }
        }
        try await storage.remove(gone)
        return gone
      }
    }
    return removed
  }

  private func removeStrayFiles(_ report: inout SweepReport, isDryRun: Bool) async throws {
    let files = try await storage.photos()
    for start in stride(from: 0, to: files.count, by: Self.batchCount) {
      try Task.checkCancellation()
      let batch = files[start..<min(start + Self.batchCount, files.count)]
      report.strayFileCount += try await storage.exclusively {
        // A file comes before its row, both under the lock.
        let stray = try await store.read { reader in
          try batch.filter { try reader.photo($0) == nil }
        }
        if !isDryRun { try await storage.remove(stray) }
        return stray.count
      }
    }
  }
}
