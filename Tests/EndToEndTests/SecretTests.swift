import Foundation
import TestSupport
import Testing

/// Settings from files of secrets.
@Suite struct SecretTests {
  /// The line of `tanada config` for a setting, with single spaces.
  private func line(
    _ setting: String, in folder: TemporaryFolder, _ environment: [String: String]
  ) async throws -> String? {
    try await lines(of: [setting], in: folder, environment).first
  }

  /// The lines of `tanada config` for some settings, with single spaces.
  private func lines(
    of settings: [String], in folder: TemporaryFolder, _ environment: [String: String]
  ) async throws -> [String] {
    let outcome = try await Tanada.run(["config"], in: folder, environment: environment, status: 0)
    #expect(!outcome.text.contains("moon"), "a secret is shown")
    return outcome.text.split(separator: "\n")
      .map { $0.split(separator: " ").joined(separator: " ") }
      .filter { line in settings.contains { line.hasPrefix("\($0) ") } }
  }

  private func folderOfSecrets(_ name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  @Test func aFileIsASetting() async throws {
    let folder = try TemporaryFolder()
    let secrets = try folderOfSecrets("secrets", in: folder)
    try folder.write("moon\n", to: "secrets/purge_token")
    try folder.write("postgresql://tanada:moon@127.0.0.1/tanada", to: "secrets/store")
    // As Kubernetes has them.
    try folder.write("moon", to: "secrets/..data")
    try FileManager.default.createSymbolicLink(
      atPath: secrets + "/store_password", withDestinationPath: "..data")
    try folder.write("of another service", to: "secrets/other")
    let environment = ["TANADA_SECRETS": secrets]
    let lines = try await lines(
      of: ["purge_token", "store_password", "store", "purge_secret"], in: folder, environment)
    #expect(
      Set(lines) == [
        "purge_token (hidden) (\(secrets))", "store_password (hidden) (\(secrets))",
        "store postgresql://tanada@127.0.0.1/tanada (\(secrets))", "purge_secret none (default)",
      ])
  }

  @Test(.onlyAll("CommandTests has flags, the environment and the file; aFileIsASetting secrets"))
  func theEnvironmentOverridesSecretsAndTheseTheFile() async throws {
    let folder = try TemporaryFolder()
    let secrets = try folderOfSecrets("secrets", in: folder)
    let credentials = try folderOfSecrets("credentials", in: folder)
    try folder.write("4100", to: "secrets/port")
    try folder.write("4200", to: "credentials/port")
    try folder.write(#"{"port":4300}"#, to: "tanada.json")
    var environment: [String: String] = [:]
    #expect(try await line("port", in: folder, environment) == "port 4300 (tanada.json)")
    environment["CREDENTIALS_DIRECTORY"] = credentials
    #expect(try await line("port", in: folder, environment) == "port 4200 (\(credentials))")
    environment["TANADA_SECRETS"] = secrets
    #expect(try await line("port", in: folder, environment) == "port 4100 (\(secrets))")
    environment["TANADA_PORT"] = "4000"
    #expect(try await line("port", in: folder, environment) == "port 4000 (environment)")
  }

  @Test(.onlyAll("CommandTests has a setting that cannot be"))
  func whatCannotBeReadIsSaid() async throws {
    let folder = try TemporaryFolder()
    let secrets = try folderOfSecrets("secrets", in: folder)
    let missing = try await Tanada.run(
      ["config"], in: folder, environment: ["TANADA_SECRETS": secrets + "/none"], status: 1)
    #expect(missing.messages == "error: \(secrets)/none: no such folder of secrets\n")
    try FileManager.default.createDirectory(
      atPath: secrets + "/purge_token", withIntermediateDirectories: true)
    let unreadable = try await Tanada.run(
      ["config"], in: folder, environment: ["TANADA_SECRETS": secrets], status: 1)
    #expect(unreadable.messages == "error: \(secrets)/purge_token: is a folder; expected a file\n")
    try FileManager.default.removeItem(atPath: secrets + "/purge_token")
    try folder.write("\n", to: "secrets/purge_token")
    let empty = try await Tanada.run(
      ["config"], in: folder, environment: ["TANADA_SECRETS": secrets], status: 1)
    #expect(empty.messages.contains("purge_token (\(secrets)): expected "))
  }
}
