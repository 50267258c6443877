import Foundation
package import Testing

/// The seeds and sizes of tests: few, small and always the same in the gate, larger for a night and before a tag, free and
/// large in a soak.
///
/// - The gate has what proves most for its time: one seed, and small sizes.
/// - `TANADA_TEST_SCALE=all` adds the tests, arguments and sizes whose kind of proof the gate has in a cheaper form.
/// - A soak is any run of the tests with `TANADA_SOAK_SEED`. It has that seed and those that follow from
///   it, `TANADA_SOAK_SEEDS` in all (10 unless set). A failure names its seed as the argument of the test:
///   with it as `TANADA_SOAK_SEED` and one seed, the failure is repeated at the soak's sizes.
///
/// `TANADA_TEST_SEED` is that one seed alone, whatever the sizes.
package struct TestScale: Sendable, Equatable {
  /// How large tests are.
  package enum Size: Sendable, Equatable {
    case gate, all, soak
  }

  /// How large the tests of this run are.
  package let size: Size
  /// The seeds that properties are tested with.
  package let seeds: [UInt64]

  /// The scale that variables of the environment choose.
  package init(environment: [String: String]) {
    let soakSeed = environment["TANADA_SOAK_SEED"].flatMap { UInt64($0) }
    size = soakSeed != nil ? .soak : environment["TANADA_TEST_SCALE"] == "all" ? .all : .gate
    if let seed = environment["TANADA_TEST_SEED"].flatMap({ UInt64($0) }) {
      seeds = [seed]
    } else if let soakSeed {
      let count = environment["TANADA_SOAK_SEEDS"].flatMap { Int($0) } ?? 10
      var generator = SeededGenerator(seed: soakSeed)
      seeds = [soakSeed] + (1..<max(count, 1)).map { _ in generator.next() }
    } else {
      seeds = size == .all ? [1, 2] : [1]
    }
  }

  /// The scale of this run.
  package static let current = TestScale(environment: ProcessInfo.processInfo.environment)

  /// Whether sizes are those of a soak.
  package var isSoak: Bool { size == .soak }
  /// Whether everything runs, which it does in a soak as well.
  package var isAll: Bool { size != .gate }

  /// How many items, edits or rounds a test has that is cheap outside of a soak.
  package static func count(gate: Int, soak: Int) -> Int {
    count(gate: gate, all: gate, soak: soak)
  }

  /// How many items, edits or rounds a test has in this run.
  package static func count(gate: Int, all: Int, soak: Int) -> Int {
    switch current.size {
    case .gate: gate
    case .all: all
    case .soak: soak
    }
  }

  /// Returns `cases`, and in the gate the first `gate` of them.
  package static func cases<Case>(_ cases: [Case], gate: Int) -> [Case] {
    current.isAll ? cases : Array(cases.prefix(gate))
  }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a test out of the gate.
  ///
  /// - Parameter reason: what proves the same kind of thing there.
  package static func onlyAll(_ reason: Comment) -> Self {
    .enabled(if: TestScale.current.isAll, reason)
  }
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. It is no measure of speed: all tests run at once, so that one takes as long as all of them on a
  /// busy machine.
  package static var hangLimit: Self { .timeLimit(.minutes(20)) }
}
