import Configuration
import FeedModel
import Foundation
import Logging
import StrictJSON
import Synchronization

/// Finds the settings in force: flag before environment before folders of secrets before file before default.
///
/// Values are read as text and parsed by their ``Setting``, not by the typed getters of Configuration:
/// these convert text from the environment only, and their errors name neither the range nor the origin
/// of a value. `tanada config` also shows every value as it was written.
struct SettingsReader {
  /// Looked for in the current folder when no other file is named.
  static let defaultFile = "tanada.json"

  private let reader: ConfigReader
  private let recorder: OriginRecorder

  /// A reader of `flags`, the environment, folders of secrets, and `file` or the default file.
  init(flags: [String: String], file: String?) async throws {
    let environment = ProcessInfo.processInfo.environment
    let secrets = try Self.secretFolders(in: environment).map {
      ($0, try Self.values(inFolder: $0))
    }
    let named = file ?? environment["TANADA_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? Self.defaultFile
    let values = try Self.values(inFile: path, isRequired: named != nil)

    // An empty variable is an unset one.
    let variables = EnvironmentVariablesProvider(
      environmentVariables: environment.filter { !$0.value.isEmpty }
    ).prefixKeys(with: "tanada")
    let defaults = Setting.all.map { ($0.name, $0.defaultText) }
    let sources: [(origin: String, provider: any ConfigProvider)] =
      [("flag", Self.provider(of: flags.map { ($0.key, $0.value) })), ("environment", variables)]
      + secrets.map { ($0.0, Self.provider(of: $0.1)) }
      + [(path, Self.provider(of: values)), ("default", Self.provider(of: defaults))]
    recorder = OriginRecorder(origins: sources.map(\.origin))
    reader = ConfigReader(providers: sources.map(\.provider), accessReporter: recorder)
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

  private static func provider(of values: [(String, String)]) -> InMemoryProvider {
    InMemoryProvider(
      values: Dictionary(
        uniqueKeysWithValues: values.map { name, value in
          (AbsoluteConfigKey([name]), ConfigValue(.string(value), isSecret: false))
        }))
  }

  /// Where managers of secrets put a file for each: the folder that is named to tanada, and that of systemd.
  private static func secretFolders(in environment: [String: String]) -> [String] {
    ["TANADA_SECRETS", "CREDENTIALS_DIRECTORY"].compactMap { environment[$0] }
      .filter { !$0.isEmpty }
  }

  /// The settings that a folder has a file of, without the line feed at its end. Other files are not read: a folder may
  /// have secrets of others.
  ///
  /// The provider of Configuration for such folders leaves out symbolic links, which all secrets of Kubernetes are.
  private static func values(inFolder path: String) throws -> [(String, String)] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw Failure("\(path): no such folder of secrets") }
    return try Setting.all.compactMap { setting in
      let file = "\(path)/\(setting.name)"
      guard let data = try contents(of: file) else { return nil }
      guard let text = String(data: data, encoding: .utf8) else {
        throw Failure("\(file): cannot be read as text")
      }
      return (setting.name, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
  }

  /// The settings of a JSON file as text, whatever their type; unknown names are refused.
  private static func values(inFile path: String, isRequired: Bool) throws -> [(String, String)] {
    guard let data = try contents(of: path) else {
      guard !isRequired else {
        throw Failure("\(path): no such configuration file")
      }
      return []
    }
    let tree: JSONTree
    do { tree = try JSONTree(parsing: data) } catch {
      let problem = error.listed[0]
      let place = problem.pointer.isEmpty ? path : "\(path)#\(problem.pointer)"
      throw Failure("\(place): \(problem.sentence)")
    }
    guard let members = tree.members else {
      throw Failure("\(path): expected an object of settings, found \(tree.finding)")
    }
    for member in members where Setting.named(member.name) == nil {
      let names = Setting.all.map(\.name).joined(separator: ", ")
      throw Failure("\(path)#/\(member.name): no such setting; expected some of \(names)")
    }
    return try members.map { member in
      guard let text = text(member.value) else {
        throw Failure(
          "\(path)#/\(member.name): expected text, a number, true, false or a list of texts, "
            + "found \(member.value.finding)")
      }
      return (member.name, text)
    }
  }

  /// A setting in a file: text, a whole number, true or false, or a list of texts; `nil` for anything else.
  private static func text(_ value: JSONTree) -> String? {
    if let number = value.integer { return String(number) }
    if let flag = value.flag { return flag ? "on" : "off" }
    guard let elements = value.elements else { return value.string }
    let texts = elements.compactMap(\.string)
    guard texts.count == elements.count else { return nil }
    return texts.isEmpty ? "none" : texts.joined(separator: ",")
  }

  /// The bytes of the file at `path`; `nil` if there is none.
  private static func contents(of path: String) throws -> Data? {
    do { return try NamedFile.contents(of: path) } catch .missing { return nil } catch {
      throw Failure("\(path): \(error)")
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
