import ArgumentParser
import FeedLayout
import FeedModel
import FeedPublisher
import Foundation
import LayoutCatalog

/// A calculation as a command: `tanada layout zoom`.
struct CalculationCommand<Calculated: Calculation>: ParsableCommand {
  static var configuration: CommandConfiguration { .calculation(Calculated.self) }

  @OptionGroup var options: CalculationOptions<Calculated>

  func run() throws {
    let calculation = try options.calculation()
    // Its only input are the options: what it refuses is wrong usage.
    do {
      Console.output(line: try calculation.answer(items: Data()))
    } catch let error as LayoutError {
      throw ValidationError(error.description)
    } catch let problem as OptionProblem {
      throw ValidationError(problem.usage)
    }
  }
}

extension CommandConfiguration {
  /// A command that computes `calculation`, by its name with hyphens or with underscores.
  static func calculation(
    _ calculation: any Calculation.Type, note: String = ""
  ) -> CommandConfiguration {
    let name = calculation.name.kebabCase
    return CommandConfiguration(
      commandName: name, abstract: calculation.abstract,
      discussion: [calculation.discussion, note].filter { !$0.isEmpty }.joined(separator: " "),
      aliases: name == calculation.name ? [] : [calculation.name])
  }
}

extension Calculation {
  /// The command that computes this.
  static var command: any ParsableCommand.Type { CalculationCommand<Self>.self }
}
