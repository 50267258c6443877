import FeedModel
import FeedStore
import Foundation
import Logging

extension Settings {
  /// Where the content is.
  var storeAddress: StoreAddress {
    guard case .postgreSQL(var address) = store else { return store ?? .sqlite(database) }
    if address.password == nil, storePassword != "none" { address.password = storePassword }
    return .postgreSQL(address)
  }

  /// The path of the SQLite file.
  ///
  /// - Throws: ``Failure`` for a store that is none.
  func databaseFile(for command: String) throws -> String {
    guard let file = storeAddress.file else {
      throw Failure(
        "\(storeAddress): 'tanada \(command)' is for a SQLite file; use the tools of PostgreSQL "
          + "(docs/many-machines.md)")
    }
    return file
  }

  /// The warning of a password of the store that other programs of this machine may see, as in the list of processes; `nil`
  /// without one.
  var visiblePassword: String? {
    guard case .postgreSQL(let address) = store, address.password != nil,
      let origin = origins.first(where: { $0.name == "store" })?.origin
    else { return nil }
    let warning: String
    switch origin {
    case "flag": warning = "warning: --store has a password, which the list of processes shows"
    case "environment":
      warning = "warning: TANADA_STORE has a password, which programs that are started see"
    default: return nil
    }
    return warning + "; use a file for store_password (docs/settings.md), or ~/.pgpass"
  }

  /// Warns if the password of PostgreSQL is where others may see it.
  func warnOfVisiblePassword() {
    if let visiblePassword { Console.message(visiblePassword) }
  }

  /// Opens the store.
  ///
  /// - Parameter createsFile: whether a SQLite file is created that is not there.
  /// - Throws: ``StoreError``.
  private func openStore(createsFile: Bool = true) async throws -> any FeedStore {
    switch storeAddress {
    case .sqlite(let path):
      return try SQLiteFeedStore(path: path, createsFile: createsFile, clock: Clock())
    case .postgreSQL(let address):
      let logger = logger()
      let store = PostgreSQLFeedStore(
        address, connectionCount: storeConnections, timers: Clock(),
        onEvent: { $0.log(with: logger) })
      do { try await store.requireSchema() } catch {
        await store.close()
        throw error
      }
      return store
    }
  }

  /// Whether the store is a SQLite file that is not there yet.
  var lacksDatabase: Bool {
    storeAddress.file.map { !FileManager.default.fileExists(atPath: $0) } ?? false
  }

  /// Says that a server has made the file: beside a path that is misspelled, the content is not lost.
  func noteNewDatabase(to logger: Logger) {
    let path = storeAddress.file.map { URL(fileURLWithPath: $0).path } ?? ""
    logger.warning(
      "there was no database; an empty one was made",
      metadata: ["path": "\(path)", "next": "tanada seed, or the right --database"])
  }

  /// Warns if PostgreSQL does not allow as many connections as this process may need.
  func warnOfFewConnections(to store: any FeedStore) async {
    guard let store = store as? PostgreSQLFeedStore else { return }
    let budget = PostgreSQLFeedStore.budget(connectionCount: storeConnections)
    guard let allowed = try? await store.allowedConnectionCount(), allowed < budget else { return }
    Console.message(
      "warning: PostgreSQL allows \(allowed) connections, but this server may need \(budget) "
        + "(store_connections is \(storeConnections)); raise max_connections, or lower store_connections"
    )
  }

  /// The clock of `store`, which was asked for its time; `nil` if it is that of this machine.
  func storeClock(of store: any FeedStore) async throws -> StoreClock? {
    guard let store = store as? any SharedFeedStore else { return nil }
    let clock = StoreClock(Clock())
    try await clock.synchronize(with: store)
    return clock
  }

  /// Checks the store: its content, and the problems that were found.
  ///
  /// - Throws: ``StoreError`` for a store that is not of this version.
  func storeCheck() async throws -> (content: ContentCheck, problems: [String]) {
    switch storeAddress {
    case .sqlite(let path):
      let check = try await DatabaseCheck(path: path)
      return (check.content, check.problems)
    case .postgreSQL(let address):
      let store = PostgreSQLFeedStore(address, timers: Clock())
      do {
        try await store.requireSchema()
        let content = try await store.check()
        await store.close()
        return (content, content.problems)
      } catch {
        await store.close()
        throw error
      }
    }
  }

  /// Runs `body` with the store, and closes it.
  func withStore<Value>(
    createsFile: Bool = true, _ body: (any FeedStore) async throws -> Value
  ) async throws -> Value {
    let store = try await openStore(createsFile: createsFile)
    do {
      let value = try await body(store)
      try await store.close()
      return value
    } catch {
      try? await store.close()
      throw error
    }
  }
}

extension ConnectionEvent {
  /// Logs the event: a database that is lost or restored is not seen in each request.
  func log(with logger: Logger) {
    switch self {
    case .lost(let host, let reason):
      // Who cannot connect at all fails, and says why.
      guard !host.isEmpty else { return }
      logger.warning("the database is lost", metadata: ["host": "\(host)", "reason": "\(reason)"])
    case .restored(let host, let former, let duration):
      guard !former.isEmpty else { return }
      logger.warning(
        host == former ? "the database is back" : "the database is at another host",
        metadata: [
          "host": "\(host)", "former_host": "\(former)",
          "after": "\(Int((duration / .milliseconds(1)).rounded())) ms",
        ])
    }
  }
}

/// Where the content is: `sqlite:FILE` or `postgresql://…`.
enum StoreAddress: Sendable {
  /// The path of a file.
  case sqlite(String)
  case postgreSQL(PostgreSQLAddress)

  private static let scheme = "sqlite:"

  /// The address written as `text`; `nil` if it is none.
  init?(_ text: String) {
    if text.hasPrefix(Self.scheme) {
      let path = String(text.dropFirst(Self.scheme.count))
      guard !path.isEmpty else { return nil }
      self = .sqlite(path)
    } else if let address = try? PostgreSQLAddress(text) {
      self = .postgreSQL(address)
    } else {
      return nil
    }
  }

  /// The file of a SQLite database; `nil` for another one.
  var file: String? {
    if case .sqlite(let path) = self { path } else { nil }
  }
}

extension StoreAddress: CustomStringConvertible {
  /// The path of the file, or the address without its password.
  var description: String {
    switch self {
    case .sqlite(let path): path
    case .postgreSQL(let address): address.description
    }
  }
}
