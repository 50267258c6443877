/// Times algorithms side by side: each round measures all of them one after the other, so that a busy
/// moment of the machine slows all alike, and medians of the rounds are compared.
struct Timing {
  /// Items per measurement: enough for the clock.
  private static let itemsPerMeasurement = 500_000

  let counts: [Int]
  let rounds: Int

  /// Nanoseconds per item, by algorithm and number of items; none where it is too many for one.
  func measure(_ algorithms: [Algorithm]) throws -> [[Double?]] {
    let inputs = try counts.map { try Input(count: $0) }
    var samples = Array(
      repeating: Array(repeating: [Double](), count: counts.count), count: algorithms.count)
    for round in 0...rounds {
      for (index, algorithm) in algorithms.enumerated() {
        for (column, count) in counts.enumerated() where count <= algorithm.largestCount {
          let sample = try Self.time(algorithm, inputs[column], count: count)
          // The first round is for the caches and the heap.
          if round > 0 { samples[index][column].append(sample) }
        }
      }
    }
    return samples.map { $0.map { $0.isEmpty ? nil : $0.median } }
  }

  private static func time(_ algorithm: Algorithm, _ input: Input, count: Int) throws -> Double {
    let repetitions = max(1, itemsPerMeasurement / count)
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<repetitions { sink += try algorithm.run(input) }
    let duration = clock.now - start
    let nanoseconds =
      Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
    return nanoseconds / Double(repetitions * count)
  }
}

/// Where results go, so that they are needed.
nonisolated(unsafe) var sink = 0.0

extension [Double] {
  /// The middle of the numbers, of which there must be some.
  var median: Double { sorted()[count / 2] }
}
