import Foundation

/// The seeds and sizes of tests: few, small and always the same in the gate, free and large in a soak.
///
/// A soak is any run of the tests with `TANADA_SOAK_SEED`. It has that seed and those that follow from
/// it, `TANADA_SOAK_SEEDS` in all (10 unless set). A failure names its seed as the argument of the test:
/// with it as `TANADA_SOAK_SEED` and one seed, the failure is repeated at the soak's sizes.
/// `TANADA_TEST_SEED` is that one seed alone, whatever the sizes.
package struct TestScale: Sendable, Equatable {
  /// Whether sizes are those of a soak.
  package let isSoak: Bool
  /// The seeds that properties are tested with.
  package let seeds: [UInt64]

  /// The scale that variables of the environment choose.
  package init(environment: [String: String]) {
    let soakSeed = environment["TANADA_SOAK_SEED"].flatMap { UInt64($0) }
    isSoak = soakSeed != nil
    if let seed = environment["TANADA_TEST_SEED"].flatMap({ UInt64($0) }) {
      seeds = [seed]
    } else if let soakSeed {
      let count = environment["TANADA_SOAK_SEEDS"].flatMap { Int($0) } ?? 10
      var generator = SeededGenerator(seed: soakSeed)
      seeds = [soakSeed] + (1..<max(count, 1)).map { _ in generator.next() }
    } else {
      seeds = [1, 2]
    }
  }

  /// The scale of this run.
  package static let current = TestScale(environment: ProcessInfo.processInfo.environment)

  /// How many items, edits or rounds a test has in this run.
  package static func count(gate: Int, soak: Int) -> Int { current.isSoak ? soak : gate }
}
