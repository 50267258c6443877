import DequeModule

/// Values by their keys, in the order in which they were last used.
///
/// Everything takes constant time, on average: a use is noted behind the others, and one that has
/// been overtaken by a later use of the same key is skipped once it comes to the front.
struct RecencyList<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    /// Counts the uses of all keys, up to the last one of this.
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses: Deque<(key: Key, number: Int)> = []
  private var useCount = 0

  var count: Int { entries.count }

  /// The value for `key`, without using it.
  func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// The value for `key`, which is used now.
  mutating func use(_ key: Key) -> Value? {
    guard let value = entries[key]?.value else { return nil }
    let use = noteUse(of: key)
    entries[key]?.lastUse = use
    return value
  }

  /// Keeps `value` for `key`, which is used now.
  ///
  /// - Returns: what was kept for the key before.
  mutating func keep(_ value: Value, for key: Key) -> Value? {
    let entry = Entry(value: value, lastUse: noteUse(of: key))
    return entries.updateValue(entry, forKey: key)?.value
  }

  /// The value that has not been used for longest.
  var oldest: Value? {
    mutating get {
      skipOvertakenUses()
      return uses.first.flatMap { entries[$0.key]?.value }
    }
  }

  /// Takes out the value that has not been used for longest.
  mutating func removeOldest() -> Value? {
    skipOvertakenUses()
    return uses.popFirst().flatMap { entries.removeValue(forKey: $0.key)?.value }
  }

  private mutating func noteUse(of key: Key) -> Int {
    useCount += 1
    uses.append((key, useCount))
    // Uses that have been overtaken are thrown away before they outnumber the values.
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
