import ArgumentParser
import Foundation
import StrictJSON

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print the effective settings and the source of each.",
    discussion:
      "A flag overrides the environment, which overrides the file, which overrides the default.")

  @Flag(help: "Print JSON.") var json = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let origins = try await options.settings().origins
    if json {
      let bytes = JSONWriter.encode { writer in
        writer.object { object in
          for (name, value, origin) in origins {
            object.object(name) {
              $0.member("value", value)
              $0.member("origin", origin)
            }
          }
        }
      }
      try Console.output(bytes + [UInt8(ascii: "\n")])
    } else {
      let rows = origins.map { ($0.name, $0.value, "(\($0.origin))") }
      let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
      for (key, value, origin) in rows {
        let key = key.padding(toLength: widths.0, withPad: " ", startingAt: 0)
        let value = value.padding(toLength: widths.1, withPad: " ", startingAt: 0)
        try Console.output("\(key)  \(value)  \(origin)\n")
      }
    }
  }
}
