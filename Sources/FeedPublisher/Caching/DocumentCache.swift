import Caching
package import FeedLayout
package import Foundation
import Synchronization

/// A cache of limited size for the documents of all feeds in service, and the sections that they consist of.
package final class DocumentCache: Sendable {
  /// How many bytes of documents are kept by default.
  package static let defaultByteCount = 32 << 20

  /// The part of a cache key that names a document.
  package enum Request: Hashable, Sendable {
    case screen(ScreenTraits, DocumentLocale)
    case page(
      ScreenTraits, DocumentLocale, variant: String?, top: Double, position: Int, limit: Int)
    case jsonFeed(DocumentLocale, version: Int)
    case content(address: String, revisionID: UUID)
    case continuation(feed: String, variant: String?, section: String, SectionCursor, limit: Int)

    /// The estimated overhead of a cache entry beside its document, in bytes; 0 for requests that clients
    /// cannot vary at will.
    fileprivate var byteCount: Int {
      if case .content(let address, _) = self { 1_024 + address.utf8.count } else { 0 }
    }
  }

  /// A namespace of cache keys, for the documents of one feed or section from one revision on. Keys of
  /// different namespaces are distinct, even of the same revision.
  package struct Space: Hashable, Sendable {
    fileprivate let number: Int
  }

  private enum Key: Hashable {
    case document(Space, Request)
    case fragment(Space, ScreenTraits, DocumentLocale)
  }

  private enum Value {
    case document(PublishedDocument)
    case fragment(SectionFragment)
  }

  private struct State {
    var values: LRUCache<Key, Value>
    var spaceCount = 0
  }

  private let state: Mutex<State>
  private let hits = Atomic(0)
  private let misses = Atomic(0)

  /// A cache that holds up to `maximumByteCount` bytes, documents in all their codings.
  package init(maximumByteCount: Int = defaultByteCount) {
    state = Mutex(State(values: LRUCache(maximumByteCount: maximumByteCount)))
  }

  /// Bytes held, in all codings.
  package var byteCount: Int { state.withLock { $0.values.byteCount } }
  /// How many requests were answered from the cache.
  package var hitCount: Int { hits.load(ordering: .relaxed) }
  /// How many requests had to make their document.
  package var missCount: Int { misses.load(ordering: .relaxed) }

  /// Counts a request that was answered with a document that the cache returned earlier.
  package func noteHit() { hits.add(1, ordering: .relaxed) }

  /// Returns a new namespace of keys.
  package func makeSpace() -> Space {
    state.withLock { state in
      state.spaceCount += 1
      return Space(number: state.spaceCount)
    }
  }

  /// Keeps `document`, which was made for `request` because the cache did not have it.
  func keep(_ document: PublishedDocument, for request: Request, in space: Space) {
    misses.add(1, ordering: .relaxed)
    store(
      .document(document), byteCount: document.byteCount + request.byteCount,
      for: .document(space, request))
  }

  /// The document for `request`, made by `make` unless the cache has it. No caller waits for another.
  func document(
    for request: Request, in space: Space, reading make: () async throws -> PublishedDocument?
  ) async rethrows -> PublishedDocument? {
    if let known = knownDocument(for: request, in: space) { return known }
    guard let made = try await make() else {
      misses.add(1, ordering: .relaxed)
      return nil
    }
    keep(made, for: request, in: space)
    return made
  }

  /// The document for `request`, if the cache has it.
  func knownDocument(for request: Request, in space: Space) -> PublishedDocument? {
    guard case .document(let known)? = known(.document(space, request)) else { return nil }
    noteHit()
    return known
  }

  /// The document for `request`, made by `make` unless the cache has it. Two callers at once may
  /// both make it: no caller waits for another.
  package func document(
    for request: Request, in space: Space, make: () throws -> PublishedDocument
  ) rethrows -> PublishedDocument {
    if let known = knownDocument(for: request, in: space) { return known }
    let made = try make()
    keep(made, for: request, in: space)
    return made
  }

  /// The section of `space` for `traits`, made by `make` unless the cache has it. No caller waits for another.
  func fragment(
    for traits: ScreenTraits, _ locale: DocumentLocale, in space: Space,
    make: () -> SectionFragment
  ) -> SectionFragment {
    let key = Key.fragment(space, traits, locale)
    if case .fragment(let known)? = known(key) { return known }
    let made = make()
    store(.fragment(made), byteCount: made.byteCount, for: key)
    return made
  }

  private func known(_ key: Key) -> Value? {
    state.withLock { $0.values.use(key) }
  }

  private func store(_ value: Value, byteCount: Int, for key: Key) {
    state.withLock { state in
      // A document that exceeds the bound alone must not displace all others.
      guard byteCount <= state.values.maximumByteCount else { return }
      state.values.store(value, byteCount: byteCount, for: key)
      state.values.shrink()
    }
  }
}
