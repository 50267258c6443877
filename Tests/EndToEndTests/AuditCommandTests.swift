import Foundation
import Testing
import TestSupport

/// `tanada audit prune`, beside a running server.
@Suite(.serialized) struct AuditCommandTests {
  /// Dates the last two entries of the 62 sample items to now, and all others to 2017.
  private static let ageing = """
    UPDATE audit_entries
    SET at = CASE WHEN number <= 60 THEN 1500000000000 ELSE unixepoch() * 1000 END
    """

  @Test(.onlyAll("aFileIsGoneOnWith prunes the audit without a server"))
  func oldEntriesGoIntoAFileAndTheAuditSaysSo() async throws {
    try await RunningServer.run { server in
      try server.folder.spoil(Self.ageing)
      let arguments = ["audit", "prune", "--older-than", "90d", "--to", "old.ndjson"]
      let outcome = try await Tanada.run(arguments, in: server.folder, status: 0)
      #expect(outcome.text.hasPrefix("entries removed: 60, all written before 20"))
      let again = try await Tanada.run(arguments, in: server.folder)
      #expect(again.text.hasPrefix("entries removed: 0, "))

      let archive = server.folder.path("old.ndjson")
      let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      let file = try String(contentsOfFile: archive, encoding: .utf8)
      let lines = try file.split(separator: "\n").map { try JSONValue.parse(Data($0.utf8)) }
      #expect(lines.map(\.["number"].number) == (1...60).map { Double($0) })
      #expect(lines[0]["actor"].text == "command line")
      #expect(lines[0]["after"]["id"].number == 1)

      let made = try await Tanada.run(
        ["token", "create", "--role", "admin", "--name", "Anna"], in: server.folder)
      let anna = ["Authorization": "Bearer \(made.text.trimmingCharacters(in: .newlines))"]
      let audit = try await server.client.get("/v1/audit?limit=1000", headers: anna)
      let entries = try JSONValue.parse(audit.body)["result"].elements
      #expect(entries.map(\.["number"].number) == [64, 63, 62, 61])
      #expect(entries[1]["subject"].text == "audit" && entries[1]["action"].text == "delete")
      #expect(entries[1]["before"]["entries"].number == 60)
    }
  }

  @Test func aFileIsGoneOnWith() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.write("before\n", to: "old.ndjson")
    try folder.spoil(Self.ageing)
    let outcome = try await Tanada.run(
      ["audit", "prune", "--before", "2020-01-01T00:00:00+0900", "--to", "old.ndjson"], in: folder)
    #expect(outcome.text == "entries removed: 60, all written before 2019-12-31T15:00:00.000Z\n")
    let file = try String(contentsOfFile: folder.path("old.ndjson"), encoding: .utf8)
    #expect(file.hasPrefix("before\n") && file.split(separator: "\n").count == 61)
    guard TestScale.current.isAll else { return }
    let nowhere = try await Tanada.run(
      ["audit", "prune", "--older-than", "1m", "--to", "none/old.ndjson"], in: folder, status: 1)
    #expect(nowhere.messages.hasPrefix("error: none/old.ndjson: cannot be written"))
  }

  @Test(arguments: [
    [], ["--older-than", "90"], ["--older-than", "0d"], ["--before", "yesterday"],
    ["--before", "2130-01-01T00:00:00Z"],
    ["--before", "2020-01-01T00:00:00Z", "--older-than", "90d"],
  ])
  func whatIsNoAgeIsWrongUsage(options: [String]) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Tanada.answer(to: ["audit", "prune"] + options, in: folder)
    #expect(outcome.status == 64 && outcome.text.isEmpty)
  }
}
