import Foundation
import TestSupport
import Testing

/// The built binary, spawned as a user would.
enum Tanada {
  static let binary = BuiltProgram.tanada

  /// The exit status and output of a finished process.
  struct Outcome: Sendable {
    let status: Int32
    let wasKilled: Bool
    let output: Data
    let messages: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Runs `tanada` with `arguments` in `folder` until it ends.
  ///
  /// - Parameter status: The exit status that it must end with; `nil` for any.
  @discardableResult static func run(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    input: Data = Data(), status: Int32? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(
      binary.path, arguments, in: folder, environment: environment, input: input)
    if let status {
      try #require(outcome.status == status, "\(outcome.messages)", sourceLocation: sourceLocation)
    }
    return outcome
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
