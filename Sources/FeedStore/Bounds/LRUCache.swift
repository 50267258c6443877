public import DequeModule

/// Values by their keys within a bound of bytes, of which the least recently used leaves first.
///
/// Everything takes constant time, on average: each use is appended to a queue, and a use that is
/// followed by a later use of the same key is skipped when it comes to the front.
public struct LRUCache<Key: Hashable, Value> {
  @usableFromInline struct Entry {
    @usableFromInline var value: Value
    @usableFromInline var byteCount: Int
    /// Counts the uses of all keys, up to the last one of this.
    @usableFromInline var lastUse: Int
  }

  /// The most bytes that ``shrink()`` leaves.
  package let maximumByteCount: Int
  /// The bytes of all values.
  package private(set) var byteCount = 0
  @usableFromInline var entries: [Key: Entry] = [:]
  @usableFromInline var uses: Deque<(key: Key, number: Int)> = []
  @usableFromInline var useCount = 0

  /// An empty cache for up to `maximumByteCount` bytes.
  package init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
  }

  /// The value for `key`. Reading it does not count as a use.
  package func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// The value for `key`, which counts as used now.
  @inlinable public mutating func use(_ key: Key) -> Value? {
    guard let entry = entries[key] else { return nil }
    // The last one used stays the last one.
    guard entry.lastUse != useCount else { return entry.value }
    let use = noteUse(of: key)
    entries[key]?.lastUse = use
    return entry.value
  }

  /// Stores `value` of `byteCount` bytes for `key`, which counts as used now. The cache may exceed
  /// its bound until ``shrink()`` is called.
  package mutating func store(_ value: Value, byteCount: Int, for key: Key) {
    let entry = Entry(value: value, byteCount: byteCount, lastUse: noteUse(of: key))
    let replaced = entries.updateValue(entry, forKey: key)
    self.byteCount += byteCount - (replaced?.byteCount ?? 0)
  }

  /// Removes the least recently used values until the others are within the bound.
  ///
  /// - Returns: the keys that were removed.
  @discardableResult
  package mutating func shrink() -> [Key] {
    var removed: [Key] = []
    while byteCount > maximumByteCount, let oldest = removeOldest() { removed.append(oldest.key) }
    return removed
  }

  /// The least recently used value.
  package var oldest: Value? {
    mutating get {
      skipOvertakenUses()
      return uses.first.flatMap { entries[$0.key]?.value }
    }
  }

  /// Removes the least recently used value.
  ///
  /// - Returns: it, with its key; `nil` if there is no value.
  @discardableResult
  package mutating func removeOldest() -> (key: Key, value: Value)? {
    skipOvertakenUses()
    guard let use = uses.popFirst() else { return nil }
    return remove(use.key).map { (use.key, $0) }
  }

  /// Removes the values for the keys that `isRemoved` chooses.
  package mutating func removeAll(_ isRemoved: (Key) -> Bool) {
    for key in entries.keys.filter(isRemoved) { remove(key) }
  }

  /// The keys of all values.
  package var keys: some Sequence<Key> { entries.keys }

  /// Removes the value for `key`.
  ///
  /// - Returns: the removed value; `nil` if the cache had none.
  @discardableResult
  package mutating func remove(_ key: Key) -> Value? {
    let entry = entries.removeValue(forKey: key)
    byteCount -= entry?.byteCount ?? 0
    return entry?.value
  }

  @inlinable mutating func noteUse(of key: Key) -> Int {
    useCount += 1
    uses.append((key, useCount))
    // Overtaken uses are removed before they outnumber the values.
    if uses.count > 2 * entries.count + 64 {
      let entries = entries
      let last = useCount
      uses.removeAll { $0.number != last && entries[$0.key]?.lastUse != $0.number }
    }
    return useCount
  }

  private mutating func skipOvertakenUses() {
    while let use = uses.first, entries[use.key]?.lastUse != use.number { uses.removeFirst() }
  }
}
