import ArgumentParser
import FeedLayout
import FeedPublisher
import LayoutCatalog

/// The options of a calculation, made of its table: the command line knows what addresses know, by the
/// same names and with the same help.
struct CalculationOptions<Calculated: Calculation>: ParsableArguments {
  /// What was given, by published name.
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

  /// The calculation that was asked for; wrong usage if there is no such one.
  func calculation() throws -> Calculated {
    do {
      return try Calculated(texts)
    } catch {
      throw ValidationError(error.usage)
    }
  }
}

extension CalculationOptions: CustomReflectable {
  /// What the parser finds its options by.
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
    // What follows a slash is a place inside its value, whose names are not options.
    let name = option.prefix { $0 != "/" }
    return "--\(String(name).kebabCase)\(option.dropFirst(name.count)): expected \(expected), "
      + "found \(finding)"
  }
}
