import ArgumentParser
import Foundation
import FeedPublisher
import TestSupport
import Testing

@testable import tanada

/// Command lines that need no process of their own.
extension Tanada {
  /// What `tanada` says to `arguments`: mistakes in them, help pages, and the answers of calculations.
  ///
  /// They are read and answered in this process. If everything runs, the program is started, as a user would.
  static func answer(
    to arguments: [String], in folder: TemporaryFolder, input: Data = Data()
  ) async throws -> Outcome {
    guard !TestScale.current.isAll else {
      return try await run(arguments, in: folder, input: input)
    }
    return answerInProcess(to: arguments, input: input)
  }

  /// What `tanada` says to `arguments`, without starting it.
  ///
  /// A command that does something is not run: its outcome is empty.
  private static func answerInProcess(to arguments: [String], input: Data = Data()) -> Outcome {
    let (type, rest) = command(of: arguments)
    func refusal(_ error: any Error, _ text: String) -> Outcome {
      Outcome(
        status: type.exitCode(for: error).rawValue, wasKilled: false, output: Data(),
        messages: text + "\n")
    }
    if rest == ["--help"] {
      return Outcome(
        status: 0, wasKilled: false, output: Data(type.helpMessage().utf8), messages: "")
    }
    do {
      let command = try type.parseAsRoot(rest)
      do {
        let output = try (command as? any AnsweringCommand)?.answer(input) ?? []
        return Outcome(status: 0, wasKilled: false, output: Data(output), messages: "")
      } catch let error as ValidationError {
        return refusal(error, tanada.Tanada.usageMessage(for: error, of: type))
      }
    } catch {
      return refusal(error, type.fullMessage(for: error))
    }
  }

  /// The command that `arguments` name, and the rest of them. Reading them from the root would reflect all commands, as
  /// each start of the program does, which takes most of its time.
  private static func command(
    of arguments: [String]
  ) -> (type: any ParsableCommand.Type, rest: [String]) {
    var (type, rest) = (tanada.Tanada.self as any ParsableCommand.Type, arguments[...])
    while let name = rest.first,
      let next = type.configuration.subcommands.first(where: { $0.hasName(name) })
    {
      (type, rest) = (next, rest.dropFirst())
    }
    return (type, Array(rest))
  }
}

extension ParsableCommand {
  fileprivate static func hasName(_ name: String) -> Bool {
    configuration.commandName == name || configuration.aliases.contains(name)
  }
}

/// A command whose answer follows from its arguments and its input alone.
private protocol AnsweringCommand {
  /// What the command writes.
  func answer(_ input: Data) throws -> [UInt8]
}

extension CalculationCommand: AnsweringCommand {
  fileprivate func answer(_: Data) throws -> [UInt8] {
    try options.calculation().answer(items: Data()) + [UInt8(ascii: "\n")]
  }
}

extension LayoutTypeCommand: AnsweringCommand {
  fileprivate func answer(_ input: Data) throws -> [UInt8] {
    try options.calculation().answer(items: input) + [UInt8(ascii: "\n")]
  }
}

extension UnknownLayoutCommand: AnsweringCommand {
  fileprivate func answer(_: Data) throws -> [UInt8] {
    try run()
    return []
  }
}
