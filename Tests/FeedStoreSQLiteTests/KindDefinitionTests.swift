import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import GRDB
import StrictJSON
import TestSupport
import Testing

/// Kinds that are defined, changed and removed while there are items of them.
@Suite struct KindDefinitionTests {
  private struct Interruption: Error {}

  private let folder: TemporaryFolder
  private let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteFeedStore(path: folder.path("feed.sqlite"), indexedItemCount: 2_000)
  }

  // MARK: - A kind with fields of every type

  /// The fields of ``shops``, by their names.
  private static let fields = [
    "title": #""type":"text","max_length":20"#, "site": #""type":"url""#,
    "seats": #""type":"integer","minimum":1,"maximum":90"#,
    "score": #""type":"number","minimum":0,"maximum":5"#, "is_open": #""type":"boolean""#,
    "opened_at": #""type":"date""#, "area": #""type":"choice","choices":["Shibuya","代々木's"]"#,
    "services": #""type":"list","of":"text","max_items":3"#,
    "topic": #""type":"reference","kind":"featured_topics","required":false"#,
    "note": #""type":"text","required":false"#,
  ]
  private static let order = [
    "title", "site", "seats", "score", "is_open", "opened_at", "area", "services", "topic", "note",
  ]

  private static func shops(
    _ fields: [String: String] = fields, _ order: [String] = order
  ) throws -> KindProposal {
    let fields = order.map { #"{"name":"\#($0)",\#(fields[$0] ?? "")}"# }.joined(separator: ",")
    return try proposal(#"{"kind":"shops","fields":[\#(fields)]}"#)
  }

  private static func proposal(_ text: String) throws -> KindProposal {
    try KindProposal(reading: JSONTree(parsing: Data(text.utf8)))
  }

  /// Three shops: ordinary, at one end of what is allowed, and at the other.
  private static let items: [[String: FieldValue]] = [
    [
      "title": .text("Rice & curry"), "site": .text("https://example.com/1"), "seats": .integer(12),
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

  private static func date(_ text: String) -> FieldValue {
    .date(Timestamp(text) ?? SampleContent.committedAt)
  }

  /// Defines ``shops`` and writes ``items``.
  private func fill() async throws {
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

  /// Defines what `proposal` says, whatever stands against it.
  @discardableResult
  private func apply(_ proposal: KindProposal) async throws -> KindChange {
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
  private func verify(
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
  private func found(_ parameters: [String: String]) async throws -> [Int] {
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

  /// What SQLite says of the whole file, by a connection of its own.
  private func check() async throws -> [String] {
    try await DatabaseQueue(path: store.path).write { database in
      // The index checks itself against what is in it.
      try database.execute(
        sql: #"INSERT INTO "shops:search" ("shops:search") VALUES ('integrity-check')"#)
      return try String.fetchAll(database, sql: "PRAGMA integrity_check")
        + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map(\.description)
    }
  }

  /// The statement that defines the table, as the file has it.
  private func tableSQL() async throws -> String {
    try await DatabaseQueue(path: store.path).read { database in
      try String.fetchOne(database, sql: "SELECT sql FROM sqlite_schema WHERE name = 'shops'")
    } ?? ""
  }

  private static let searches = [
    "curry": [1], "ラーメン": [3], "station": [1], "WIFI": [1], "ン屋": [3], "カウ": [3], "nothing": [],
  ]

  @Test func itemsOfEveryTypeAreReadAsTheyWereWritten() async throws {
    try await fill()
    try await verify(Self.items, finds: Self.searches)
    for (parameters, ids) in [
      (["services": "wifi"], [1]), (["services.ne": "wifi"], [2, 3]),
      (["is_open": "true"], [1, 3]),
      (["area": "代々木's"], [2]), (["topic": "4"], [1, 3]), (["topic.ne": "4"], [2]),
      (["seats.gt": "11"], [1, 3]), (["score.lte": "3.7"], [1, 2]),
      (["sort": "-opened_at"], [1, 2, 3]), (["sort": "topic,-id"], [2, 3, 1]),
      (["opened_at.lt": "2022-12-01T15:00:00.123+0900"], [3]),
    ] {
      #expect(try await found(parameters) == ids, "\(parameters)")
    }
  }

  @Test func theTableRefusesWhatBreaksARule() async throws {
    try await fill()
    let queue = try DatabaseQueue(path: store.path)
    for assignment in [
      "title = NULL", "title = '123456789012345678901'", "seats = 0", "seats = 91",
      "seats = 1.5", "score = 5.1", "score = 'x'", "is_open = 2", "area = 'x'", "services = 'x'",
      "services = '{}'", "services = '[1,2,3,4]'", "site = NULL", "opened_at = NULL", "topic = 5",
      "topic = 0", "id = 0",
    ] {
      await #expect(throws: DatabaseError.self, "\(assignment)") {
        try await queue.write {
          try $0.execute(sql: "UPDATE shops SET \(assignment) WHERE id = 1")
        }
      }
    }
  }

  // MARK: - Changes

  /// A change of ``shops``, and what it makes of the items.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var fields = KindDefinitionTests.fields
    var order = KindDefinitionTests.order
    var items = KindDefinitionTests.items
    var searches = KindDefinitionTests.searches
    /// A part of the table's definition afterwards.
    var sql = "CREATE TABLE \"shops\" ("

    init(_ description: String, _ change: (inout Change) -> Void) {
      testDescription = description
      change(&self)
    }

    /// Adds a field, in which items are as if they had `value`.
    mutating func add(_ name: String, _ rules: String, _ value: FieldValue, at place: Int? = nil) {
      fields[name] = rules
      order.insert(name, at: place ?? order.count)
      for index in items.indices { items[index][name] = value }
    }

    mutating func rename(_ name: String, _ newName: String) {
      fields[newName] = fields[name].map { $0 + #","renamed_from":"\#(name)""# }
      order = order.map { $0 == name ? newName : $0 }
      for index in items.indices { items[index][newName] = items[index].removeValue(forKey: name) }
    }

    mutating func remove(_ name: String) {
      order.removeAll { $0 == name }
      for index in items.indices { items[index].removeValue(forKey: name) }
    }
  }

  private static let changes = [
    Change("add fields with defaults") {
      $0.add("added_text", #""type":"text","default":"it's \"so\" 新しい""#, .text("it's \"so\" 新しい"))
      $0.add("added_url", #""type":"url","default":"https://a.b/'""#, .text("https://a.b/'"), at: 0)
      $0.add("added_integer", #""type":"integer","default":-9223372036854775808"#, .integer(.min))
      $0.add("added_number", #""type":"number","minimum":0,"default":0.1"#, .number(0.1), at: 3)
      $0.add("added_flag", #""type":"boolean","default":true"#, .boolean(true))
      $0.add(
        "added_date", #""type":"date","default":"2020-02-29T01:02:03.004+0900""#,
        date("2020-02-29T01:02:03.004+0900"), at: 1)
      $0.add("added_choice", #""type":"choice","choices":["a","b'"],"default":"b'""#, .text("b'"))
      $0.add(
        "added_list", #""type":"list","of":"text","default":["x","it's"]"#,
        .list([.text("x"), .text("it's")]))
      $0.searches["it's"] = [1, 2, 3]
      $0.searches["新しい"] = [1, 2, 3]
    },
    Change("add fields without a value") {
      for (index, type) in ["text", "url", "integer", "number", "boolean", "date"].enumerated() {
        $0.add("added_\(index)", #""type":"\#(type)","required":false"#, .null, at: index)
      }
      $0.add("added_6", #""type":"list","of":"integer","required":false"#, .null)
      $0.add("added_7", #""type":"reference","kind":"shops","required":false"#, .null, at: 2)
      $0.add("added_8", #""type":"text","required":false,"default":"given""#, .text("given"))
      $0.searches["given"] = [1, 2, 3]
    },
    Change("rename a date") { $0.rename("opened_at", "opening") },
    Change("rename fields of all types") {
      for name in KindDefinitionTests.order { $0.rename(name, "new_\(name)") }
    },
    Change("widen") {
      $0.fields["title"] = #""type":"text","max_length":40"#
      $0.fields["seats"] = #""type":"integer","minimum":0"#
      $0.fields["score"] = #""type":"number""#
      $0.fields["area"] = #""type":"choice","choices":["x","Shibuya","代々木's"]"#
      $0.fields["services"] = #""type":"list","of":"text","max_items":9"#
      $0.fields["opened_at"] = #""type":"date","required":false"#
      $0.sql = #"CHECK (length("title") <= 40)"#
    },
    Change("narrow") {
      $0.fields["title"] = #""type":"text","max_length":13"#
      $0.fields["seats"] = #""type":"integer","minimum":1,"maximum":90"#
      $0.fields["services"] = #""type":"list","of":"text","max_items":2"#
      $0.sql = #"CHECK (length("title") <= 13)"#
    },
    Change("remove a date") { $0.remove("opened_at") },
    Change("remove a reference") { $0.remove("topic") },
    Change("remove a searched field") {
      $0.remove("note")
      $0.searches["station"] = []
    },
    Change("remove all fields but one") {
      for name in KindDefinitionTests.order where name != "seats" { $0.remove(name) }
      $0.searches = [:]
    },
    Change("take another order") { $0.order = $0.order.reversed() },
    Change("do all of it at once") {
      $0.remove("note")
      $0.remove("topic")
      $0.rename("opened_at", "opening")
      $0.add("closed_at", #""type":"date","required":false"#, .null, at: 0)
      $0.add("summary", #""type":"text","default":"none yet""#, .text("none yet"), at: 2)
      $0.fields["title"] = #""type":"text""#
      $0.fields["seats"] = #""type":"integer","minimum":1,"maximum":99"#
      $0.order.reverse()
      $0.searches["station"] = []
      $0.searches["yet"] = [1, 2, 3]
    },
  ]

  @Test(arguments: changes)
  func aChangeKeepsTheItemsThatThereAre(change: Change) async throws {
    try await fill()
    try await apply(Self.shops(change.fields, change.order))
    try await verify(change.items, finds: change.searches)
    let sql = try await tableSQL()
    #expect(sql.contains(change.sql), "\(sql)")

    // The same as in a database in which the kind has never been otherwise, to whoever opens it.
    let other = try SQLiteFeedStore(path: folder.path("other.sqlite"))
    let stored = try #require(try await store.kinds()["shops"])
    _ = try await other.write(at: SampleContent.committedAt) {
      try $0.define(KindChange(from: nil, to: KindProposal(stored)))
    }
    let reopened = try SQLiteFeedStore(path: store.path)
    #expect(try await reopened.kinds()["shops"] == stored)
    #expect(
      try await Self.names(store.path) == Self.names(other.path),
      "columns, indexes and triggers")
  }

  /// Whatever belongs to the table of shops, in no order.
  private static func names(_ path: String) async throws -> Set<String> {
    try await DatabaseQueue(path: path).read { database in
      let columns = try Row.fetchAll(
        database,
        sql: """
          SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo('shops')
          """)
      let others = try Row.fetchAll(
        database,
        sql: """
          SELECT type, name, CASE type WHEN 'table' THEN '' ELSE sql END FROM sqlite_schema
          WHERE name LIKE 'shops:%'
          """)
      return Set((columns + others).map(\.description))
    }
  }

  @Test func changesFollowOneAnother() async throws {
    try await fill()
    var change = Change("all of them") { _ in }
    func step(_ body: (inout Change) -> Void) async throws {
      body(&change)
      try await apply(Self.shops(change.fields, change.order))
      // A former name is said once.
      for (name, rules) in change.fields {
        change.fields[name] = rules.replacing(/,"renamed_from":"[a-z_]*"/, with: "")
      }
      try await verify(change.items, finds: change.searches)
    }
    try await step {
      $0.add(
        "closed_at", #""type":"date","default":"2030-01-01T00:00:00.000+0000""#,
        Self.date("2030-01-01T00:00:00.000+0000"), at: 0)
    }
    try await step { $0.rename("opened_at", "opening") }
    try await step { $0.fields["title"] = #""type":"text","max_length":40"# }
    #expect(try await tableSQL().contains(#"length("title") <= 40"#))
    try await step { $0.fields["title"] = #""type":"text","max_length":15"# }
    try await step { $0.rename("closed_at", "opened_at") }
    try await step {
      $0.remove("note")
      $0.searches["station"] = []
    }
    try await step { $0.add("note", #""type":"text","default":"again""#, .text("again"), at: 4) }
    #expect(try await found(["q": "again"]) == [1, 2, 3])
    try await step {
      $0.remove("services")
      $0.searches["WIFI"] = []
      $0.searches["カウ"] = []
    }
    #expect(try await found(["sort": "-opening"]) == [1, 2, 3])
    let kind = try #require(try await store.kinds()["shops"])
    _ = try await store.write(at: SampleContent.committedAt) { try $0.remove(kind) }
    #expect(try await store.kinds() == .standard)
    #expect(try await remains() == [])
    try await fill()
    try await verify(Self.items, finds: Self.searches)
  }

  /// Everything in the file that belongs to shops.
  private func remains() async throws -> [String] {
    try await DatabaseQueue(path: store.path).read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_schema WHERE tbl_name = 'shops' OR name LIKE 'shops:%'
          UNION ALL SELECT kind FROM item_windows WHERE kind = 'shops'
          UNION ALL SELECT kind FROM retired_ids WHERE kind = 'shops'
          UNION ALL SELECT kind FROM search_backlog WHERE kind = 'shops'
          """)
    }
  }

  @Test func nothingIsLeftOfAKindThatIsRemoved() async throws {
    try await fill()
    let kind = try #require(try await store.kinds()["shops"])
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      _ = try transaction.setWindow(Window(isDraft: true), of: kind, id: 1)
      _ = try transaction.delete(kind, id: 2)
    }
    // The texts of the items are to be indexed anew.
    try await apply(Self.shops(Self.fields, Self.order.filter { $0 != "note" }))
    #expect(try await Set(remains()).contains("shops"))
    let changed = try #require(try await store.kinds()["shops"])
    let revision = try await store.write(at: SampleContent.committedAt) { transaction in
      try transaction.remove(changed)
      #expect(try transaction.kinds() == .standard)
    }
    #expect(try await remains() == [])
    let changes = try await store.read { try $0.changes(after: 0, limit: 10) }
    #expect(changes.last?.definitions == ["shops"] && changes.last?.revision == revision)
    try await store.index()
    await #expect(throws: StoreError.kindChanged("shops")) {
      try await store.items(of: changed, after: 0, limit: 1)
    }
  }

  // MARK: - Transactions and processes

  @Test func itemsOfAnOlderDefinitionAreRefused() async throws {
    try await fill()
    let old = try #require(try await store.kinds()["shops"])
    let item = try #require(try await store.item(of: old, id: 1))
    try await apply(Self.shops(Self.fields, Self.order.dropLast()))
    let expected = StoreError.kindChanged("shops")
    await #expect(throws: expected) {
      try await store.write(at: SampleContent.committedAt) { _ = try $0.upsert(item) }
    }
    await #expect(throws: expected) {
      try await store.write(at: SampleContent.committedAt) { _ = try $0.delete(old, id: 1) }
    }
    await #expect(throws: expected) { try await store.items(of: old, after: 0, limit: 1) }
    await #expect(throws: expected) {
      let proposal = try Self.shops()
      _ = try await store.write(at: SampleContent.committedAt) {
        try $0.define(KindChange(from: old, to: proposal))
      }
    }
  }

  @Test func aDefinitionThatIsNotCommittedIsForgotten() async throws {
    // Without a look at the kinds before, and with one.
    for (count, looks) in [(1, false), (2, true), (3, false)] {
      let proposal = try Self.proposal(
        #"{"kind":"shops","fields":[{"name":"f\#(count)","type":"text"}]}"#)
      await #expect(throws: Interruption.self) {
        try await store.write(at: SampleContent.committedAt) { transaction in
          if looks { #expect(try transaction.kinds() == .standard) }
          try transaction.define(KindChange(from: nil, to: proposal))
          #expect(try transaction.kinds()["shops"] == proposal.kind)
          throw Interruption()
        }
      }
      #expect(try await store.kinds() == .standard)
    }
    let proposal = try Self.shops()
    _ = try await store.write(at: SampleContent.committedAt) {
      try $0.define(KindChange(from: nil, to: proposal))
    }
    #expect(try await store.kinds()["shops"] == proposal.kind)
    #expect(try await store.kinds().names == ContentKinds.standard.names + ["shops"])
  }

  @Test func anotherProcessSeesAChangeAtOnce() async throws {
    let other = try SQLiteFeedStore(path: store.path)
    #expect(try await other.kinds() == .standard)
    try await fill()
    let kind = try #require(try await other.kinds()["shops"])
    #expect(try await other.items(of: kind, after: 0, limit: 9).count == 3)
    try await apply(Self.shops(Self.fields, Self.order.dropLast()))
    let changed = try #require(try await other.kinds()["shops"])
    #expect(changed.fields.count == kind.fields.count - 1)
    #expect(try await other.item(of: changed, id: 1)?["title"] == .text("Rice & curry"))
    _ = try await other.write(at: SampleContent.committedAt) { try $0.remove(changed) }
    #expect(try await store.kinds() == .standard)
  }

  @Test func whatRefersToAnItemIsFound() async throws {
    try await fill()
    let kind = try #require(try await store.kinds()["shops"])
    let referrers = try await store.write(
      at: SampleContent.committedAt,
      making: { transaction in
        try [(ContentKind.featuredTopics, 4), (.featuredTopics, 5), (kind, 1)].map {
          try transaction.referrer(to: $0, id: $1).map { "\($0.kind)/\($0.id)" }
        }
      })
    #expect(referrers == ["shops/1", nil, nil])
    // The file itself does not let go of it either.
    await #expect(throws: (any Error).self) {
      try await store.write(at: SampleContent.committedAt) {
        _ = try $0.delete(.featuredTopics, id: 4)
      }
    }
    #expect(try await store.item(of: .featuredTopics, id: 4) != nil)
  }

  @Test func manyItemsAreIndexedAFewAtATimeAndFoundAtAnyTime() async throws {
    let fields = ["title": #""type":"text""#, "note": #""type":"text","default":"common""#]
    try await apply(Self.shops(fields, ["title"]))
    let kind = try #require(try await store.kinds()["shops"])
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for id in 1...4_500 {
        _ = try transaction.upsert(ContentItem(kind: kind, id: id, values: [.text("word\(id)x")]))
      }
    }
    try await apply(Self.shops(fields, ["title", "note"]))
    let changed = try #require(try await store.kinds()["shops"])
    var steps = 0
    var isLeft = true
    while isLeft, steps < 10 {
      #expect(try await found(["q": "word4321x common"]) == [4_321])
      // What is written, changed and removed meanwhile is found, or not, as well.
      let id = 10_000 + steps
      let step = steps
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        _ = try transaction.upsert(
          ContentItem(kind: changed, id: id, values: [.text("late\(step)"), .text("rare")]))
        _ = try transaction.upsert(
          ContentItem(kind: changed, id: 1, values: [.text("again\(step)"), .text("rare")]))
        _ = try transaction.delete(changed, id: 2 + step)
      }
      #expect(try await found(["q": "late\(step)"]) == [id])
      #expect(try await found(["q": "again\(step) rare"]) == [1])
      #expect(try await found(["q": "again\(step - 1)"]) == [])
      #expect(try await found(["q": "word\(2 + step)x"]) == [])
      isLeft = try await store.indexSome()
      steps += 1
    }
    #expect(!isLeft && steps > 2)
    #expect(try await found(["q": "word4321x common"]) == [4_321])
    #expect(try await found(["q": "rare", "sort": "-id", "id.lt": "10000"]) == [1])
    #expect(try await check() == ["ok"])
  }
}
