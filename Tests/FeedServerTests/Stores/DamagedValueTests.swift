import FeedStore
import TestSupport
import Testing

/// Values of a SQLite file that are of another type than their column, or that no program has written there, as on a
/// damaged page.
@Suite(.server) struct DamagedValueTests {
  /// A value in place of those of a column.
  struct Damage: Sendable, CustomTestStringConvertible {
    let table: String
    let column: String
    /// In SQL, like ``sound``.
    let value: String
    /// One that belongs there.
    let sound: String
    /// What reads it.
    let path: String

    var testDescription: String { "\(table).\(column) = \(value)" }

    /// Another tool writes `value`, whatever the type of the column.
    func write(_ value: String, to store: any FeedStore) async throws {
      try await store.spoil(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = '\(table)';
        """)
      try await store.spoil(
        """
        PRAGMA ignore_check_constraints = ON;
        UPDATE \(table) SET \(column) = \(value);
        """)
    }
  }

  @Test(arguments: [
    Damage(
      table: "tanada_releases", column: "created_at", value: "'soon'", sound: "1",
      path: "/v1/releases"),
    Damage(
      table: "tanada_releases", column: "created_at", value: "9223372036854775807", sound: "1",
      path: "/v1/releases"),
    Damage(
      table: "tanada_releases", column: "publish_at", value: "x'01'", sound: "NULL",
      path: "/v1/releases"),
    Damage(
      table: "tanada_releases", column: "name", value: "x'01'", sound: "'a'", path: "/v1/releases"),
    Damage(
      table: "audit_entries", column: "at", value: "-9223372036854775807", sound: "1",
      path: "/v1/audit"),
    Damage(table: "audit_entries", column: "versions", value: "0.5", sound: "0", path: "/v1/audit"),
    Damage(
      table: "audit_entries", column: "subject", value: "x'01'", sound: "'content/shops/1'",
      path: "/v1/audit"),
    Damage(
      table: "revisions", column: "actor", value: "x'01'", sound: "NULL", path: "/v1/revisions"),
    Damage(
      table: "tokens", column: "created_at", value: "'soon'", sound: "1", path: "/v1/releases"),
    Damage(
      table: "tanada_history", column: "first_revision", value: "'all'", sound: "0",
      path: "/v1/content/recent_news/1/history"),
  ])
  func itIsSaidAndTheServerGoesOn(damage: Damage) async throws {
    try await server.send("POST", "/v1/releases", admin, json: #"{"name":"a"}"#, is: 201)
    try await server.get(damage.path, admin, is: 200)
    try await damage.write(damage.value, to: server.store)
    let refused = try await server.get(damage.path, admin, is: 503, code: "storage_unavailable")
    // Where the value is belongs into the log.
    #expect(!refused.text.contains("SELECT") && !refused.text.contains(damage.table))
    let failure = try #require(await server.store.failure).description
    #expect(failure.contains("damaged (\(damage.column) is "), "\(failure)")
    #expect(failure.contains("expected ") && failure.contains("SELECT "), "\(failure)")
    try await server.get("/v1/feeds/home", is: 200)

    try await damage.write(damage.sound, to: server.store)
    try await server.get(damage.path, admin, is: 200)
    #expect(await server.store.failure == nil)
  }

  @Test(
    "A revision that a row names has to be there",
    arguments: [("9223372036854775807", 503), ("-9223372036854775808", 503), ("NULL", 200)])
  func namedRevision(_ revision: String, status: Int) async throws {
    let admin = try await server.bearer(.admin)
    try await server.retitle("other", at: 1)
    try await server.get("/v1/audit", admin, is: 200)
    try await server.store.spoil(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'REFERENCES revisions (number)', '')
        WHERE name = 'audit_entries';
      """)
    try await server.store.spoil("UPDATE audit_entries SET revision = \(revision)")
    try await server.get("/v1/audit", admin, is: status)
    guard status == 503 else { return }
    let failure = try #require(await server.store.failure).description
    #expect(failure.contains("damaged (a row names revision"), "\(failure)")
  }
}
