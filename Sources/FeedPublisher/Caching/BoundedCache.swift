import Synchronization

/// Documents computed on demand, the least recently used leaving first.
package final class BoundedCache<Key: Hashable & Sendable>: Sendable {
  private struct State {
    var documents = RecencyList<Key, PublishedDocument>()
    var byteCount = 0
    var hitCount = 0
    var missCount = 0
  }

  private let maximumByteCount: Int
  private let state = Mutex(State())

  /// A cache that holds up to `maximumByteCount` bytes of documents.
  package init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
  }

  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// How often a document was known when it was asked for.
  package var hitCount: Int { state.withLock { $0.hitCount } }
  /// How often a document had to be made.
  package var missCount: Int { state.withLock { $0.missCount } }

  /// The document for `key`, made by `make` unless it is known. Two callers at once may both make
  /// it; nobody waits for another's work.
  package func document(
    for key: Key, make: () throws -> PublishedDocument
  ) rethrows -> PublishedDocument {
    if let known = recall(key) { return known }
    let made = try make()
    keep(made, for: key)
    return made
  }

  private func recall(_ key: Key) -> PublishedDocument? {
    state.withLock { state in
      let known = state.documents.use(key)
      if known == nil { state.missCount += 1 } else { state.hitCount += 1 }
      return known
    }
  }

  private func keep(_ document: PublishedDocument, for key: Key) {
    guard document.byteCount <= maximumByteCount else { return }
    state.withLock { state in
      let replaced = state.documents.keep(document, for: key)
      state.byteCount += document.byteCount - (replaced?.byteCount ?? 0)
      while state.byteCount > maximumByteCount, let oldest = state.documents.removeOldest() {
        state.byteCount -= oldest.byteCount
      }
    }
  }
}
