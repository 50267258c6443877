/// Counts how far a list is from being sorted.
enum OrderInversions {
  /// The pairs of which the later value is smaller.
  ///
  /// Merges sorted runs of doubling length, and counts what each value of a right run passes by
  /// (D. E. Knuth, "The Art of Computer Programming", volume 3, 5.1.1).
  ///
  /// - Complexity: O(n log n).
  static func count(in values: [Double]) -> Int {
    var source = values
    var target = values
    var inversions = 0
    var length = 1
    while length < values.count {
      for start in stride(from: 0, to: values.count, by: 2 * length) {
        let middle = min(start + length, values.count)
        let end = min(middle + length, values.count)
        var left = start
        var right = middle
        for index in start..<end {
          if left < middle, right == end || source[left] <= source[right] {
            target[index] = source[left]
            left += 1
          } else {
            target[index] = source[right]
            inversions += middle - left
            right += 1
          }
        }
      }
      swap(&source, &target)
      length *= 2
    }
    return inversions
  }
}
