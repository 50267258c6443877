import AllocationCounter
import Foundation

/// The costs of a run beside time: allocations, memory and instructions.
enum Costs {
  /// Allocations of one call with `count` items.
  static func allocations(_ algorithm: Algorithm, count: Int) throws -> Int {
    let input = try Input(count: min(count, algorithm.largestCount))
    sink += try algorithm.run(input)
    let before = allocation_count()
    sink += try algorithm.run(input)
    return allocation_count() - before
  }

  /// Memory one call with `count` items adds to the process at its peak, in bytes; a process of its
  /// own runs it.
  static func peakMemory(_ index: Int, _ algorithm: Algorithm, count: Int) throws -> Int? {
    let items = min(count, algorithm.largestCount)
    let printed = try run(own, ["--only", "\(index)", "--items", "\(items)"])
    return printed.output.split(separator: "\n").last.flatMap { Int($0) }
  }

  /// Instructions per item, counted by valgrind; `nil` where there is none. Runs that differ in
  /// nothing but the number of calls are subtracted, so that the start of the process cancels out.
  static func instructions(_ index: Int, _ algorithm: Algorithm, count: Int) throws -> Double? {
    let items = min(count, algorithm.largestCount)
    func total(times: Int) throws -> Double? {
      let printed = try run(
        "/usr/bin/valgrind",
        [
          "--tool=callgrind", "--callgrind-out-file=/dev/null", own, "--only", "\(index)",
          "--items", "\(items)", "--times", "\(times)",
        ])
      let line = printed.messages.split(separator: "\n").last { $0.contains("Collected :") }
      return line?.split(separator: " ").last.flatMap { Double($0) }
    }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"),
      let few = try total(times: 1), let many = try total(times: 5)
    else { return nil }
    return (many - few) / 4 / Double(items)
  }

  private static var own: String { Bundle.main.executablePath ?? CommandLine.arguments[0] }

  private static func run(
    _ path: String, _ arguments: [String]
  ) throws -> (output: String, messages: String) {
    let process = Process()
    let output = Pipe()
    let messages = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = messages
    try process.run()
    let texts = (
      output.fileHandleForReading.readDataToEndOfFile(),
      messages.fileHandleForReading.readDataToEndOfFile()
    )
    process.waitUntilExit()
    return (String(decoding: texts.0, as: UTF8.self), String(decoding: texts.1, as: UTF8.self))
  }
}

/// The memory of this process.
enum Memory {
  /// The most it has ever held, in bytes (`VmHWM`).
  static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0) * 1024
  }
}
