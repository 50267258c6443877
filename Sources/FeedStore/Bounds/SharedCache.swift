import Synchronization

/// A least-recently-used cache that several caches share, with one bound in bytes for all of them: documents, variants,
/// pages, pictures. When it is full, the least recently used entry is removed, whichever cache it belongs to.
package final class SharedCache: Sendable {
  /// How many bytes are kept by default: an eighth of a machine of one GiB.
  package static let defaultByteCount = 128 << 20
  /// The estimated size of an entry beside its value, in bytes.
  package static let entryByteCount = 512

  /// The use of a part.
  package struct Use: Equatable, Sendable {
    /// The bytes that it takes.
    package var byteCount = 0
    /// How many of its entries have left to make room.
    package var evictionCount = 0

    package init(byteCount: Int = 0, evictionCount: Int = 0) {
      self.byteCount = byteCount
      self.evictionCount = evictionCount
    }
  }

  /// The bound, in bytes.
  package let maximumByteCount: Int
  private let state: Mutex<State>

  /// An empty cache for up to `maximumByteCount` bytes; 0 keeps nothing.
  package init(maximumByteCount: Int = defaultByteCount) {
    self.maximumByteCount = maximumByteCount
    state = Mutex(State(maximumByteCount: maximumByteCount))
  }

  /// The bytes of everything that is kept.
  package var byteCount: Int { state.withLock { $0.byteCount } }

  /// The use of all parts, by their names.
  package var uses: [String: Use] { state.withLock { $0.uses } }

  /// Removes all entries.
  package func removeAll() { change { $0.removeEntries(downTo: .min, isEviction: false) } }

  /// A part called `name`. Parts with the same name are counted together, and share no key.
  package func part<Key, Value>(_ name: String) -> Part<Key, Value> { Part(of: self, name: name) }

  /// Changes the entries. Those that it removes are freed when nobody waits for the lock.
  private func change(_ body: (inout State) -> [Entry]) {
    let removed = state.withLock { body(&$0) }
    withExtendedLifetime(removed) {}
  }
}

// MARK: - Parts

extension SharedCache {
  /// The values of one type, by keys of one type.
  package struct Part<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let cache: SharedCache
    private let name: String

    fileprivate init(of cache: SharedCache, name: String) {
      self.cache = cache
      self.name = name
    }

    /// The most bytes of a value that is kept.
    package var maximumByteCount: Int { cache.maximumByteCount - SharedCache.entryByteCount }
    /// The bytes that the part takes.
    package var byteCount: Int { cache.uses[name]?.byteCount ?? 0 }

    private func own(_ key: Key) -> EntryKey { EntryKey(part: name, key: key) }

    /// The value for `key`, which counts as used now.
    package func use(_ key: Key) -> Value? {
      let key = own(key)
      return cache.state.withLock { $0.entries.use(key)?.value } as? Value
    }

    /// Keeps `value` of `byteCount` bytes for `key`, which counts as used now, unless it exceeds the bound alone.
    package func store(_ value: Value, byteCount: Int, for key: Key) {
      let (key, size) = (own(key), byteCount + SharedCache.entryByteCount)
      guard size <= cache.maximumByteCount else { return }
      cache.change { $0.store((value, size), for: key) }
    }

    /// The value for `key`: that which is there, or else `value` of `byteCount` bytes, which is kept.
    package func keep(_ value: Value, byteCount: Int, for key: Key) -> Value {
      if let known = use(key) { return known }
      store(value, byteCount: byteCount, for: key)
      return value
    }

    /// Counts `byteCount` more bytes for the value of `key`, if it is there: it has grown.
    package func charge(_ byteCount: Int, to key: Key) {
      let key = own(key)
      cache.change { state in
        guard let entry = state.entries.peek(key) else { return [] }
        return state.store(
          (entry.value, entry.byteCount + byteCount), for: key)
      }
    }

    /// Removes the values for the keys that `isRemoved` chooses.
    package func removeAll(where isRemoved: (Key) -> Bool) {
      cache.change { state in
        let keys = state.entries.keys.filter { entry in
          entry.part == name && (entry.key as? Key).map(isRemoved) ?? false
        }
        return keys.compactMap { state.remove($0) }
      }
    }

    /// A function that does as ``charge(_:to:)`` as long as the cache is there.
    package func charging(_ key: Key) -> @Sendable (_ byteCount: Int) -> Void {
      let name = name
      return { [weak cache = self.cache] byteCount in
        if let cache { Part(of: cache, name: name).charge(byteCount, to: key) }
      }
    }
  }
}

// MARK: - Shares

extension SharedCache {
  /// The bytes that one owner keeps by itself, such as an event loop, which waits for no lock. They count as long as it
  /// lives.
  package final class Share: Sendable {
    private let cache: SharedCache
    private let name: String
    private let held = Mutex(0)

    /// A share of `cache` called `name`, which is empty.
    package init(of cache: SharedCache, name: String) {
      self.cache = cache
      self.name = name
    }

    deinit { hold(0) }

    /// Sets the size to `byteCount` bytes.
    package func hold(_ byteCount: Int) {
      let difference = held.withLock { held in
        defer { held = byteCount }
        return byteCount - held
      }
      guard difference != 0 else { return }
      cache.change { $0.hold(difference, as: name) }
    }
  }
}

// MARK: - Entries

extension SharedCache {
  fileprivate struct EntryKey: Hashable, Sendable {
    let part: String
    let key: any Hashable & Sendable

    static func == (one: EntryKey, other: EntryKey) -> Bool {
      one.part == other.part && isEqual(one.key, other.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(part)
      key.hash(into: &hasher)
    }

    private static func isEqual<Own: Hashable>(
      _ one: Own, _ other: any Hashable & Sendable
    ) -> Bool {
      other as? Own == one
    }
  }

  fileprivate typealias Entry = (value: any Sendable, byteCount: Int)

  fileprivate struct State {
    let maximumByteCount: Int
    var entries: LRUCache<EntryKey, Entry>
    var uses: [String: Use] = [:]
    /// The bytes of shares.
    var heldByteCount = 0

    init(maximumByteCount: Int) {
      self.maximumByteCount = maximumByteCount
      entries = LRUCache(maximumByteCount: maximumByteCount)
    }

    var byteCount: Int { entries.byteCount + heldByteCount }

    /// - Returns: the entries that it removes.
    mutating func store(_ entry: Entry, for key: EntryKey) -> [Entry] {
      let former = entries.peek(key)
      entries.store(entry, byteCount: entry.byteCount, for: key)
      uses[key.part, default: Use()].byteCount += entry.byteCount - (former?.byteCount ?? 0)
      return (former.map { [$0] } ?? []) + removeEntries(downTo: maximumByteCount)
    }

    /// - Returns: the entries that it removes.
    mutating func hold(_ difference: Int, as name: String) -> [Entry] {
      heldByteCount += difference
      uses[name, default: Use()].byteCount += difference
      return removeEntries(downTo: maximumByteCount)
    }

    mutating func remove(_ key: EntryKey) -> Entry? {
      let entry = entries.remove(key)
      uses[key.part, default: Use()].byteCount -= entry?.byteCount ?? 0
      return entry
    }

    /// Removes the least recently used entries until everything is within `size` bytes.
    mutating func removeEntries(downTo size: Int, isEviction: Bool = true) -> [Entry] {
      var removed: [Entry] = []
      while byteCount > size, let (key, entry) = entries.removeOldest() {
        uses[key.part, default: Use()].byteCount -= entry.byteCount
        if isEviction { uses[key.part, default: Use()].evictionCount += 1 }
        removed.append(entry)
      }
      return removed
    }
  }
}
