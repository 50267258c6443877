import ArgumentParser
import FeedEditing
import FeedLayout
import FeedModel
import FeedStore
import StrictJSON

struct CellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cell", abstract: "Write cells, list, show and remove them.",
    subcommands: [
      CellApplyCommand.self, CellListCommand.self, CellShowCommand.self, CellRemoveCommand.self,
    ])
}

struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", abstract: "Write themes, list, show and remove them.",
    subcommands: [
      ThemeApplyCommand.self, ThemeListCommand.self, ThemeShowCommand.self,
      ThemeRemoveCommand.self,
    ])
}

// MARK: - Apply

struct CellApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Write cells: all of them or none.",
    discussion: """
      A file has one cell or a list, {"cells":[…]}. Each is laid out on all screens: texts that lie on \
      each other, leave the frame or have no room are refused. A running server uses it at once.
      """)

  @OptionGroup var design: DesignApplication

  func run() async throws { try await design.run(.cell) }
}

struct ThemeApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", abstract: "Write themes: all of them or none.",
    discussion: """
      A file has one theme or a list, {"themes":[…]}. Every cell is laid out in it on all screens. The \
      theme called default changes all others.
      """)

  @OptionGroup var design: DesignApplication

  func run() async throws { try await design.run(.theme) }
}

struct DesignApplication: ParsableArguments {
  @Argument(help: .named("file", "The files, or - for standard input.")) var files: [String]

  @Flag(help: "Check the files and print what would change, but change nothing.")
  var dryRun = false

  @OptionGroup var options: SettingsOptions

  func run(_ type: DesignType) async throws {
    let settings = try await options.settings()
    var proposals: [DesignProposal] = []
    for file in files {
      let contents = try Console.read(file)
      do throws(DocumentProblems) {
        proposals += try DesignProposal.list(try JSONTree(parsing: contents), of: type)
      } catch {
        throw InvalidFile(path: file, problems: error)
      }
    }
    let all = proposals
    let (outcomes, revision) = try await settings.withStore { store in
      do {
        return try await Editor(store: store, clock: Clock.now)
          .apply(all, isDryRun: dryRun, by: .program)
      } catch EditingError.designInvalid(let key, let problems) {
        throw InvalidFile(path: "\(key)", problems: problems)
      }
    }
    for outcome in outcomes {
      try Console.output("\(outcome.design.key.name)  \(outcome.change.rawValue)\n")
    }
    try Console.output(
      dryRun
        ? "dry run, nothing changed\n"
        : outcomes.contains { $0.change != .unchanged }
          ? "revision \(revision)\n" : "nothing changed\n")
  }
}

// MARK: - List

struct CellListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the cells, and the layouts that they fit in.")

  @OptionGroup var options: SettingsOptions

  func run() async throws { try await options.listDesigns(.cell) }
}

struct ThemeListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the themes.")

  @OptionGroup var options: SettingsOptions

  func run() async throws { try await options.listDesigns(.theme) }
}

// MARK: - Show

struct CellShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a cell.")

  @Argument(help: .named("cell", "The cell.")) var cell: String

  @OptionGroup var options: SettingsOptions

  func run() async throws { try await options.showDesign(DesignKey(.cell, cell)) }
}

struct ThemeShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a theme.")

  @Argument(help: .named("theme", "The theme.")) var theme: String

  @OptionGroup var options: SettingsOptions

  func run() async throws { try await options.showDesign(DesignKey(.theme, theme)) }
}

// MARK: - Remove

struct CellRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a cell that no kind and no composition uses.")

  @Argument(help: .named("cell", "The cell.")) var cell: String

  @Flag(help: "Check whether the cell can be removed, but change nothing.") var dryRun = false

  @OptionGroup var options: SettingsOptions

  func run() async throws { try await options.removeDesign(DesignKey(.cell, cell), dryRun) }
}

struct ThemeRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a theme that no composition uses.")

  @Argument(help: .named("theme", "The theme.")) var theme: String

  @Flag(help: "Check whether the theme can be removed, but change nothing.") var dryRun = false

  @OptionGroup var options: SettingsOptions

  func run() async throws { try await options.removeDesign(DesignKey(.theme, theme), dryRun) }
}

extension SettingsOptions {
  fileprivate func catalogue() async throws -> CellCatalogue {
    try await settings().withStore(createsFile: false) { store in
      try await store.read { try $0.catalogue() }
    }
  }

  fileprivate func listDesigns(_ type: DesignType) async throws {
    let catalogue = try await catalogue()
    let rows = catalogue.designs(of: type).map { design in
      let origin = catalogue.written[design.key] == nil ? "built in" : "written"
      guard case .cell(let cell) = design.content else { return [design.key.name, origin] }
      return [design.key.name, origin, cell.fits.joined(separator: " ")]
    }
    try Console.output(Console.table(rows))
  }

  fileprivate func showDesign(_ key: DesignKey) async throws {
    let catalogue = try await catalogue()
    guard let design = catalogue[key] else {
      let names = catalogue.designs(of: key.type).map(\.key.name).joined(separator: ", ")
      throw ValidationError("expected one of \(names), found \(key.name)")
    }
    try Console.output(line: JSONTree(json: design.text)?.lines() ?? Array(design.text.utf8))
  }

  fileprivate func removeDesign(_ key: DesignKey, _ isDryRun: Bool) async throws {
    let revision = try await settings().withStore(createsFile: false) { store in
      do {
        return try await Editor(store: store, clock: Clock.now)
          .removeDesign(key, isDryRun: isDryRun, by: .program)
      } catch let error as EditingError {
        throw Failure("\(error)")
      }
    }
    try Console.output(
      isDryRun ? "dry run, nothing changed\n" : "removed, revision \(revision)\n")
  }
}
