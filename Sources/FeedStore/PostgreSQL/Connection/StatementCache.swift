/// The prepared statements of a connection, by their SQL and the types of their parameters; those that are not used
/// leave first.
///
/// NULL fits every type, so that a statement is prepared once for all combinations of its NULLs: a type that was
/// not known is taken from the first parameter that has one.
struct StatementCache {
  /// SQL in use, and what it was prepared as.
  final class Entry {
    let translation: PlaceholderTranslation
    fileprivate(set) var variants: [Variant] = []

    fileprivate init(_ sql: String) {
      translation = PlaceholderTranslation(of: sql)
    }
  }

  /// A prepared statement.
  final class Variant {
    let name: String
    fileprivate(set) var types: [UInt32]
    /// Whether the server has not been asked to prepare it yet.
    var isNew = true

    fileprivate init(name: String, types: [UInt32]) {
      self.name = name
      self.types = types
    }

    /// Whether parameters of these types can be sent.
    fileprivate func fits(_ others: [UInt32]) -> Bool {
      zip(types, others).allSatisfy { $1 == 0 || $0 == $1 }
    }
  }

  private var entries: LRUCache<String, Entry>
  private var lastNumber = 0
  /// The names of statements that the server still has and nobody uses.
  private(set) var abandoned: [String] = []

  /// A cache for `count` statements.
  init(count: Int) {
    entries = LRUCache(maximumByteCount: max(1, count))
  }

  /// The entry for `sql`, made if there is none.
  mutating func entry(for sql: String) -> Entry {
    if let entry = entries.use(sql) { return entry }
    let entry = Entry(sql)
    while entries.byteCount >= entries.maximumByteCount, let oldest = entries.oldest {
      abandon(oldest.variants)
      entries.removeOldest()
    }
    entries.store(entry, byteCount: 1, for: sql)
    return entry
  }

  /// The prepared statement of `entry` for parameters of `types`, made if there is none.
  mutating func variant(of entry: Entry, for types: [UInt32]) -> Variant {
    if let variant = entry.variants.first(where: { $0.fits(types) }) { return variant }
    var types = types
    // One that knew fewer types is replaced.
    let narrower = entry.variants.first { variant in
      zip(variant.types, types).allSatisfy { $0 == 0 || $1 == 0 || $0 == $1 }
    }
    if let narrower {
      types = zip(types, narrower.types).map { $0 == 0 ? $1 : $0 }
      abandon([narrower])
      entry.variants.removeAll { $0 === narrower }
    }
    lastNumber += 1
    let variant = Variant(name: "tanada_\(lastNumber)", types: types)
    entry.variants.append(variant)
    return variant
  }

  /// Forgets a statement that the server could not prepare.
  mutating func forget(_ variant: Variant, sql: String) {
    entries.peek(sql)?.variants.removeAll { $0 === variant }
  }

  /// Forgets all statements.
  mutating func forgetAll() {
    while let oldest = entries.oldest {
      abandon(oldest.variants)
      entries.removeOldest()
    }
  }

  /// Removes and returns the names that the server can forget.
  mutating func takeAbandoned() -> [String] {
    defer { abandoned = [] }
    return abandoned
  }

  /// Notes that the server still has a statement.
  mutating func keepAbandoned(_ name: String) {
    abandoned.append(name)
  }

  private mutating func abandon(_ variants: [Variant]) {
    abandoned += variants.filter { !$0.isNew }.map(\.name)
  }
}
