package import FeedModel

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
  /// How many files are copied, checked or removed at a time.
  static var width: Int { 8 }

  /// Copies the files of `photos` that `other` does not have. Each is compared with its hash on the way.
  ///
  /// - Throws: ``PhotoStorageError`` if one of both cannot be reached, or `other` cannot be written; or
  ///   `CancellationError`.
  package func copyFiles(
    of photos: some Collection<PhotoID> & Sendable, to other: some PhotoStorage
  ) async throws -> PhotoFilesReport {
    let present = Set(try await other.photos())
    return try await report(of: photos.filter { !present.contains($0) }) { id in
      let copy = try other.makeIncomingFile()
      guard try await read(id, into: copy) else { return .missing }
      guard copy.id == id else { return .damaged }
      try await other.keep(copy, as: id)
      return .copied
    }
  }

  /// Compares the files of `photos` with their hashes.
  ///
  /// - Throws: ``PhotoStorageError`` if the storage cannot be reached, or `CancellationError`.
  package func checkFiles(
    of photos: some Collection<PhotoID> & Sendable
  ) async throws -> PhotoFilesReport {
    try await report(of: Array(photos)) { id in
      guard let content = try await contentID(of: id) else { return .missing }
      return content == id ? .whole : .damaged
    }
  }

  /// Runs `body` for each of `photos`, several at a time.
  private func report(
    of photos: [PhotoID], _ body: @escaping @Sendable (PhotoID) async throws -> FileState
  ) async throws -> PhotoFilesReport {
    var report = PhotoFilesReport()
    try await photos.forEachBounded(by: Self.width) { id in
      CheckedFile(id: id, state: try await body(id))
    } then: {
      report.note($0)
    }
    report.missing.sort()
    report.damaged.sort()
    return report
  }
}

/// The state of the file of a photo.
private enum FileState: Sendable {
  case copied, whole, missing, damaged
}

/// A photo and the state of its file. A task has no tuple as its result, for the reason that `PictureMeasuring` gives.
private struct CheckedFile: Sendable {
  let id: PhotoID
  let state: FileState
}

extension PhotoFilesReport {
  fileprivate mutating func note(_ file: CheckedFile) {
    switch file.state {
    case .copied: copiedCount += 1
    case .whole: break
    case .missing: missing.append(file.id)
    case .damaged: damaged.append(file.id)
    }
  }
}
