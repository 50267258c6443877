import Configuration
import Foundation
import Logging
import Synchronization

/// Finds the settings in force: flag before environment before file before default.
///
/// Values are read as text and parsed by their ``Setting``, not by the typed getters of Configuration:
/// these convert text from the environment only, and their errors name neither the range nor the origin
/// of a value. `tanada config` also shows every value as it was written.
struct SettingsReader {
  /// Looked for in the current folder when no other file is named.
  static let defaultFile = "tanada.json"

  private let reader: ConfigReader
  private let recorder: OriginRecorder

  /// A reader of `flags`, the environment, and `file` or the default file.
  init(flags: [String: String], file: String?) async throws {
    let environment = ProcessInfo.processInfo.environment
    let named = file ?? environment["TANADA_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? Self.defaultFile
    let values = try Self.values(inFile: path, isRequired: named != nil)

    recorder = OriginRecorder(origins: ["flag", "environment", path, "default"])
    reader = ConfigReader(
      providers: [
        InMemoryProvider(
          name: "flag",
          values: Self.absolute(flags.map { ($0.key, $0.value) })),
        EnvironmentVariablesProvider(
          // An empty variable is an unset one.
          environmentVariables: environment.filter { !$0.value.isEmpty }
        ).prefixKeys(with: "tanada"),
        InMemoryProvider(name: path, values: Self.absolute(values)),
        InMemoryProvider(
          name: "default",
          values: Self.absolute(Setting.all.map { ($0.name, $0.defaultText) })),
      ],
      accessReporter: recorder)
  }

  /// The settings, each checked.
  func settings() throws -> Settings {
    var settings = Settings()
    for setting in Setting.all {
      let text = try reader.requiredString(forKey: ConfigKey([setting.name]))
      try settings.set(setting, to: text, from: recorder.origin(of: setting))
    }
    return settings
  }

  private static func absolute(
    _ values: some Sequence<(String, String)>
  ) -> [AbsoluteConfigKey: ConfigValue] {
    Dictionary(
      uniqueKeysWithValues: values.map { name, value in
        (AbsoluteConfigKey([name]), ConfigValue(.string(value), isSecret: false))
      })
  }

  /// The settings of a JSON file as text, whatever their type; unknown names are refused.
  private static func values(
    inFile path: String, isRequired: Bool
  ) throws -> [(String, String)] {
    guard let data = FileManager.default.contents(atPath: path) else {
      guard !isRequired else {
        throw SettingsError.unreadable(path: path, reason: "no such configuration file")
      }
      return []
    }
    let values: [String: FileValue]
    do {
      values = try JSONDecoder().decode([String: FileValue].self, from: data)
    } catch {
      throw SettingsError.unreadable(
        path: path, reason: "expected a JSON object of text, numbers, lists of text, true and false"
      )
    }
    for name in values.keys.sorted() where Setting.named(name) == nil {
      throw SettingsError.unknown(name: name, path: path)
    }
    return values.map { ($0.key, $0.value.text) }
  }

  /// A setting in a file: text, a whole number, true or false, or a list of texts.
  private struct FileValue: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        text = String(number)
      } else if let flag = try? container.decode(Bool.self) {
        text = flag ? "on" : "off"
      } else if let list = try? container.decode([String].self) {
        text = list.isEmpty ? "none" : list.joined(separator: ",")
      } else {
        text = try container.decode(String.self)
      }
    }
  }
}

/// Records which provider answered for each setting.
private final class OriginRecorder: AccessReporter {
  private let origins: [String]
  private let answered = Mutex<[String: Int]>([:])

  init(origins: [String]) {
    self.origins = origins
  }

  func report(_ event: AccessEvent) {
    // The first provider with a value is used.
    answered.withLock {
      $0[event.metadata.key.components.last ?? ""] = event.providerResults.count - 1
    }
  }

  func origin(of setting: Setting) -> String {
    let index = answered.withLock { $0[setting.name] } ?? origins.count - 1
    return origins[index]
  }
}
