import FeedStore
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import HTTPTypes
import Synchronization

/// Who may see a photo, and the pictures that are made of it: everybody while published content shows it, and
/// otherwise those with a token.
///
/// A signature in an address is a permission of its own: it was published, or sent to somebody.
final class PhotoAccess: Sendable {
  private static let knownCount = 10_000

  private let library: PhotoLibrary
  private let publisher: FeedPublisher
  /// The photos of which it is known whether content shows them, at one revision.
  private let known = Mutex<(revision: Int, isPublic: [PhotoID: Bool])>((0, [:]))

  init(_ library: PhotoLibrary, publisher: FeedPublisher) {
    self.library = library
    self.publisher = publisher
  }

  /// - Returns: whether everybody may see photo `id`, and its pictures may be cached for all.
  /// - Throws: ``Problem`` if the client of the request may not.
  func require(_ id: PhotoID, for context: FeedRequestContext) async throws -> Bool {
    let isPublic = try await isPublic(id)
    // A hidden photo is answered like one that does not exist, as a draft is.
    guard isPublic || context.identity != nil else { throw Problem.noPhoto(id) }
    return isPublic
  }

  private func isPublic(_ id: PhotoID) async throws -> Bool {
    // While boundaries cannot be written, what is shown changes without a revision.
    guard !publisher.isOverdue else {
      return try await isShown(id, at: publisher.clock.now) ?? false
    }
    let revision = publisher.current?.revision ?? 0
    let known = known.withLock { $0.revision == revision ? $0.isPublic[id] : nil }
    if let known { return known }
    guard let isPublic = try await isShown(id, at: nil) else { return false }
    self.known.withLock { known in
      if known.revision != revision || known.isPublic.count >= Self.knownCount {
        known = (revision, [:])
      }
      known.isPublic[id] = isPublic
    }
    return isPublic
  }

  /// Whether content shows photo `id`; `nil` if there is no such photo. Anybody may ask for any id, and only that of a
  /// photo is worth looking for in all content.
  private func isShown(_ id: PhotoID, at moment: Timestamp?) async throws -> Bool? {
    try await library.store.read { reader in
      try reader.photo(id).map { _ in try reader.isShownPublicly(id, at: moment) }
    }
  }
}

/// The cost of the pictures that an address may have made without a signature or a token: the pixels that are worked on.
/// These are the pixels of the photo, which are decoded, or those of a card that is larger.
final class OpenPictureBudget: Sendable {
  /// The megapixels for which an address has pictures made in ``window``: 50 pictures of 12 megapixels.
  static let megapixels = 600
  private static let window = Duration.seconds(60)
  private let clock: any TimeSource
  private let pixels = RefilledBudget(megapixels * 1_000_000, in: window)

  init(clock: any TimeSource) {
    self.clock = clock
  }

  /// Takes the cost of a picture, `pixels`, from the budget of `client`.
  ///
  /// - Throws: ``Problem`` if too little is left.
  func spend(_ pixels: Int, by client: Client) throws(Problem) {
    // One photo that is larger than the budget takes all of it.
    let decision = self.pixels.take(pixels, by: client, at: clock.uptime)
    guard decision.isAllowed else {
      let seconds = decision.untilNext.wholeSeconds
      throw Problem(
        status: .tooManyRequests, code: "too_many_pictures",
        detail: "sizes without a signature cost the pixels of their photo, up to "
          + "\(Self.megapixels) megapixels a minute; try again in \(seconds) s, or use a published "
          + "address", headers: [.retryAfter: "\(seconds)"])
    }
  }
}
