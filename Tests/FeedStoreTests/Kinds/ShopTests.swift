import FeedModel
import FeedStore
import Foundation
import GRDB
import StrictJSON
import TestSupport
import Testing

/// Tests of a kind `shops` with fields of every type, which has three items.
protocol ShopTests {
  var store: SQLiteFeedStore { get }
}

extension ShopTests {
  /// The fields of ``shops``, by their names.
  static var fields: [String: String] {
    [
      "title": #""type":"text","max_length":20"#, "site": #""type":"url""#,
      "seats": #""type":"integer","minimum":1,"maximum":90"#,
      "score": #""type":"number","minimum":0,"maximum":5"#, "is_open": #""type":"boolean""#,
      "opened_at": #""type":"date""#, "area": #""type":"choice","choices":["Shibuya","代々木's"]"#,
      "services": #""type":"list","of":"text","max_items":3"#,
      "topic": #""type":"reference","kind":"featured_topics","required":false"#,
      "note": #""type":"text","required":false"#,
    ]
  }
  static var order: [String] {
    [
      "title", "site", "seats", "score", "is_open", "opened_at", "area", "services", "topic",
      "note",
    ]
  }

  static func shops(
    _ fields: [String: String] = fields, _ order: [String] = order
  ) throws -> KindProposal {
    let fields = order.map { #"{"name":"\#($0)",\#(fields[$0] ?? "")}"# }.joined(separator: ",")
    return try proposal(#"{"kind":"shops","fields":[\#(fields)]}"#)
  }

  static func proposal(_ text: String) throws -> KindProposal {
    try KindProposal(reading: JSONTree(parsing: Data(text.utf8)))
  }

  /// Three shops: an ordinary one, and ones with the smallest and the largest allowed values.
  static var items: [[String: FieldValue]] {
    [
      [
        "title": .text("Rice & curry"), "site": .text("https://example.com/1"),
        "seats": .integer(12),
        "score": .number(3.7), "is_open": .boolean(true), "opened_at": date("2022-12-01T15:00:00Z"),
        "area": .text("Shibuya"), "services": .list([.text("wifi"), .text("terrace")]),
        "topic": .integer(4), "note": .text("near the station"),
      ],
      [
        "title": .text(""), "site": .text("https://example.com/2"), "seats": .integer(1),
        "score": .number(0), "is_open": .boolean(false),
        "opened_at": date("2022-12-01T15:00:00.123+0900"), "area": .text("代々木's"),
        "services": .list([]), "topic": .null, "note": .null,
      ],
      [
        "title": .text("最新のラーメン屋さん 😆"), "site": .text("https://example.com/3"),
        "seats": .integer(90), "score": .number(5), "is_open": .boolean(true),
        "opened_at": date("2022-12-01T06:00:00.122+0000"), "area": .text("Shibuya"),
        "services": .list([.text("\"quoted\", and 'so'"), .text("カウンター")]), "topic": .integer(4),
        "note": .text(""),
      ],
    ]
  }

  static func date(_ text: String) -> FieldValue {
    .date(Timestamp(text) ?? SampleContent.committedAt)
  }

  /// Defines ``shops`` and writes ``items``.
  func fill() async throws {
    try await apply(Self.shops())
    let topic = try TestContent.topic(4)
    let kind = try #require(try await store.kinds()["shops"])
    let items = Self.items.enumerated().map { index, values in
      ContentItem(kind: kind, id: index + 1, values: kind.fields.map { values[$0.name] ?? .null })
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      _ = try transaction.upsert(topic)
      for item in items { #expect(try transaction.upsert(item) == .inserted) }
    }
  }

  /// Defines the kind of `proposal`, without checking for obstacles.
  @discardableResult
  func apply(_ proposal: KindProposal) async throws -> KindChange {
    try await store.write(
      at: SampleContent.committedAt,
      making: { transaction in
        let old = try transaction.kinds()[proposal.kind.name]
        let change = try KindChange(from: old, to: proposal)
        try transaction.define(change)
        return change
      })
  }

  /// Expects the shops to have the values of `expected`, to be found by their texts before and
  /// after they are indexed, and the file to be sound.
  func verify(
    _ expected: [[String: FieldValue]], finds searches: [String: [Int]],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let kind = try #require(try await store.kinds()["shops"], sourceLocation: sourceLocation)
    let items = try await store.items(of: kind, after: 0, limit: 10)
    #expect(items.map(\.id) == [1, 2, 3], sourceLocation: sourceLocation)
    for (item, values) in zip(items, expected) {
      #expect(Set(kind.fields.map(\.name)) == Set(values.keys), sourceLocation: sourceLocation)
      for (name, value) in values {
        #expect(item[name] == value, "\(item.id) \(name)", sourceLocation: sourceLocation)
      }
    }
    for isIndexed in [false, true] {
      if isIndexed { try await store.index() }
      for (words, ids) in searches {
        #expect(
          try await found(["q": words]) == ids, "\(words), indexed: \(isIndexed)",
          sourceLocation: sourceLocation)
      }
    }
    #expect(try await check() == ["ok"], sourceLocation: sourceLocation)
  }

  /// The ids of the shops that `parameters` find.
  func found(_ parameters: [String: String]) async throws -> [Int] {
    let kind = try #require(try await store.kinds()["shops"])
    let query = try ContentQuery(parameters: parameters, for: kind)
    return try await store.read { reader in
      let items = try reader.items(
        of: kind, matching: query, visibility: nil, after: nil, limit: 10)
      let count = try reader.count(of: kind, matching: query, visibility: nil)
      #expect(count == items.count)
      return items.map(\.content.id)
    }
  }

  /// The results of SQLite's integrity checks of the whole file, by a connection of its own.
  func check() async throws -> [String] {
    try await DatabaseQueue(path: store.path).write { database in
      // The integrity check of the index.
      try database.execute(
        sql: #"INSERT INTO "shops:search" ("shops:search") VALUES ('integrity-check')"#)
      return try String.fetchAll(database, sql: "PRAGMA integrity_check")
        + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map(\.description)
    }
  }

  /// The statement that defines the table, as the file has it.
  func tableSQL() async throws -> String {
    try await DatabaseQueue(path: store.path).read { database in
      try String.fetchOne(database, sql: "SELECT sql FROM sqlite_schema WHERE name = 'shops'")
    } ?? ""
  }

  static var searches: [String: [Int]] {
    [
      "curry": [1], "ラーメン": [3], "station": [1], "WIFI": [1], "ン屋": [3], "カウ": [3], "nothing": [],
    ]
  }
}
