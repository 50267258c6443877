import OrderedCollections
import Synchronization

/// Documents computed on demand, the least recently used leaving first.
package final class BoundedCache<Key: Hashable & Sendable>: Sendable {
  private struct State {
    var documents: OrderedDictionary<Key, PublishedDocument> = [:]
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
  package func document(for key: Key, make: () -> PublishedDocument) -> PublishedDocument {
    if let known = recall(key) { return known }
    let made = make()
    keep(made, for: key)
    return made
  }

  private func recall(_ key: Key) -> PublishedDocument? {
    state.withLock { state in
      guard let known = state.documents.removeValue(forKey: key) else {
        state.missCount += 1
        return nil
      }
      state.hitCount += 1
      state.documents[key] = known
      return known
    }
  }

  private func keep(_ document: PublishedDocument, for key: Key) {
    guard document.byteCount <= maximumByteCount else { return }
    state.withLock { state in
      if let old = state.documents.removeValue(forKey: key) {
        state.byteCount -= old.byteCount
      }
      state.documents[key] = document
      state.byteCount += document.byteCount
      while state.byteCount > maximumByteCount, let oldest = state.documents.elements.first {
        state.documents.removeFirst()
        state.byteCount -= oldest.value.byteCount
      }
    }
  }
}
