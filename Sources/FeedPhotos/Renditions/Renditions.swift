package import FeedModel
package import FeedStore

/// The pictures made of photos: each is made once and cached in a folder of limited size, the most
/// recently requested ones also in memory.
package actor Renditions {
  /// Why there is no picture.
  package enum Failure: Error {
    /// There is no such photo, or its file is gone.
    case noSuchPhoto
  }

  /// The version of the pictures: those that were made in another way have other tags.
  package static let version = RenditionFolder.version
  /// How long a picture that could not be made is not tried again.
  package static let failureLifetime = Duration.seconds(30)
  /// The most failures that are remembered.
  private static let maximumFailureCount = 1_000

  /// A picture that is being made.
  private struct Making {
    /// Tells it from a later attempt.
    let number: Int
    let task: Task<Void, Never>
    /// The one of all who wait for it whose turn comes first.
    var client: PictureClient
    /// The task that a worker has been asked to do.
    var work: PictureTask?
    var waiters: [Int: CheckedContinuation<[UInt8], any Error>] = [:]
  }

  package nonisolated let library: PhotoLibrary
  let folder: RenditionFolder
  /// The pictures for which others have stood in, and that are made later.
  private var later: [PictureRequest] = []
  /// The most of them: another one is made when somebody asks for it again.
  private static let laterLimit = 1_000
  private let (arrivals, arrive) = AsyncStream<Void>.makeStream(
    bufferingPolicy: .bufferingNewest(1))
  private let clock: any TimeSource
  private let recent: SharedCache.Part<PictureRequest, [UInt8]>
  /// Requests for the same picture share the work, which is given up when the last of them is cancelled.
  private var inProgress: [PictureRequest: Making] = [:]
  /// The pictures that could not be made lately, and until when they are not tried again.
  private var failures = LRUCache<PictureRequest, (error: PictureError, end: Uptime)>(
    maximumByteCount: maximumFailureCount)
  private var lastNumber = 0

  /// - Parameters:
  ///   - path: the folder, which is created if there is none.
  ///   - maximumByteCount: the most bytes of files in it.
  ///   - cache: keeps the pictures that were requested last in memory, beside other things.
  ///   - clock: measures how long failures are remembered.
  package init(
    of library: PhotoLibrary, path: String, maximumByteCount: Int,
    cache: SharedCache = SharedCache(), clock: any TimeSource
  ) throws(PhotoStorageError) {
    self.library = library
    self.clock = clock
    folder = try RenditionFolder(path: path, maximumByteCount: maximumByteCount)
    recent = cache.part("pictures")
  }

  /// The bytes of a picture. When the task is cancelled, it is given up unless others wait for it.
  ///
  /// - Parameter client: who asks for it.
  /// - Throws: ``Failure``, ``PictureError``, ``PhotoStorageError``, `StoreError`, or `CancellationError`.
  package func picture(
    _ request: PictureRequest, for client: PictureClient
  ) async throws -> [UInt8] {
    if let known = recent.use(request) { return known }
    if let failure = failures.peek(request) {
      if clock.uptime < failure.end { throw failure.error }
      failures.remove(request)
    }
    lastNumber += 1
    let number = lastNumber
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        join(request, for: client)
        inProgress[request]?.waiters[number] = waiter
        if Task.isCancelled { leave(request, number) }
      }
    } onCancel: {
      Task { await self.leave(request, number) }
    }
  }

  /// Whether a picture is there, and needs no work.
  package nonisolated func isMade(_ request: PictureRequest) -> Bool {
    folder.contains(request.name)
  }

  // MARK: Waiting together

  /// Begins to make a picture, or has it made for `client` as well.
  private func join(_ request: PictureRequest, for client: PictureClient) {
    guard let making = inProgress[request] else {
      lastNumber += 1
      let number = lastNumber
      let task = Task { await self.make(request, number) }
      inProgress[request] = Making(number: number, task: task, client: client)
      return
    }
    guard client.rank < making.client.rank else { return }
    inProgress[request]?.client = client
    if let work = making.work {
      let workers = library.workers
      Task { await workers.promote(work, to: client) }
    }
  }

  private func leave(_ request: PictureRequest, _ number: Int) {
    guard let waiter = inProgress[request]?.waiters.removeValue(forKey: number) else { return }
    waiter.resume(throwing: CancellationError())
    guard let making = inProgress[request], making.waiters.isEmpty else { return }
    making.task.cancel()
    // Whoever asks for it from now on begins anew.
    inProgress[request] = nil
  }

  private func make(_ request: PictureRequest, _ number: Int) async {
    let result: Result<[UInt8], any Error>
    do {
      result = .success(try await found(request))
    } catch {
      result = .failure(error)
    }
    guard let making = inProgress[request], making.number == number else { return }
    inProgress[request] = nil
    note(result, of: request)
    for waiter in making.waiters.values { waiter.resume(with: result) }
  }

  /// Keeps a picture in memory, or the failure to make it in mind.
  private func note(_ result: Result<[UInt8], any Error>, of request: PictureRequest) {
    switch result {
    case .success(let bytes): recent.store(bytes, byteCount: bytes.count, for: request)
    case .failure(let error as PictureError) where error.isRemembered:
      failures.store((error, clock.uptime + Self.failureLifetime), byteCount: 1, for: request)
      failures.shrink()
    default: break
    }
  }

  // MARK: Making

  /// A picture in the folder, or made.
  @concurrent private nonisolated func found(_ request: PictureRequest) async throws -> [UInt8] {
    guard let photo = try await library.photo(request.photo) else { throw Failure.noSuchPhoto }
    if let bytes = folder.read(request.name) { return bytes }
    guard let file = try await library.storage.file(of: request.photo) else {
      throw Failure.noSuchPhoto
    }
    // The file stays while a worker reads it.
    defer { withExtendedLifetime(file) {} }
    let work = request.task(path: file.path, photo: photo)
    guard let client = await begin(work, of: request) else { throw CancellationError() }
    let bytes = try await library.workers.perform(work, for: client)
    folder.write(bytes, as: request.name)
    // The photo may have been removed meanwhile, with its other pictures.
    if try await library.photo(request.photo) == nil { remove(photo.id.description) }
    return bytes
  }

  /// Notes what a worker is asked to do.
  ///
  /// - Returns: for whom; `nil` if nobody waits any more.
  private func begin(_ work: PictureTask, of request: PictureRequest) -> PictureClient? {
    guard !Task.isCancelled else { return nil }
    inProgress[request]?.work = work
    return inProgress[request]?.client
  }

  private nonisolated func remove(_ photo: String) { folder.remove(photo: photo) }

  /// Removes the pictures of photos that are gone.
  package func remove(_ photos: [PhotoID]) {
    for photo in photos { remove(photo) }
  }

  /// Removes the pictures of a photo that is gone.
  package func remove(_ photo: PhotoID) {
    recent.removeAll { $0.photo == photo }
    failures.removeAll { $0.photo == photo }
    remove(photo.description)
  }
}

