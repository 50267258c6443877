import AllocationCounter
import ArgumentParser
import Foundation

/// `scripts/bench layout`: the costs of laying out, beside a floor measured in the same run.
@main
struct LayoutBenchmark: ParsableCommand {
  @Option(help: "How often each measurement is repeated.") var rounds = 9

  @Flag(help: "Fail unless the promises of docs/performance.md hold.") var check = false

  @Flag(help: "Measure times only, without instructions and memory.") var quick = false

  @Option(help: ArgumentHelp("Run one algorithm alone, by position.", visibility: .private))
  var only: Int?

  @Option(help: ArgumentHelp("With how many items.", visibility: .private)) var items = 10_000

  @Option(help: ArgumentHelp("How often.", visibility: .private)) var times = 1

  func run() throws {
    if let only { return try run(Algorithm.all[only]) }
    keep_freed_memory()
    let report = try Report(algorithms: Algorithm.all, rounds: rounds, isQuick: quick)
    print(report.text)
    guard check else { return }
    for broken in report.brokenPromises { print("broken: \(broken)") }
    if !report.brokenPromises.isEmpty { throw ExitCode.failure }
  }

  /// Runs `algorithm` for another process that watches this one, and says how much memory it took.
  private func run(_ algorithm: Algorithm) throws {
    let input = try Input(count: items)
    let before = Memory.peak
    for _ in 0..<times { sink += try algorithm.run(input) }
    print(Memory.peak - before)
  }
}
