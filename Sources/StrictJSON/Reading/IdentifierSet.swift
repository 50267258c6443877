/// A set of positive integers that is small when they lie close together: 64 of them share a word.
package struct IdentifierSet {
  private var words: [Int: UInt64] = [:]

  package init() {}

  /// Adds `id` and says whether it was new.
  package mutating func insert(_ id: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(id & 63)
    let word = words[id >> 6, default: 0]
    words[id >> 6] = word | bit
    return word & bit == 0
  }
}
