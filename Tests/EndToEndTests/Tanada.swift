import Foundation
import Synchronization
import TestSupport

/// The built binary, spawned as a user would.
enum Tanada {
  static let binary = BuiltProgram.tanada

  /// What came of a finished process.
  struct Outcome: Sendable {
    let status: Int32
    let wasKilled: Bool
    let output: Data
    let messages: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs `tanada` with `arguments` in `folder` until it ends.
  static func run(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: Data = Data()
  ) async throws -> Outcome {
    try await run(binary.path, arguments, in: folder, environment: environment, input: input)
  }

  /// Runs any program the same way.
  static func run(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder,
    environment: [String: String] = [:], input: Data = Data()
  ) async throws -> Outcome {
    let process = try Spawned(
      program, arguments, in: folder, environment: environment, input: input)
    return try await process.outcome()
  }
}

/// A process on its way, with its output in files: a full pipe would stop it.
final class Spawned: Sendable {
  private let process: Process
  private let output: URL
  private let messages: URL
  private let ended = AsyncStream.makeStream(of: Void.self)

  var pid: Int32 { process.processIdentifier }

  convenience init(
    tanada arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws {
    try self.init(Tanada.binary.path, arguments, in: folder, environment: environment)
  }

  private static let starting = Mutex(())

  init(
    _ program: String, _ arguments: [String], in folder: TemporaryFolder,
    environment: [String: String] = [:], input: Data? = nil, standardInput: Pipe? = nil
  ) throws {
    let name = UUID().uuidString
    output = folder.url.appending(path: ".\(name).out")
    messages = folder.url.appending(path: ".\(name).err")
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    // Nothing of the machine's own settings, and a terminal that is none.
    process.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "TERM": "dumb"]
      .merging(environment) { $1 }
    for file in [output, messages] {
      try Data().write(to: file)
    }
    var files = [
      try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: messages),
    ]
    process.standardOutput = files[0]
    process.standardError = files[1]
    if let standardInput {
      process.standardInput = standardInput
    } else {
      let file = folder.url.appending(path: ".\(name).in")
      try (input ?? Data()).write(to: file)
      files.append(try FileHandle(forReadingFrom: file))
      process.standardInput = files[2]
    }
    let ended = ended.continuation
    process.terminationHandler = { _ in ended.finish() }
    // Foundation looks through the open file descriptors meanwhile, and crashes where there are many:
    // one process after the other, and none of its files stays open here.
    try Self.starting.withLock { _ in try process.run() }
    for file in files { try file.close() }
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits until the process has ended.
  func outcome() async throws -> Tanada.Outcome {
    for await _ in ended.stream {}
    return Tanada.Outcome(
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal,
      output: try Data(contentsOf: output),
      messages: try String(contentsOf: messages, encoding: .utf8))
  }

  /// The first line of the output, as soon as it is there; `nil` if the process ends before.
  func firstLine() async throws -> String? {
    while true {
      let isRunning = process.isRunning
      let text = try String(contentsOf: output, encoding: .utf8)
      if let end = text.firstIndex(of: "\n") { return String(text[..<end]) }
      guard isRunning else { return nil }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
