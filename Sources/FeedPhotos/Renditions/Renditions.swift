import Caching
package import FeedModel

/// The pictures made of photos: each is made once and cached in a folder of limited size, the most
/// recently requested ones also in memory.
package actor Renditions {
  /// Why there is no picture.
  package enum Failure: Error {
    /// There is no such photo, or its file is gone.
    case noSuchPhoto
  }

  private let library: PhotoLibrary
  private let folder: RenditionFolder
  private var recent: LRUCache<PictureRequest, [UInt8]>
  /// The pictures that are being made. Requests for the same picture share a task, which goes on when one
  /// of them is cancelled.
  private var inProgress: [PictureRequest: Task<[UInt8], any Error>] = [:]

  /// - Parameters:
  ///   - path: the folder, which is created if there is none.
  ///   - maximumByteCount: the most bytes of files in it.
  ///   - recentByteCount: the most bytes in memory.
  package init(
    of library: PhotoLibrary, path: String, maximumByteCount: Int, recentByteCount: Int = 32 << 20
  ) throws(PhotoStorageError) {
    self.library = library
    folder = try RenditionFolder(path: path, maximumByteCount: maximumByteCount)
    recent = LRUCache(maximumByteCount: recentByteCount)
  }

  /// The bytes of a picture.
  ///
  /// - Throws: ``Failure``, ``PictureError``, or `StoreError`.
  package func picture(_ request: PictureRequest) async throws -> [UInt8] {
    if let known = recent.use(request) { return known }
    if let task = inProgress[request] { return try await task.value }
    let task = Task { try await self.found(request) }
    inProgress[request] = task
    defer { inProgress[request] = nil }
    let bytes = try await task.value
    if bytes.count <= recent.maximumByteCount {
      recent.store(bytes, byteCount: bytes.count, for: request)
      recent.shrink()
    }
    return bytes
  }

  /// A picture in the folder, or made.
  @concurrent private nonisolated func found(_ request: PictureRequest) async throws -> [UInt8] {
    guard let photo = try await library.photo(request.photo) else { throw Failure.noSuchPhoto }
    if let bytes = folder.read(request.name) { return bytes }
    guard let path = await library.storage.file(of: request.photo) else {
      throw Failure.noSuchPhoto
    }
    let bytes = try await library.workers.perform(request.task(path: path, photo: photo))
    folder.write(bytes, as: request.name)
    // The photo may have been removed meanwhile, with its other pictures.
    if try await library.photo(request.photo) == nil { remove(photo.id.description) }
    return bytes
  }

  /// Makes those of `requests` that the folder does not have, in their order, a few at a time, until the
  /// task is cancelled. Pictures that cannot be made are skipped.
  ///
  /// - Parameter width: how many are made at a time.
  package func prepare(_ requests: [PictureRequest], atATime width: Int) async {
    var rest = requests.filter { !folder.contains($0.name) }[...]
    await withTaskGroup(of: Void.self) { group in
      func next() {
        guard !Task.isCancelled, let request = rest.popFirst() else { return }
        group.addTask { _ = try? await self.picture(request) }
      }
      for _ in 0..<width { next() }
      while await group.next() != nil { next() }
    }
  }

  private nonisolated func remove(_ photo: String) { folder.remove(photo: photo) }

  /// Removes the pictures of photos that are gone.
  package func remove(_ photos: [PhotoID]) {
    for photo in photos { remove(photo) }
  }

  /// Removes the pictures of a photo that is gone.
  package func remove(_ photo: PhotoID) {
    recent.removeAll { $0.photo == photo }
    remove(photo.description)
  }
}
