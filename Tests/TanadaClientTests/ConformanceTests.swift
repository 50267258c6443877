import FeedLayout
import Foundation
import TanadaClient
import Testing

/// The cases that every client passes: those of `Tests/Conformance/client.json`, each of them.
@Suite("Conformance of the Swift client")
struct ConformanceTests {
  @Test("cases", arguments: ClientCases.names)
  func isAsExpected(_ name: String) throws {
    try ClientChecks.check(try ClientCases.read("cases/\(name).json"))
  }

  @Test("tables", arguments: ClientCases.tables)
  func isAsExpected(_ table: ClientCases.Table) throws {
    let cases = try ClientCases.read("\(table.file).json")[table.member]?.array ?? []
    #expect(!cases.isEmpty)
    for one in cases { try ClientChecks.check(one, inTable: table.type) }
  }

  @Test("every type of the list is checked, and there are cases of each")
  func hasCases() {
    let types = Set(ClientCases.names.map { String($0.prefix { $0 != "/" }) })
    #expect(types == Set(ClientCases.types))
    #expect(ClientCases.names.count > 150)
  }

  @Test("the client draws the newest documents of its layouts")
  func drawsNewest() {
    #expect(FeedClient.version == DocumentVersion.newest)
  }
}

/// The list of cases, and their files.
enum ClientCases {
  /// Cases that stand together in a file.
  struct Table: Sendable, CustomTestStringConvertible {
    let file: String
    let member: String
    let type: String

    var testDescription: String { "\(file)#\(member)" }
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Conformance")

  /// The file called `name`.
  static func read(_ name: String) throws -> JSONValue {
    try JSONValue(data: try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private static let list = (try? read("client.json")) ?? .null

  static let names = (list["cases"]?.array ?? []).compactMap(\.string)
  static let types = (list["types"]?.object ?? [:]).keys.sorted()
  static let tables = (list["tables"]?.array ?? []).compactMap { table -> Table? in
    guard let file = table["file"]?.string, let member = table["member"]?.string,
      let type = table["type"]?.string
    else { return nil }
    return Table(file: file, member: member, type: type)
  }
}
