import FeedLayout
import Synchronization

/// Documents on demand, of all revisions and feeds in service, within one bound.
package final class DocumentCache: Sendable {
  /// How many bytes of documents are kept unless told otherwise.
  package static let defaultByteCount = 32 << 20

  /// What a document is kept under.
  enum Request: Hashable {
    case screen(Viewport)
    case page(section: String, Viewport, position: Int, limit: Int)
  }

  /// Documents of different renderings are never taken for one another, even of the same revision.
  struct Space: Hashable {
    fileprivate let number: Int
  }

  private struct Key: Hashable {
    let space: Space
    let request: Request
  }

  private let documents: BoundedCache<Key>
  private let spaceCount = Mutex(0)

  /// A cache that holds up to `maximumByteCount` bytes of documents, in all their codings.
  package init(maximumByteCount: Int = defaultByteCount) {
    documents = BoundedCache(maximumByteCount: maximumByteCount)
  }

  /// Bytes held, in all codings.
  package var byteCount: Int { documents.byteCount }
  /// How often a document was known when it was asked for.
  package var hitCount: Int { documents.hitCount }
  /// How often a document had to be made.
  package var missCount: Int { documents.missCount }

  /// A space that nothing else uses.
  func makeSpace() -> Space {
    spaceCount.withLock { count in
      count += 1
      return Space(number: count)
    }
  }

  /// The document for `request`, made by `make` unless it is known.
  func document(
    for request: Request, in space: Space, make: () throws -> PublishedDocument
  ) rethrows -> PublishedDocument {
    try documents.document(for: Key(space: space, request: request), make: make)
  }
}
