import DequeModule

/// Values by their keys within a bound of bytes, of which the least recently used leaves first.
///
/// Everything takes constant time, on average: each use is appended to a queue, and a use that is
/// followed by a later use of the same key is skipped when it comes to the front.
struct LRUCache<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var byteCount: Int
    /// Counts the uses of all keys, up to the last one of this.
    var lastUse: Int
  }

  /// The most bytes that ``shrink()`` leaves.
  let maximumByteCount: Int
  /// The bytes of all values.
  private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var uses: Deque<(key: Key, number: Int)> = []
  private var useCount = 0

  /// An empty cache for up to `maximumByteCount` bytes.
  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
  }

  /// The value for `key`. Reading it does not count as a use.
  func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// The value for `key`, which counts as used now.
  mutating func use(_ key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    let use = noteUse(of: key)
    entries[key]?.lastUse = use
    return value
  }

  /// Stores `value` of `byteCount` bytes for `key`, which counts as used now. The cache may exceed
  /// its bound until ``shrink()`` is called.
  mutating func store(_ value: Value, byteCount: Int, for key: Key) {
    let entry = Entry(value: value, byteCount: byteCount, lastUse: noteUse(of: key))
    let replaced = entries.updateValue(entry, forKey: key)
    self.byteCount += byteCount - (replaced?.byteCount ?? 0)
  }

  /// Removes the least recently used values until the others are within the bound.
  ///
  /// - Returns: how many were removed.
  @discardableResult
  mutating func shrink() -> Int {
    let count = entries.count
    while byteCount > maximumByteCount, !entries.isEmpty { removeOldest() }
    return count - entries.count
  }

  /// The least recently used value.
  var oldest: Value? {
    mutating get {
      skipOvertakenUses()
      return uses.first.flatMap { entries[$0.key]?.value }
    }
  }

  /// Removes the least recently used value.
  mutating func removeOldest() {
    skipOvertakenUses()
    guard let use = uses.popFirst(), let entry = entries.removeValue(forKey: use.key) else {
      return
    }
    byteCount -= entry.byteCount
  }

  private mutating func noteUse(of key: Key) -> Int {
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
