import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import Synchronization

/// Who may see a photo, and the pictures that are made of it: everybody while published content shows it, and
/// otherwise those with a token.
///
/// A signature in an address is a permission of its own: it was published, or sent to somebody.
final class PhotoAccess: Sendable {
  /// The photos of which it is known whether content shows them, at one revision.
  private struct Known {
    var revision = 0
    var isPublic: [PhotoID: Bool] = [:]
  }

  /// The most photos that are kept in mind.
  private static let knownCount = 10_000

  private let library: PhotoLibrary
  private let publisher: FeedPublisher
  private let known = Mutex(Known())

  init(_ library: PhotoLibrary, publisher: FeedPublisher) {
    self.library = library
    self.publisher = publisher
  }

  /// - Returns: whether everybody may see photo `id`, and its pictures may be cached for all.
  /// - Throws: ``Problem`` if the client of the request may not.
  func require(_ id: PhotoID, for context: FeedRequestContext) async throws -> Bool {
    let isPublic = try await isPublic(id)
    // A photo that may not be seen is none, like a draft.
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
        known = Known(revision: revision)
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
