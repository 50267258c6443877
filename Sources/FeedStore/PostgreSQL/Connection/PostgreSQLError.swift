/// Why something cannot be done in PostgreSQL.
package enum PostgreSQLError: Error, Hashable {
  /// Facts about a failure, by the server if it could say something.
  package struct Failure: Hashable, Sendable {
    /// The five characters of the server's code; `nil` if the failure is not the server's.
    package var sqlState: String?
    /// One line, in the language of the server.
    package var message: String
    /// More about it; `nil` if there is nothing.
    package var detail: String?
    /// What may help; `nil` if there is nothing.
    package var hint: String?
    /// The constraint that refuses something.
    package var constraint: String?
    /// The SQL that fails.
    package var statement: String?
    /// The function in the server's source that reports it, whatever language the message has.
    package var routine: String?
    /// The host and port of the connection, or the hosts that were tried.
    package var host: String
  }

  /// libpq cannot be loaded, for this reason.
  case libraryMissing(String)
  /// The address is none, for this reason.
  case invalidAddress(String)
  /// There is no connection to any of the hosts.
  case notConnected(Failure)
  /// The server refuses a statement. In a transaction, it refuses all that follow until it is rolled back.
  case refused(Failure)
  /// The connection is lost. `isUnanswered`: since it was taken from its pool, nothing had been answered.
  case connectionLost(Failure, isUnanswered: Bool)
  /// A transaction may or may not have been committed: the connection is lost while its answer is waited for, or
  /// it is committed and may not be on the standbys that it was to wait for.
  case commitUnknown(Failure)
  /// A transaction is rolled back rather than committed, because one of its statements had failed.
  case commitRolledBack(host: String)
  /// The task or thread has been cancelled before a statement was sent.
  case cancelled
  /// The text of a parameter, counted from 1, or the statement itself (0) has a U+0000.
  case textWithNull(parameter: Int)
  /// A statement has another number of parameters than placeholders.
  case wrongParameterCount(expected: Int, found: Int, statement: String)
  /// A statement has a placeholder of a name without a value.
  case missingParameter(name: String, statement: String)
  /// A column has a type that is not read here.
  case unsupportedType(column: String, type: PostgreSQLType)
  /// A value does not fit its column.
  case unexpectedValue(column: String, expected: String)
  /// The pool is closed.
  case poolClosed
}

extension PostgreSQLError {
  /// The facts of a failure that the server or the connection reports.
  package var failure: Failure? {
    switch self {
    case .notConnected(let failure), .refused(let failure), .connectionLost(let failure, _),
      .commitUnknown(let failure):
      failure
    default: nil
    }
  }

  /// The five characters of the server's code.
  package var sqlState: String? { failure?.sqlState }

  /// Whether the connection can no longer be used, or could not be made.
  package var isConnectionLost: Bool {
    switch self {
    case .notConnected, .connectionLost: true
    case .commitUnknown(let failure): failure.sqlState != "01000"
    default: false
    }
  }

  /// Whether the connection was lost before anything was answered: a read may run again on another one.
  package var isLostUnanswered: Bool {
    if case .connectionLost(_, let isUnanswered) = self { isUnanswered } else { false }
  }

  /// Whether the transaction may or may not have been committed.
  package var isCommitUnknown: Bool {
    if case .commitUnknown = self { true } else { false }
  }

  /// Whether another transaction was in the way: the whole transaction may run again.
  package var isSerializationFailure: Bool { sqlState == "40001" || isDeadlock }

  /// Whether transactions waited for each other.
  package var isDeadlock: Bool { sqlState == "40P01" }

  /// Whether a lock was not to be had in time.
  package var isLockTimeout: Bool { sqlState == "55P03" }

  /// Whether something was to be written where only reading is allowed, such as a former primary.
  package var isReadOnly: Bool { sqlState == "25006" }

  /// Whether the statement was cancelled, or took longer than it may.
  package var isCancelled: Bool { self == .cancelled || sqlState == "57014" }

  /// Whether the server ends, or is not ready yet.
  package var isShutdown: Bool {
    ["57P01", "57P02", "57P03"].contains(sqlState)
  }

  /// Whether the server's disk is full.
  package var isDiskFull: Bool { sqlState == "53100" }

  /// Whether the server cannot read or write its files.
  package var isOfStorage: Bool { sqlState == "58030" }

  /// Whether the server takes no more connections.
  package var isTooManyConnections: Bool { sqlState == "53300" }

  /// Whether a prepared statement has become out of date: tables were changed by others. The connection has
  /// forgotten its prepared statements, and the whole transaction may run again.
  package var isStaleStatement: Bool {
    sqlState == "0A000" && failure?.routine == "RevalidateCachedQuery"
  }
}

extension PostgreSQLError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .libraryMissing(let reason): reason
    case .invalidAddress(let reason): "this is no address of PostgreSQL: \(reason)"
    case .notConnected(let failure): "there is no connection to \(failure.text)"
    case .refused(let failure): "PostgreSQL at \(failure.text)"
    case .connectionLost(let failure, _): "the connection is lost to \(failure.text)"
    case .commitUnknown(let failure): "whether a commit has happened is unknown at \(failure.text)"
    case .commitRolledBack(let host):
      "a transaction in which a statement failed is rolled back at \(host)"
    case .cancelled: "cancelled"
    case .textWithNull(let parameter):
      parameter == 0
        ? "the statement has the character U+0000"
        : "the text of parameter \(parameter) has the character U+0000, which PostgreSQL does not store"
    case .wrongParameterCount(let expected, let found, let statement):
      "the statement has \(expected) placeholders and \(found) parameters: \(statement)"
    case .missingParameter(let name, let statement):
      "the parameter '\(name)' has no value: \(statement)"
    case .unsupportedType(let column, let type):
      "the column '\(column)' has the type \(type.identifier), which is not read here: cast it"
    case .unexpectedValue(let column, let expected): "the column '\(column)' is no \(expected)"
    case .poolClosed: "the connections are closed"
    }
  }
}

extension PostgreSQLError.Failure {
  /// The failure in a line.
  fileprivate var text: String {
    var text = "\(host): \(message)"
    if let sqlState { text += " (\(sqlState))" }
    for addition in [detail, hint, statement] {
      if let addition { text += "; \(addition)" }
    }
    return text
  }
}

extension StoreError {
  init(_ error: PostgreSQLError, store: String) {
    let detail = error.description
    self =
      if error.isConnectionLost || error.isShutdown || error.isTooManyConnections
        || error.isReadOnly || error.isCommitUnknown
      {
        .unavailable(store: store, detail: detail)
      } else if error.isLockTimeout || error.isSerializationFailure || error.isCancelled {
        .busy(path: store)
      } else if error.isDiskFull {
        .diskFull(path: store)
      } else if error.isOfStorage {
        .storageFailed(path: store, detail: detail)
      } else {
        .failed(path: store, detail: detail)
      }
  }
}
