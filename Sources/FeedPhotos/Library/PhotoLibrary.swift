import FeedEditing
package import FeedModel
package import FeedStore

/// The photos of a database: their rows in the store, their files in the storage, and the workers that
/// decode them.
package struct PhotoLibrary: Sendable {
  /// The largest file of a photo, in bytes.
  package static let maximumByteCount = 50 << 20

  /// Writes the rows. A server does not wait with them while it has the lock of the storage, but before.
  let editor: Editor
  package let storage: any PhotoStorage
  package let workers: PictureWorkers

  package init(
    store: any FeedStore, storage: any PhotoStorage, workers: PictureWorkers,
    clock: @escaping @Sendable () -> Timestamp
  ) {
    editor = Editor(store: store, clock: clock)
    self.storage = storage
    self.workers = workers
  }

  package var store: any FeedStore { editor.store }

  /// The photo `id`, if there is one.
  package func photo(_ id: PhotoID) async throws -> Photo? {
    try await store.read { try $0.photo(id) }
  }

  /// Adds the picture in `file`, which was received completely. The same picture is stored once.
  ///
  /// - Parameter address: an address in content that is assigned to the photo; `nil` for none.
  /// - Returns: the photo, and whether it is new.
  /// - Throws: ``PictureError`` for a file that is not a picture, ``PhotoStorageError``, or `StoreError`.
  package func add(
    _ file: IncomingFile, assignedTo address: String? = nil, by author: Author
  ) async throws -> (photo: Photo, isNew: Bool) {
    let candidate = try await candidate(in: file, assignedTo: address)
    let isNew = try await add([candidate], by: author)
    return (candidate.photo, isNew[0])
  }

  /// A photo that can be added.
  package struct Candidate: Sendable {
    let file: IncomingFile
    package let photo: Photo
    /// The address that is assigned to it; `nil` for none.
    let address: String?
  }

  /// The longest address that is assigned to a photo, in bytes: PostgreSQL has no index of longer texts.
  package static let maximumAddressLength = 2_000

  /// The photo in `file`, from the store or decoded.
  ///
  /// - Throws: ``PictureError``, also for an address that is too long, or `StoreError`.
  package func candidate(
    in file: IncomingFile, assignedTo address: String?
  ) async throws -> Candidate {
    if let address, address.utf8.count > Self.maximumAddressLength {
      throw PictureError.invalid(
        "expected an address of at most \(Self.maximumAddressLength) bytes, found"
          + " \(address.utf8.count)")
    }
    let id = file.id
    if var known = try await photo(id) {
      // It is about to be used, so its time is renewed, which keeps it from being swept.
      known.addedAt = editor.clock()
      return Candidate(file: file, photo: known, address: address)
    }
    let answer = try await workers.perform(.prepare(path: file.path))
    guard let picture = PreparedPicture(json: answer) else { throw PictureError.workerEnded }
    let photo = Photo(
      id: id, format: picture.format, size: picture.size, orientation: picture.orientation,
      byteCount: file.byteCount, camera: picture.camera, placeholder: picture.placeholder,
      addedAt: editor.clock())
    return Candidate(file: file, photo: photo, address: address)
  }

  /// How many files are sent to a storage at a time.
  private static let sendingWidth = 4

  /// Adds `candidates` in one revision.
  ///
  /// - Returns: which of them are new.
  /// - Throws: `AuthorityError`, ``PhotoStorageError``, or `StoreError`.
  package func add(_ candidates: [Candidate], by author: Author) async throws -> [Bool] {
    // Others do not wait while files are sent to another machine.
    try await sendAhead(candidates)
    return try await storage.exclusively {
      var unknown: [PhotoID] = []
      // A photo may have been added, or removed, while it was decoded or sent.
      for candidate in candidates {
        let id = candidate.photo.id
        let isKnown = try await photo(id) != nil
        if !isKnown { unknown.append(id) }
        let isStored = isKnown ? try await storage.contains(id) : false
        if !isStored { try await storage.keep(candidate.file, as: id) }
      }
      do {
        return try await editor.write(by: author) { transaction in
          try candidates.map {
            try transaction.addPhoto($0.photo, assignedTo: $0.address, by: transaction.actor)
          }
        }
      } catch let error as AuthorityError {
        // Nothing is left of it, and its files belong to no photo.
        try? await storage.remove(unknown)
        throw error
      }
    }
  }

  /// Sends the files of photos that are not known yet.
  private func sendAhead(_ candidates: [Candidate]) async throws {
    try await candidates.forEachBounded(by: Self.sendingWidth) { candidate in
      let id = candidate.photo.id
      if try await photo(id) == nil { try await storage.send(candidate.file, as: id) }
    }
  }

  /// Changes the editors' description of photo `id`.
  ///
  /// - Parameter change: returns the new description for the present photo.
  /// - Returns: the changed photo; `nil` if there is none.
  package func describe(
    _ id: PhotoID, by author: Author,
    _ change: @escaping @Sendable (Photo) throws -> PhotoDescription
  ) async throws -> Photo? {
    try await editor.write(by: author) { try $0.describePhoto(id, by: $0.actor, change) }
  }

  /// Removes photo `id`, unless content shows it.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `PhotoInUse`, ``PhotoStorageError``, or `StoreError`.
  package func remove(_ id: PhotoID, by author: Author) async throws -> Bool {
    try await storage.exclusively {
      let isRemoved = try await editor.write(by: author) { try $0.removePhoto(id, by: $0.actor) }
      do { try await storage.remove(id) } catch {
        // The photo is gone with its row: a file that stays is removed by the next sweep.
        guard isRemoved else { throw error }
      }
      return isRemoved
    }
  }
}

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
