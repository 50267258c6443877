import ArgumentParser
import FeedPublisher
import LayoutCatalog

/// `tanada layout`
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Compute geometry without a database: items in, their layout out.",
    discussion: "Every option of a layout is explained by tanada help layout TYPE.",
    subcommands: Calculations.sections.map { $0.layoutCommand }
      + Calculations.geometry.map { $0.command } + [UnknownLayoutCommand.self],
    defaultSubcommand: UnknownLayoutCommand.self)
}

/// What is run when no layout was named, or one there is no such one of.
struct UnknownLayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unknown", shouldDisplay: false)

  @Argument(parsing: .allUnrecognized) var words: [String] = []

  func run() throws {
    guard let name = words.first else { throw CleanExit.helpRequest(LayoutCommand.self) }
    let names = Calculations.layouts.map { $0.name.kebabCase }.joined(separator: ", ")
    throw ValidationError("layout: expected one of \(names), found \(name.quotedExcerpt)")
  }
}
