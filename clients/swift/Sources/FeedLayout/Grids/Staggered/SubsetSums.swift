/// The sums that the weights from each one on can have: a set of bits for each.
struct SubsetSums {
  private let wordCount: Int
  /// The sum of all weights.
  private let total: Int
  /// The sets one after the other; the last one, of no weights, has the sum 0 alone.
  private let words: [UInt64]

  static func wordCount(forSum sum: Int) -> Int { sum / UInt64.bitWidth + 1 }

  /// - Complexity: O(n · sum / 64) in time and memory.
  init(weights: [Int]) {
    let total = weights.reduce(0, +)
    let wordCount = Self.wordCount(forSum: total)
    self.total = total
    self.wordCount = wordCount
    words = Array(unsafeUninitializedCapacity: (weights.count + 1) * wordCount) { words, count in
      words.initialize(repeating: 0)
      count = words.count
      words[weights.count * wordCount] = 1
      // The words below are all zero from here on: only as many are looked at as have bits.
      var used = 1
      var sum = 0
      for level in weights.indices.reversed() {
        // Without the weight, and with it: moved up by as many bits.
        let source = (level + 1) * wordCount
        let target = level * wordCount
        let (wordShift, bitShift) = weights[level].quotientAndRemainder(
          dividingBy: UInt64.bitWidth)
        sum += weights[level]
        for word in 0..<used { words[target + word] = words[source + word] }
        for word in 0..<used {
          words[target + word + wordShift] |= words[source + word] &<< UInt64(bitShift)
        }
        // Bits move on into the next word only where the sum has room for them.
        let carried = bitShift == 0 ? 0 : min(used, wordCount - wordShift - 1)
        for word in 0..<carried {
          words[target + word + wordShift + 1] |=
            words[source + word] &>> UInt64(UInt64.bitWidth - bitShift)
        }
        used = Self.wordCount(forSum: sum)
      }
    }
  }

  /// Whether the weights from the one at `level` on can have this `sum`.
  func contains(_ sum: Int, level: Int) -> Bool {
    guard (0...total).contains(sum) else { return false }
    let (word, bit) = sum.quotientAndRemainder(dividingBy: UInt64.bitWidth)
    return words[level * wordCount + word] >> UInt64(bit) & 1 == 1
  }

  /// The sums of all weights that make the greater of `left` with the sum and `right` with the rest
  /// smallest: one, or two that are equally good.
  func nearest(left: Double, right: Double) -> [Int] {
    // Both columns would be equal here; anywhere when they are too high for that to matter.
    let ideal = (Double(total) + right - left) / 2
    let middle = ideal.isNaN ? 0 : Int(ideal.limited(to: 0...Double(total)))
    func height(_ sum: Int) -> Double {
      max(left + Double(sum), right + Double(total - sum))
    }
    let sums = [greatest(upTo: middle), smallest(from: middle + 1)].compactMap { $0 }
    let lowest = sums.map(height).min()
    return sums.filter { height($0) == lowest }
  }

  /// The greatest sum of all weights that is at most `limit`, a word at a time.
  private func greatest(upTo limit: Int) -> Int? {
    var mask = UInt64.max >> UInt64(63 - limit % 64)
    for word in stride(from: limit / 64, through: 0, by: -1) {
      let bits = words[word] & mask
      if bits != 0 { return word * 64 + 63 - bits.leadingZeroBitCount }
      mask = .max
    }
    return nil
  }

  /// The smallest sum of all weights that is at least `limit`, a word at a time.
  private func smallest(from limit: Int) -> Int? {
    guard limit <= total else { return nil }
    var mask = UInt64.max << UInt64(limit % 64)
    for word in limit / 64..<wordCount {
      let bits = words[word] & mask
      if bits != 0 { return word * 64 + bits.trailingZeroBitCount }
      mask = .max
    }
    return nil
  }
}
