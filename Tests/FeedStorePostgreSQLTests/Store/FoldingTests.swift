import FeedModel
import FeedStore
import FeedStorePostgreSQL
import FeedStoreSQL
import TestSupport
import Testing

@Suite(.needsPostgreSQL) struct FoldingTests {
  /// All scalars of Unicode but U+0000, which no text of PostgreSQL has.
  private static let scalars = (1..<UInt32(0x11_0000)).compactMap(Unicode.Scalar.init)

  private static func text(_ scalars: some Collection<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  @Test func everyScalarIsFoldedAsInAFile() throws {
    let database = try SampleDatabase.makePostgreSQL()
    let content = PostgreSQLContent(database.address())
    // Scalars that are folded are in one text alone, and in one with others.
    let letters = Self.scalars.filter { CaseFolding.fold($0) != $0 }
    let parts = stride(from: 0, to: Self.scalars.count, by: 4_096).map {
      Self.text(Self.scalars[$0..<min($0 + 4_096, Self.scalars.count)])
    }
    let texts = letters.map { Self.text([$0]) } + parts
    #expect(letters.count > 1_400 && parts.count > 250)
    let folded = try content.readAll { session in
      try texts.map { try session.first(String.self, "SELECT tanada_fold(?)", [$0]) ?? "" }
    }
    withExtendedLifetime(database) {}
    for (text, found) in zip(texts, folded) {
      let expected = CaseFolding.fold(text)
      let others = zip(expected, found.unicodeScalars).filter { $0 != $1 }
      #expect(others.isEmpty && found.unicodeScalars.count == expected.count, "\(others)")
    }
  }

  @Test func textsThatWereIndexedBeforeAreFoundInAllForms() async throws {
    let database = try PostgreSQLDatabase.make()
    let migrations = PostgreSQLSchema.current.migrations
    let place = try #require(migrations.firstIndex { $0.name == "p0004_case_folding" })
    let before = PostgreSQLSchema(Array(migrations[..<place]))
    _ = try await before.migrate(database.address())
    let titles = ["STRAẞE", "İstanbul", "DIYARBAKIR", "diyarbakır", "\u{1FD3}\u{FB05}", "plain"]
    let words = ["straße", "ẞ", "istanbul", "Diyarbakır", "ı", "\u{390}\u{FB06}", "plain"]
    let found = [[1], [1], [2], [3, 4], [2, 3, 4, 6], [5], [6]]
    let old = makeStore(before, database)
    _ = try await old.write(at: SampleContent.committedAt) { transaction in
      for (index, title) in titles.enumerated() {
        var topic = try TestContent.topic(index + 1)
        (topic.title, topic.caption) = (title, "")
        _ = try transaction.upsert(topic)
      }
    }
    #expect(try await ids(words, in: old) != found)
    _ = try await PostgreSQLSchema.current.migrate(database.address())
    // The server of the version before finds them too.
    #expect(try await ids(words, in: old) == found)
    await old.close()
    let store = makeStore(.current, database)
    #expect(try await ids(words, in: store) == found)
    await store.close()
  }

  private func makeStore(
    _ schema: PostgreSQLSchema, _ database: PostgreSQLDatabase
  ) -> PostgreSQLFeedStore {
    PostgreSQLFeedStore(
      database.address(), connectionCount: 2, schema: schema,
      timers: TestClock(SampleContent.committedAt))
  }

  private func ids(_ words: [String], in store: PostgreSQLFeedStore) async throws -> [[Int]] {
    try await store.read { reader in
      try words.map { word in
        try reader.items(
          of: .featuredTopics, matching: ContentQuery(search: word), visibility: nil, after: nil,
          limit: 99
        ).map(\.content.id)
      }
    }
  }
}
