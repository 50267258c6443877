import ArgumentParser

extension Tanada {
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
