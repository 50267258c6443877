import FeedModel
import FeedStore
import Foundation
import GRDB
import StrictJSON
import TestSupport
import Testing

/// Kinds that are defined, changed and removed while there are items of them.
@Suite struct KindDefinitionTests: ShopTests {
  private let folder: TemporaryFolder
  let store: SQLiteFeedStore

  init() throws {
    folder = try TemporaryFolder()
    try SampleDatabase.copyEmpty(to: folder.path("feed.sqlite"))
    store = try SQLiteFeedStore(path: folder.path("feed.sqlite"), indexedItemCount: 2_000)
  }

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

  /// Also when a list is found, sorted and counted by one statement.
  @Test func namesOfStatementsAreFreeForKindsAndFields() async throws {
    for name in ["found", "page", "items", "windows"] {
      let proposal = try Self.proposal(
        """
        {"kind":"\(name)","fields":[{"name":"title","type":"text"},
         {"name":"found_id","type":"integer","required":false},
         {"name":"sort0","type":"integer","required":false}]}
        """)
      try await apply(proposal)
      let kind = proposal.kind
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        for id in 1...3 {
          _ = try transaction.upsert(
            ContentItem(kind: kind, id: id, values: [.text("word \(9 - id)"), .null, .null]))
        }
      }
      try await store.index()
      let query = try ContentQuery(parameters: ["q": "word", "sort": "title"], for: kind)
      let found = try await store.read {
        try $0.countedItems(of: kind, matching: query, visibility: nil, limit: 2)
      }
      #expect(found.items.map(\.content.id) == [3, 2], "\(name)")
      #expect(found.count == 3, "\(name)")
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

  /// A change of ``shops``, and its effect on the items.
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
      $0.add(
        "added_integer", #""type":"integer","default":-9007199254740991"#,
        .integer(-SafeInteger.largest))
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

    // Opened again, the database has the kind as it was stored, and the table is as in a database in which the
    // kind was defined like this from the beginning.
    try SampleDatabase.copyEmpty(to: folder.path("other.sqlite"))
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
          WHERE name LIKE 'shops:%' AND name NOT LIKE '%:past:%'
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

  /// Everything in the file that belongs to shops, but their history, and their ids, which are not assigned again.
  private func remains() async throws -> [String] {
    try await DatabaseQueue(path: store.path).read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT name FROM sqlite_schema
          WHERE (tbl_name = 'shops' OR name LIKE 'shops:%') AND name NOT LIKE '%:past:%'
          UNION ALL SELECT kind FROM item_windows WHERE kind = 'shops'
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
}
