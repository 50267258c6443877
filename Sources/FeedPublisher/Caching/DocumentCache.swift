import Caching
package import FeedLayout
import Synchronization

/// Documents made on demand, of all revisions and feeds in service, within one bound.
package final class DocumentCache: Sendable {
  /// How many bytes of documents are kept by default.
  package static let defaultByteCount = 32 << 20

  /// What was asked for.
  package enum Request: Hashable, Sendable {
    case screen(ScreenTraits)
    case page(section: String, ScreenTraits, position: Int, limit: Int)
  }

  /// The documents of one rendering. Those of different renderings are never mixed up, even if they
  /// are of the same revision.
  package struct Space: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Key: Hashable {
    let space: Space
    let request: Request
  }

  private struct State {
    var documents: LRUCache<Key, PublishedDocument>
    var spaceCount = 0
    var hitCount = 0
    var missCount = 0
  }

  private let state: Mutex<State>

  /// A cache that holds up to `maximumByteCount` bytes of documents, in all their codings.
  package init(maximumByteCount: Int = defaultByteCount) {
    state = Mutex(State(documents: LRUCache(maximumByteCount: maximumByteCount)))
  }

  /// Bytes held, in all codings.
  package var byteCount: Int { state.withLock { $0.documents.byteCount } }
  /// How many requests were answered from the cache.
  package var hitCount: Int { state.withLock { $0.hitCount } }
  /// How many requests had to make their document.
  package var missCount: Int { state.withLock { $0.missCount } }

  /// A namespace of keys.
  package func makeSpace() -> Space {
    state.withLock { state in
      state.spaceCount += 1
      return Space(number: state.spaceCount)
    }
  }

  /// The document for `request`, made by `make` unless the cache has it. Two callers at once may
  /// both make it: no caller waits for another.
  package func document(
    for request: Request, in space: Space, make: () throws -> PublishedDocument
  ) rethrows -> PublishedDocument {
    let key = Key(space: space, request: request)
    if let known = known(key) { return known }
    let made = try make()
    store(made, for: key)
    return made
  }

  private func known(_ key: Key) -> PublishedDocument? {
    state.withLock { state in
      let known = state.documents.use(key)
      if known == nil { state.missCount += 1 } else { state.hitCount += 1 }
      return known
    }
  }

  private func store(_ document: PublishedDocument, for key: Key) {
    state.withLock { state in
      // A document that exceeds the bound alone must not displace all others.
      guard document.byteCount <= state.documents.maximumByteCount else { return }
      state.documents.store(document, byteCount: document.byteCount, for: key)
      state.documents.shrink()
    }
  }
}
