import FeedStore
import Testing

/// Addresses of databases.
@Suite struct AddressTests {
  typealias Host = PostgreSQLAddress.Host

  static let addresses: [(text: String, address: PostgreSQLAddress)] = [
    ("postgresql://", PostgreSQLAddress()),
    ("postgres://a", PostgreSQLAddress(hosts: [Host(name: "a")])),
    ("postgresql:///feed", PostgreSQLAddress(database: "feed")),
    (
      "postgresql://user:secret@a:1,b,[::1]:3,[fe80::1]/feed?sslmode=require&connect_timeout=9",
      PostgreSQLAddress(
        user: "user", password: "secret",
        hosts: [
          Host(name: "a", port: 1), Host(name: "b"), Host(name: "::1", port: 3),
          Host(name: "fe80::1"),
        ], database: "feed", options: ["sslmode": "require", "connect_timeout": "9"])
    ),
    (
      "postgresql://us%40er:p%3A%2F%25@%2Frun%2Fpostgresql:5433/my%20feed",
      PostgreSQLAddress(
        user: "us@er", password: "p:/%", hosts: [Host(name: "/run/postgresql", port: 5433)],
        database: "my feed")
    ),
    (
      "postgresql:///feed?host=/run/postgresql&port=5433&user=u&password=p&ssl=true",
      PostgreSQLAddress(
        user: "u", password: "p", hosts: [Host(name: "/run/postgresql", port: 5433)],
        database: "feed", options: ["sslmode": "require"])
    ),
    (
      "postgresql:///?host=a,b&port=1,2&dbname=feed",
      PostgreSQLAddress(
        hosts: [Host(name: "a", port: 1), Host(name: "b", port: 2)], database: "feed")
    ),
    ("postgresql://@a", PostgreSQLAddress(hosts: [Host(name: "a")])),
    (
      "postgresql://a?application_name=x%26y",
      PostgreSQLAddress(hosts: [Host(name: "a")], options: ["application_name": "x&y"])
    ),
  ]

  @Test(arguments: addresses)
  func anAddressIsRead(_ text: String, _ address: PostgreSQLAddress) throws {
    #expect(try PostgreSQLAddress(text) == address)
  }

  @Test(arguments: [
    "", "sqlite:feed.sqlite", "postgresql:", "postgresql://a:0", "postgresql://a:65536",
    "postgresql://a:x", "postgresql://a:", "postgresql://[::1", "postgresql://[::1]x",
    "postgresql://a/%zz", "postgresql://a/%4", "postgresql://a/%00", "postgresql://a/%ff",
    "postgresql://a?sslmode", "postgresql://a,b?port=1,2,3",
  ])
  func whatIsNoAddressIsRefused(_ text: String) {
    let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLAddress(text) }
    guard case .invalidAddress = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func theDescriptionHasNoPassword() throws {
    let address = try PostgreSQLAddress("postgresql://u:secret@a:1,[::1]:2/feed?password=secret")
    #expect(address.description == "postgresql://u@a:1,[::1]:2/feed")
    #expect(
      try PostgreSQLAddress("postgresql://a?sslpassword=secret").description == "postgresql://a/")
  }

  @Test func whatIsNotGivenHasDefaults() throws {
    let address = try PostgreSQLAddress(
      "postgresql://u@a:1,b/feed?connect_timeout=9&options=-c%20work_mem%3D8MB&application_name=x")
    let settings = PostgreSQLSessionSettings(
      statementTimeout: .seconds(3), lockTimeout: .microseconds(1),
      idleTransactionTimeout: .seconds(60))
    let parameters = Dictionary(
      uniqueKeysWithValues: address.parameters(settings).map { ($0.keyword, $0.value) })
    #expect(
      parameters == [
        "user": "u", "host": "a,b", "port": "1,", "dbname": "feed", "connect_timeout": "9",
        "application_name": "x", "client_encoding": "UTF8", "keepalives": "1",
        "keepalives_count": "3", "keepalives_idle": "10", "keepalives_interval": "5",
        "target_session_attrs": "read-write", "tcp_user_timeout": "10000",
        "options":
          PostgreSQLAddress.sessionDefaults.joined(separator: " ")
          + " -c work_mem=8MB -c statement_timeout=3000 -c lock_timeout=1"
          + " -c idle_in_transaction_session_timeout=60000",
      ])
  }
}
