import ArgumentParser
import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import StrictJSON

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout", abstract: "Compute layouts and other geometry without a database.",
    discussion: "'tanada help layout TYPE' explains the options of a layout.",
    subcommands: Calculations.sections.map { $0.layoutCommand }
      + Calculations.geometry.map { $0.command } + [UnknownLayoutCommand.self],
    defaultSubcommand: UnknownLayoutCommand.self)
}

/// Runs when no layout is named, or an unknown one.
struct UnknownLayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "unknown", shouldDisplay: false)

  @Argument(parsing: .allUnrecognized) var words: [String] = []

  func run() throws {
    guard let name = words.first else { throw CleanExit.helpRequest(LayoutCommand.self) }
    let names = Calculations.layouts.map { $0.name.kebabCase }.joined(separator: ", ")
    throw ValidationError("layout: expected one of \(names), found \(name.quotedExcerpt)")
  }
}

/// The output formats of a layout.
enum LayoutFormat: String, CaseIterable, ExpressibleByArgument {
  case json, svg
}

/// A layout of items as a command: `tanada layout shelf [FILE|-]`.
struct LayoutTypeCommand<Calculated: SectionCalculating>: ParsableCommand {
  static var configuration: CommandConfiguration {
    .calculation(
      Calculated.self,
      note: "The file holds {\"result\":[…]} or a bare array. \(Calculated.itemFields)")
  }

  @Argument(help: .named("file", "A JSON file, or - for standard input.")) var file = "-"

  @OptionGroup var options: CalculationOptions<Calculated>

  @Option(help: .named("format", "json, or svg: a drawing of the numbered boxes."))
  var format = LayoutFormat.json

  @Option(
    name: .shortAndLong, help: .named("file", "The file to write (default: standard output)."))
  var output: String?

  func run() throws {
    let calculation = try options.calculation()
    let items = try Console.read(file)
    do {
      try Console.write(render(calculation, items), to: output)
    } catch let problems as DocumentProblems {
      throw InvalidFile(path: file == "-" ? "standard input" : file, problems: problems)
    } catch let problem as OptionProblem {
      throw ValidationError(problem.usage)
    } catch let error as LayoutError where error.isAboutOptions {
      throw ValidationError(error.description)
    }
  }

  private func render(_ calculation: Calculated, _ items: Data) throws -> [UInt8] {
    switch format {
    case .json: try calculation.answer(items: items) + [UInt8(ascii: "\n")]
    case .svg: try drawing(calculation, items)
    }
  }

  private func drawing(_ calculation: Calculated, _ items: Data) throws -> [UInt8] {
    let (layout, errors) = try calculation.layout(of: items)
    // In JSON they are members of the answer.
    for error in errors { Console.message("warning: \(error)") }
    return Array(LayoutPreview(layout).render().utf8)
  }
}

extension SectionCalculating {
  /// The command that lays items out this way.
  static var layoutCommand: any ParsableCommand.Type { LayoutTypeCommand<Self>.self }
}

struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle", abstract: "Compute where a carousel comes to rest after a drag.",
    subcommands: Calculations.settling.map { $0.command })
}