extension PictureError {
  /// Whether another attempt at once would fail as well, or cost as much again.
  fileprivate var isRemembered: Bool {
    switch self {
    case .busy, .noWorker: false
    default: true
    }
  }
}

/// Pictures that are made before somebody asks for them, and those that stand in for others.
extension Renditions {
  /// Makes those of `requests` that the folder does not have, in their order, a few at a time, until the
  /// task is cancelled. Pictures that cannot be made are skipped.
  ///
  /// - Parameter width: how many are made at a time.
  package func prepare(_ requests: [PictureRequest], atATime width: Int) async {
    await requests.forEachBounded(by: width) { request in
      guard !Task.isCancelled, !self.isMade(request) else { return }
      _ = try? await self.picture(request, for: .background)
    }
  }

  /// The picture for a client that accepts WebP: an AVIF that is not there yet takes several times as long as a
  /// WebP, which stands in for it until ``makeWhatIsLate()`` has made it.
  ///
  /// - Returns: the picture, and the one that it is.
  /// - Throws: what ``picture(_:for:)`` does.
  package func pictureOrSubstitute(
    _ request: PictureRequest, for client: PictureClient
  ) async throws -> (made: PictureRequest, bytes: [UInt8]) {
    guard let substitute = request.substitute, !isMade(request) else {
      return (request, try await picture(request, for: client))
    }
    let bytes = try await picture(substitute, for: client)
    if later.count < Self.laterLimit, !later.contains(request) { later.append(request) }
    arrive.yield()
    return (substitute, bytes)
  }

  /// Makes the pictures for which others have stood in, one at a time, until the task is cancelled.
  package func makeWhatIsLate() async {
    for await _ in arrivals {
      while !later.isEmpty { await prepare([later.removeFirst()], atATime: 1) }
    }
  }
}
