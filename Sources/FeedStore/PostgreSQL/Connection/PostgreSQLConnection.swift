internal import CPostgreSQL
internal import Foundation

/// A connection to a database, used by one thread at a time. Each call that returns something waits for it.
///
/// Statements are sent as a pipeline: ``perform(_:_:isCached:)`` queues one, and whatever waits next sends all that is
/// queued in one go. The first statement that fails keeps those after it from running, and its error is thrown
/// by the call that waits. Outside a transaction, everything that is sent in one go is one transaction.
///
/// SQL has placeholders as ``PlaceholderTranslation`` says. Their values have types: SQL casts those that are to be of
/// another one (`?::jsonb`), and those of which nothing says what a NULL would be (`?::text IS NULL`).
package final class PostgreSQLConnection {
  /// A statement whose answer is not read yet.
  enum Pending {
    case statement(sql: String)
    case preparation(StatementCache.Variant, sql: String)
    case deallocation(name: String)
  }

  /// How many statements are queued before their answers are read.
  private static let maximumPendingCount = 512

  /// The address or folder and the port of the server that is connected to, for logs and errors.
  package let host: String
  /// The server's version, such as 150018.
  package let serverVersion: Int
  /// The identifier of the server's process for this connection.
  package let processIdentifier: Int
  /// Cancels what the connection does, from any thread.
  package let canceller: PostgreSQLCanceller

  /// Whether the connection can no longer be used.
  package private(set) var isLost = false
  /// Whether the server no longer takes writes, or ends: a new connection may reach another one.
  package private(set) var isOutdated = false
  /// Whether nothing has been answered since the connection was made or ``beginUse()`` was called.
  private var isUnanswered = true

  /// The connection of libpq.
  let handle: OpaquePointer
  /// What the server says besides its answers.
  let notices: PostgreSQLNotices
  private var statements: StatementCache
  private var parameters = ParameterBuffer()
  private var pending: [Pending] = []
  /// The first error among the statements that were sent since the last point of synchronization.
  private(set) var firstError: PostgreSQLError?

  /// Connects to the first host of `address` that is as the address wants it, and waits for it.
  package init(
    _ address: PostgreSQLAddress, settings: PostgreSQLSessionSettings = PostgreSQLSessionSettings()
  ) throws(PostgreSQLError) {
    if let reason = tanada_postgresql_load() { throw .libraryMissing(String(cString: reason)) }
    let parameters = address.parameters(settings)
    let opened = withCStrings(parameters.map(\.keyword), parameters.map(\.value)) {
      tanada_postgresql_connect($0, $1)
    }
    guard let opened else {
      throw .notConnected(.init(message: "no memory", host: address.description))
    }
    guard tanada_postgresql_is_good(opened), tanada_postgresql_enter_pipeline(opened) else {
      let message = String(cString: tanada_postgresql_message(opened)).oneLine
      tanada_postgresql_close(opened)
      throw .notConnected(Self.failure(ofConnecting: message, to: address))
    }
    handle = opened
    let name = tanada_postgresql_host(opened).map { String(cString: $0) } ?? ""
    let port = tanada_postgresql_port(opened).map { String(cString: $0) } ?? ""
    host = port.isEmpty ? name : "\(name):\(port)"
    serverVersion = Int(tanada_postgresql_server_version(opened))
    processIdentifier = Int(tanada_postgresql_process(opened))
    canceller = PostgreSQLCanceller(connection: opened)
    statements = StatementCache(count: settings.preparedStatementCount)
    notices = PostgreSQLNotices(host: host)
    notices.observe(opened)
    if let statement = PostgreSQLAddress.laterSettings(forServer: serverVersion) {
      try run(script: statement)
    }
  }

  deinit {
    canceller.close()
    tanada_postgresql_close(handle)
  }

  /// The facts of a failure to connect. The messages of servers have the SQLSTATE, as in "FATAL:  57P03: the
  /// database system is starting up LOCATION:  …".
  private static func failure(
    ofConnecting message: String, to address: PostgreSQLAddress
  ) -> PostgreSQLError.Failure {
    var text = message
    var sqlState: String?
    if let match = message.firstMatch(of: /FATAL: +([0-9A-Z]{5}): (.*?)( LOCATION: .*)?$/) {
      sqlState = String(match.1)
      text = String(match.2)
    }
    let isReadOnly = message.contains("session is read-only")
    return PostgreSQLError.Failure(
      sqlState: sqlState, message: text,
      hint: isReadOnly
        ? "it is a standby, or default_transaction_read_only is on for the server, database or role"
        : nil,
      host: address.description)
  }

  // MARK: - State

  /// Where the connection is in its transactions, as of the last answer.
  package var isInTransaction: Bool {
    let status = tanada_postgresql_transaction_status(handle)
    return status == tanada_postgresql_in_transaction
      || status == tanada_postgresql_in_failed_transaction
  }

  /// Whether a statement of the transaction has failed, so that it can only be rolled back.
  package var hasFailedTransaction: Bool {
    tanada_postgresql_transaction_status(handle) == tanada_postgresql_in_failed_transaction
  }

  /// Whether statements are queued or sent whose answers are not read.
  package var hasPending: Bool { !pending.isEmpty || firstError != nil }

  /// Notes that somebody else begins to use the connection: errors say whether anything was answered since.
  ///
  /// - Returns: the number of the use.
  @discardableResult
  package func beginUse() -> Int {
    isUnanswered = true
    return canceller.beginUse()
  }

  // MARK: - Queueing

  /// Queues a statement. What has no cached statement is prepared, sent and forgotten in one.
  func queue(
    _ sql: String, _ arguments: SQLArguments = [], isCached: Bool = true
  ) throws(PostgreSQLError) {
    let entry = isCached ? statements.entry(for: sql) : nil
    let translation = entry?.translation ?? PlaceholderTranslation(of: sql)
    var values = arguments.values
    if !arguments.named.isEmpty {
      for (index, name) in translation.names.enumerated() {
        guard let name, let value = arguments.named[name] else {
          throw .missingParameter(name: name ?? "\(index + 1)", statement: sql)
        }
        values.append(value)
      }
    }
    guard !isLost else { throw lost() }
    guard translation.parameterCount == values.count || translation.parameterCount == 0 else {
      throw .wrongParameterCount(
        expected: translation.parameterCount, found: values.count, statement: sql)
    }
    guard !translation.sql.utf8.contains(0) else { throw .textWithNull(parameter: 0) }
    try parameters.set(values)
    if pending.count >= Self.maximumPendingCount { try readPending() }
    try queueDeallocations(before: sql)
    guard let entry else {
      try check(
        parameters.withParameters { tanada_postgresql_send(handle, translation.sql, $0) })
      pending.append(.statement(sql: sql))
      return
    }
    let variant = statements.variant(of: entry, for: parameters.types)
    if variant.isNew {
      try check(
        tanada_postgresql_prepare(
          handle, variant.name, translation.sql, Int32(variant.types.count), variant.types))
      pending.append(.preparation(variant, sql: sql))
      variant.isNew = false
    }
    try check(
      parameters.withParameters { tanada_postgresql_send_prepared(handle, variant.name, $0) })
    pending.append(.statement(sql: sql))
  }

  /// Has the server forget the prepared statements that nobody uses, before `sql`, unless it would refuse that. DEALLOCATE
  /// takes a snapshot: it goes neither before a BEGIN, which would then be refused for its isolation level, nor between that
  /// and the first answer in the transaction, which may lock a table before its own snapshot.
  private func queueDeallocations(before sql: String) throws(PostgreSQLError) {
    guard !statements.abandoned.isEmpty, firstError == nil, !hasFailedTransaction,
      isInTransaction || pending.isEmpty && !sql.hasPrefix("BEGIN")
    else { return }
    var none = tanada_postgresql_parameters(count: 0, types: nil, lengths: nil, bytes: nil)
    for name in statements.takeAbandoned() {
      try check(tanada_postgresql_send(handle, "DEALLOCATE \(name)", &none))
      pending.append(.deallocation(name: name))
    }
  }

  private func check(_ isSent: Bool) throws(PostgreSQLError) {
    guard !isSent else { return }
    throw lose(message: String(cString: tanada_postgresql_message(handle)))
  }

  // MARK: - Waiting

  /// Sends what is queued, waits for all of it, and returns the result of the last statement.
  ///
  /// - Parameters:
  ///   - isProtected: Whether nobody may cancel it.
  ///   - isStreaming: Whether `receive` gets the rows of the last statement one by one.
  /// - Throws: the first error of all that was queued.
  @discardableResult
  func finish(
    isProtected: Bool = false, isStreaming: Bool = false,
    _ receive: (PostgreSQLResult) -> Void = { _ in }
  ) throws(PostgreSQLError) -> PostgreSQLResult? {
    guard !isLost else { throw lost() }
    if !isProtected { try canceller.begin() }
    defer { canceller.end() }
    notices.clear()
    try check(tanada_postgresql_synchronize(handle))
    let last = try readAnswers(isStreaming: isStreaming, receive)
    while true {
      guard let result = next() else { throw lose() }
      if result.status == tanada_postgresql_synchronized { break }
      try note(result, statement: nil)
    }
    defer { firstError = nil }
    if let firstError { throw firstError }
    if let warning = notices.unreplicatedCommit { throw .commitUnknown(warning) }
    return last
  }

  /// Reads the answers to what is queued, without a point of synchronization: an error is kept for later.
  private func readPending() throws(PostgreSQLError) {
    try canceller.begin()
    defer { canceller.end() }
    try check(tanada_postgresql_flush(handle))
    _ = try readAnswers(isStreaming: false) { _ in }
  }

  /// Reads the answers to all that was sent, and returns the last one.
  private func readAnswers(
    isStreaming: Bool, _ receive: (PostgreSQLResult) -> Void
  ) throws(PostgreSQLError) -> PostgreSQLResult? {
    var last: PostgreSQLResult?
    let sent = pending
    pending.removeAll(keepingCapacity: true)
    for (index, entry) in sent.enumerated() {
      last = nil
      if isStreaming, index == sent.count - 1 { _ = tanada_postgresql_set_single_row(handle) }
      var hasSucceeded = true
      while let result = next() {
        switch result.status {
        case tanada_postgresql_failed:
          hasSucceeded = false
          try note(result, statement: entry.sql)
        case tanada_postgresql_aborted: hasSucceeded = false
        case tanada_postgresql_single_row:
          isUnanswered = false
          receive(result)
        case tanada_postgresql_synchronized: throw lose(message: "an answer is missing")
        default:
          isUnanswered = false
          last = result
        }
      }
      if !hasSucceeded { note(failed: entry) }
      guard tanada_postgresql_is_good(handle) else { throw lose(statement: entry.sql) }
    }
    return last
  }

  /// Notes that the server has not done what it was asked for.
  private func note(failed entry: Pending) {
    switch entry {
    case .statement: break
    case .preparation(let variant, let sql): statements.forget(variant, sql: sql)
    case .deallocation(let name): statements.keepAbandoned(name)
    }
  }

  /// Waits for the next result; `nil` when a statement has no more.
  func next() -> PostgreSQLResult? {
    tanada_postgresql_next(handle).map { PostgreSQLResult($0) }
  }

  /// Notes an error of the server.
  ///
  /// - Throws: ``PostgreSQLError/connectionLost(_:isUnanswered:)`` if it ends the connection.
  func note(_ result: PostgreSQLResult, statement: String?) throws(PostgreSQLError) {
    guard result.status == tanada_postgresql_failed else { return }
    let failure = result.failure(statement: statement, host: host)
    guard !result.isFatal, tanada_postgresql_is_good(handle) else {
      throw lose(failure)
    }
    isUnanswered = false
    let error = PostgreSQLError.refused(failure)
    if error.isReadOnly { isOutdated = true }
    if error.isStaleStatement { statements.forgetAll() }
    firstError = firstError ?? error
  }

  /// Removes and returns the error of a statement outside the pipeline.
  func takeEarlierError() -> PostgreSQLError? {
    defer { firstError = nil }
    return firstError
  }

  // MARK: - Losing

  /// Notes that the connection is lost.
  func lose(message: String? = nil, statement: String? = nil) -> PostgreSQLError {
    let text = message ?? String(cString: tanada_postgresql_message(handle))
    return lose(
      PostgreSQLError.Failure(
        sqlState: notices.shutdownState, message: text.oneLine, statement: statement, host: host))
  }

  private func lose(_ failure: PostgreSQLError.Failure) -> PostgreSQLError {
    isLost = true
    isOutdated = true
    pending = []
    return .connectionLost(failure, isUnanswered: isUnanswered)
  }

  /// The error of using a connection that is lost.
  func lost() -> PostgreSQLError {
    .connectionLost(
      PostgreSQLError.Failure(message: "the connection was lost before", host: host),
      isUnanswered: isUnanswered)
  }
}

extension PostgreSQLConnection.Pending {
  fileprivate var sql: String {
    switch self {
    case .statement(let sql), .preparation(_, let sql): sql
    case .deallocation(let name): "DEALLOCATE \(name)"
    }
  }
}

/// Calls `body` with two lists of texts for C, which end with NULL.
private func withCStrings<Value>(
  _ first: [String], _ second: [String],
  _ body: (
    UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>
  ) -> Value
) -> Value {
  let copies = [first, second].map { texts in texts.map { strdup($0) } }
  defer { for copy in copies.joined() { free(copy) } }
  let lists = copies.map { list in list.map { UnsafePointer($0) } + [nil] }
  return lists[0].withUnsafeBufferPointer { first in
    lists[1].withUnsafeBufferPointer { second in
      guard let first = first.baseAddress, let second = second.baseAddress else {
        preconditionFailure("a list has its NULL at least")
      }
      return body(first, second)
    }
  }
}
