import ArgumentParser
import Dispatch
import FeedPhotos

/// The command line. Data goes to standard output, messages to standard error; the exit code is 0
/// when done, 1 when something failed and 64 for wrong usage.
@main struct Tanada: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tanada",
    abstract: "Home-screen feeds, computed on the server and served as JSON.",
    version: ProgramVersion.current.headline,
    subcommands: [
      SeedCommand.self, ServeCommand.self, PreviewCommand.self, FeedCommand.self,
      LayoutCommand.self, SettleCommand.self, ExportCommand.self, ImportCommand.self,
      KindCommand.self, CellCommand.self, ThemeCommand.self, PhotoCommand.self, TokenCommand.self,
      StudioCommand.self, AuditCommand.self,
      HistoryCommand.self, TypesCommand.self, McpCommand.self, BackupCommand.self,
      RestoreCommand.self, CheckCommand.self, MigrateCommand.self, CopyCommand.self,
      ExportStaticCommand.self, ConfigCommand.self, HealthCommand.self,
    ])

  /// Runs the command. Its tasks do not run on this thread, which waits for them: if it were theirs, it would end
  /// at their first wait, and ending a thread reads a megabyte of tables for exceptions.
  static func main() {
    var command: any ParsableCommand
    do { command = try parseArguments() } catch { fail(error, of: nil) }
    guard let task = command as? any AsyncParsableCommand else {
      do { try command.run() } catch { fail(error, of: type(of: command)) }
      return
    }
    // Without a thread for them, tasks would wait for one for ever.
    do { try OwnThread.require(2) } catch { fail(error, of: nil) }
    let end = DispatchSemaphore(value: 0)
    // Only the task uses the command.
    nonisolated(unsafe) var running = task
    Task.detached {
      do { try await running.run() } catch { fail(error, of: type(of: running)) }
      end.signal()
    }
    end.wait()
  }

  /// Ends the process with the message and the exit code for `error`.
  private static func fail(_ error: any Error, of command: (any ParsableCommand.Type)?) -> Never {
    if let usage = error as? ValidationError, let command {
      Console.message(usageMessage(for: usage, of: command))
      exit(withError: ExitCode.validationFailure)
    }
    guard Failure.isOurs(error) else { exit(withError: error) }
    // A line each: a file may have many problems.
    for line in "\(error)".split(separator: "\n") { Console.message("error: \(line)") }
    exit(withError: ExitCode.failure)
  }
}

extension Tanada {
  /// The command that the arguments call for.
  ///
  /// Looking for it in the tree of all commands reflects each of them, so that of a server, which is started the
  /// most often by far, is tried first. All others, wrong usage and help are for the tree.
  private static func parseArguments() throws -> any ParsableCommand {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == ServeCommand.configuration.commandName,
      let command = try? ServeCommand.parse(Array(arguments.dropFirst()))
    {
      return command
    }
    if arguments == ["--version"] {
      try Console.output(line: Array(ProgramVersion.report.utf8))
      exit()
    }
    return try parseAsRoot()
  }

  /// The message for wrong usage that a command notices when it runs, such as the name of a kind that
  /// there is not. It is the one of the argument parser for what it notices before, which knows no
  /// command any more and would show the usage of all.
  static func usageMessage(
    for error: ValidationError, of command: any ParsableCommand.Type
  ) -> String {
    let usage = usageString(for: command)
    // The usage begins with the names that lead to the command.
    let path = usage.split(separator: " ").prefix { $0.first?.isLetter == true }
    return """
      Error: \(error.message)
      Usage: \(usage)
        See '\(path.joined(separator: " ")) --help' for more information.
      """
  }
}
