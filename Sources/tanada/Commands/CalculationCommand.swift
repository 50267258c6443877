import ArgumentParser
import FeedLayout
import Foundation
import FeedPublisher

/// A calculation as a command: `tanada layout zoom`.
struct CalculationCommand<Calculated: Calculation>: ParsableCommand {
  static var configuration: CommandConfiguration { .calculation(Calculated.self) }

  @OptionGroup var options: CalculationOptions<Calculated>

  func run() throws {
    let calculation = try options.calculation()
    // The options are its only input, so every refusal is wrong usage.
    do {
      try Console.output(line: calculation.answer(items: Data()))
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

/// The options of a calculation, made from its table: the command line has the options that addresses
/// have, with the same names and the same help.
struct CalculationOptions<Calculated: Calculation>: ParsableArguments {
  /// The given values by published name.
  private var texts: [String: String] = [:]

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: OptionKey.self)
    for option in Calculated.options.descriptions {
      let key = OptionKey(stringValue: option.name)
      switch option.form {
      case .flag:
        if try container.decode(Flag<Bool>.self, forKey: key).wrappedValue {
          texts[option.name] = "true"
        }
      case .requiredValue:
        texts[option.name] = try container.decode(Option<String>.self, forKey: key).wrappedValue
      case .value:
        texts[option.name] = try container.decode(Option<String?>.self, forKey: key).wrappedValue
      }
    }
  }

  func validate() throws {
    _ = try calculation()
  }

  /// The calculation with the given options.
  ///
  /// - Throws: `ValidationError` for options that it refuses.
  func calculation() throws -> Calculated {
    do {
      return try Calculated(texts)
    } catch {
      throw ValidationError(error.usage)
    }
  }
}

extension CalculationOptions: CustomReflectable {
  /// The options, where the parser looks for them.
  var customMirror: Mirror {
    Mirror(self, children: Calculated.options.descriptions.map { ("_\($0.name)", $0.argument) })
  }
}

/// The published name of an option, as a coding key.
private struct OptionKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue _: Int) { nil }
}

extension OptionDescription {
  /// The property wrapper that declares the option.
  fileprivate var argument: any Decodable {
    let name = NameSpecification.customLong(kebabCaseName)
    let help = ArgumentHelp(help, valueName: valueName)
    return switch form {
    case .flag: Flag(wrappedValue: false, name: name, help: help)
    case .requiredValue: Option<String>(name: name, parsing: .unconditional, help: help)
    case .value: Option<String?>(name: name, parsing: .unconditional, help: help)
    }
  }
}

extension OptionProblem {
  /// The problem, by the name of the option on the command line.
  var usage: String {
    // The text after a slash is a place inside the value, and not part of the option's name.
    let name = option.prefix { $0 != "/" }
    return "--\(String(name).kebabCase)\(option.dropFirst(name.count)): expected \(expected), "
      + "found \(finding)"
  }
}
