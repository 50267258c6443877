import FeedStore
import Foundation
import Synchronization
import TestSupport
import Testing

/// Reads and writes of items while the definition of their kind changes.
@Suite(.server(publishes: false)) struct ChangingKindTests {
  /// Definitions of shops that follow each other: a field is added, renamed and removed.
  private static let definitions = [
    ("", ""),
    (#",{"name":"note","type":"text","required":false}"#, ""),
    (#",{"name":"remark","type":"text","required":false,"renamed_from":"note"}"#, ""),
    ("", "?discard=remark"),
  ]

  private static func definition(_ field: String) -> String {
    """
    {"kind":"shops","title":"Shops","fields":[{"name":"name","type":"text"}\(field)],
      "roles":{"headline":"name"}}
    """
  }

  private static let requests: [(method: String, path: String, body: String?)] = [
    ("PUT", "/v1/content/shops/1", #"{"name":"put"}"#),
    ("PATCH", "/v1/content/shops/1", #"{"name":"patched"}"#),
    ("POST", "/v1/content/shops", #"{"name":"new"}"#),
    ("POST", "/v1/batch", #"[{"op":"patch","kind":"shops","id":1,"body":{"name":"batch"}}]"#),
    ("POST", "/v1/import/shops", #"[{"id":1,"name":"imported"},{"id":2,"name":"imported"}]"#),
    ("GET", "/v1/content/shops?q=im", nil), ("GET", "/v1/content/shops/1", nil),
    ("GET", "/v1/export/shops?format=csv", nil),
  ]

  /// The end of all changes, which the writers wait for.
  private final class End: Sendable {
    let hasCome = Atomic(false)
  }

  @Test func nothingFailsWhileADefinitionChanges() async throws {
    let (admin, editor) = (try await server.bearer(.admin), try await server.bearer(.editor))
    func define(_ index: Int) async throws {
      let (field, query) = Self.definitions[index % Self.definitions.count]
      let defined = try await server.send(
        "PUT", "/v1/kinds/shops\(query)", admin, json: Self.definition(field))
      #expect([200, 201].contains(defined.status))
    }
    try await define(0)
    try await server.send("PUT", "/v1/content/shops/1", editor, json: #"{"name":"a"}"#, is: 201)
    let end = End()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (method, path, body) in Self.requests {
        group.addTask {
          while !end.hasCome.load(ordering: .relaxed) {
            let answer = try await DescribedClient.withoutDescription {
              try await server.send(method, path, editor, json: body)
            }
            let isRefused = try answer.status == 409 && answer.code() == "kind_changed"
            #expect(
              [200, 201].contains(answer.status) || isRefused,
              "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
          }
        }
      }
      for index in 1...40 { try await define(index) }
      end.hasCome.store(true, ordering: .relaxed)
      try await group.waitForAll()
    }
  }

  /// A composition that was read before the change does not bring a field back.
  @Test func aCompositionIsReadAgainWithTheNewDefinition() async throws {
    let composition = """
      {"sections":[{"id":"a","kind":"shops","title":"A",
        "source":{"query":{"filter":{"name":"b"}}}}]}
      """
    for (index, (field, query)) in Self.definitions.enumerated() {
      let defined = try await server.send(
        "PUT", "/v1/kinds/shops\(query)", admin, json: Self.definition(field))
      #expect([200, 201].contains(defined.status))
      try await server.send(
        "PUT", "/v1/feeds/town/composition", admin, json: composition, is: index == 0 ? 201 : 200)
    }
  }
}
