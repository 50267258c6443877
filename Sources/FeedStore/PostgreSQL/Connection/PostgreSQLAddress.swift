/// Where a database is, such as `postgresql://user:password@host1:5432,host2/database?sslmode=require`.
///
/// Hosts may be names, addresses, IPv6 addresses in brackets, or folders of Unix sockets (`%2Frun%2Fpostgresql`, or
/// `?host=/run/postgresql`). Options are the connection parameters of libpq, which also reads its environment
/// variables and files for what is not given, such as `PGPASSWORD`.
package struct PostgreSQLAddress: Hashable, Sendable {
  /// One of the servers that may have the database.
  package struct Host: Hashable, Sendable {
    /// A name, an address, or the folder of a Unix socket.
    package var name: String
    /// `nil` for the usual one.
    package var port: Int?

    /// A host called `name`, or a folder; an absolute path is one.
    package init(name: String, port: Int? = nil) {
      self.name = name
      self.port = port
    }
  }

  /// `nil` for libpq's default.
  package var user: String?
  /// `nil` if libpq finds it elsewhere, or none is needed.
  package var password: String?
  /// Tried in order; libpq's default if there is none.
  package var hosts: [Host]
  /// `nil` for the one with the name of the user.
  package var database: String?
  /// The other parameters of libpq, by their keywords.
  package var options: [String: String]

  /// An address of these parts.
  package init(
    user: String? = nil, password: String? = nil, hosts: [Host] = [], database: String? = nil,
    options: [String: String] = [:]
  ) {
    self.user = user
    self.password = password
    self.hosts = hosts
    self.database = database
    self.options = options
  }

  /// Reads an address.
  ///
  /// - Throws: ``PostgreSQLError/invalidAddress(_:)``, without the password.
  package init(_ text: String) throws(PostgreSQLError) {
    guard
      let scheme = ["postgresql://", "postgres://"].first(where: { text.hasPrefix($0) })
    else { throw .invalidAddress("it does not begin with postgresql://") }
    var rest = text.dropFirst(scheme.count)
    var query: Substring?
    if let mark = rest.firstIndex(of: "?") {
      query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
    }
    self.init()
    if let slash = rest.firstIndex(of: "/") {
      let name = try Self.decoded(rest[rest.index(after: slash)...])
      database = name.isEmpty ? nil : name
      rest = rest[..<slash]
    }
    if let at = rest.lastIndex(of: "@") {
      let account = rest[..<at]
      rest = rest[rest.index(after: at)...]
      let colon = account.firstIndex(of: ":")
      let name = try Self.decoded(account[..<(colon ?? account.endIndex)])
      user = name.isEmpty ? nil : name
      password = try colon.map { colon throws(PostgreSQLError) in
        try Self.decoded(account[account.index(after: colon)...])
      }
    }
    if !rest.isEmpty {
      for part in rest.split(separator: ",", omittingEmptySubsequences: false) {
        hosts.append(try Self.host(part))
      }
    }
    for pair in query?.split(separator: "&") ?? [] { try take(pair) }
  }

  // MARK: - Reading

  private static func host(_ text: Substring) throws(PostgreSQLError) -> Host {
    var name = text
    var port: Substring?
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]") else {
        throw .invalidAddress("an IPv6 address has no closing bracket")
      }
      name = text[text.index(after: text.startIndex)..<close]
      let rest = text[text.index(after: close)...]
      guard rest.isEmpty || rest.hasPrefix(":") else {
        throw .invalidAddress("after an IPv6 address comes '\(rest)', rather than a port")
      }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.firstIndex(of: ":") {
      name = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    return try Host(name: decoded(name), port: port.map(self.port))
  }

  private static func port(_ text: Substring) throws(PostgreSQLError) -> Int {
    guard let port = Int(text), (1...65_535).contains(port) else {
      throw .invalidAddress("the port '\(text)' is not between 1 and 65535")
    }
    return port
  }

  /// Takes an option, of which some are about what comes before them.
  private mutating func take(_ pair: Substring) throws(PostgreSQLError) {
    guard let equals = pair.firstIndex(of: "=") else {
      throw .invalidAddress("the option '\(pair)' has no value")
    }
    let name = try Self.decoded(pair[..<equals])
    let value = try Self.decoded(pair[pair.index(after: equals)...])
    switch name {
    case "user": user = value
    case "password": password = value
    case "dbname": database = value
    case "host":
      let ports = hosts.map(\.port)
      hosts = value.split(separator: ",", omittingEmptySubsequences: false).enumerated().map {
        Host(name: String($1), port: $0 < ports.count ? ports[$0] : nil)
      }
    case "port":
      let ports = value.split(separator: ",", omittingEmptySubsequences: false)
      if hosts.isEmpty { hosts = ports.map { _ in Host(name: "") } }
      guard ports.count == 1 || ports.count == hosts.count else {
        throw .invalidAddress("there are \(hosts.count) hosts and \(ports.count) ports")
      }
      for index in hosts.indices {
        hosts[index].port = try Self.port(ports.count == 1 ? ports[0] : ports[index])
      }
    case "ssl" where value == "true": options["sslmode"] = "require"
    default: options[name] = value
    }
  }

  /// The text without the percent signs of a URL.
  private static func decoded(_ text: Substring) throws(PostgreSQLError) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else {
        throw .invalidAddress("a percent sign is not followed by two hexadecimal digits")
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .invalidAddress("it is not UTF-8")
    }
    return decoded
  }
}

extension PostgreSQLAddress {
  /// The parameters that libpq gets where the address does not have them.
  static let defaults: [String: String] = [
    // The server that takes writes: after a failover, another one.
    "target_session_attrs": "read-write",
    // Seconds for each host.
    "connect_timeout": "5",
    // Seconds of silence before a server is asked whether it is there, between questions, and how many.
    "keepalives": "1",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    // Milliseconds in which what is sent has to arrive.
    "tcp_user_timeout": "10000",
    "application_name": "tanada",
    "client_encoding": "UTF8",
  ]

  /// The parameters of libpq in alphabetical order, with those of a session.
  package func parameters(_ session: PostgreSQLSessionSettings) -> [(
    keyword: String, value: String
  )] {
    var all = Self.defaults.merging(options) { $1 }
    all["user"] = user
    all["password"] = password
    all["dbname"] = database
    if !hosts.isEmpty {
      all["host"] = hosts.map(\.name).joined(separator: ",")
      all["port"] = hosts.map { $0.port.map { "\($0)" } ?? "" }.joined(separator: ",")
    }
    all["application_name", default: ""] += session.nameSuffix
    let options = [all["options"]].compactMap(\.self)
    all["options"] = (Self.sessionDefaults + options + session.options).joined(separator: " ")
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension PostgreSQLAddress: CustomStringConvertible {
  /// The address for logs and errors: without the password and the options, which may have others.
  package var description: String {
    let names = hosts.map { host in
      let name = host.name.contains(":") ? "[\(host.name)]" : host.name
      return host.port.map { "\(name):\($0)" } ?? name
    }
    let account = user.map { "\($0)@" } ?? ""
    return "postgresql://\(account)\(names.joined(separator: ","))/\(database ?? "")"
  }
}

/// What a server is told about each session of a store.
package struct PostgreSQLSessionSettings: Hashable, Sendable {
  /// The time after which a statement is cancelled; `nil` for none, unless the address has one.
  package var statementTimeout: Duration?
  /// The time after which waiting for a lock is given up; `nil` for never, unless the address has one.
  package var lockTimeout: Duration?
  /// The time after which a transaction in which nothing happens is ended with its connection; `nil` for never,
  /// unless the address has one.
  package var idleTransactionTimeout: Duration?
  /// The suffix of the program's name in the list of the server's sessions.
  package var nameSuffix = ""
  /// How many prepared statements a connection keeps.
  package var preparedStatementCount = 256

  /// Settings with these times, and 256 prepared statements.
  package init(
    statementTimeout: Duration? = nil, lockTimeout: Duration? = nil,
    idleTransactionTimeout: Duration? = nil
  ) {
    self.statementTimeout = statementTimeout
    self.lockTimeout = lockTimeout
    self.idleTransactionTimeout = idleTransactionTimeout
  }

  /// The settings as options of the server's command line.
  fileprivate var options: [String] {
    [
      ("statement_timeout", statementTimeout), ("lock_timeout", lockTimeout),
      ("idle_in_transaction_session_timeout", idleTransactionTimeout),
    ].compactMap { name, duration in
      duration.map { "-c \(name)=\(max(1, Int($0 / .milliseconds(1))))" }
    }
  }
}

extension PostgreSQLAddress {
  /// What each session has set from its start, before the options of the address: whatever the server, the database or
  /// the role has for it, statements mean the same. `default_transaction_read_only` is left as it is: it says that a
  /// server is not to be written to, and another host is looked for.
  package static let sessionDefaults = settings.map { "-c \($0)=\($1)" }

  /// The names of settings and their values, in which a backslash stands before a space.
  private static let settings: KeyValuePairs<String, String> = [
    // Compiling plans took longer than any statement gained by it: 0.4 of the 1.7 s of an import without a change.
    "jit": "off",
    // A search scans the pending lists of the index of texts: with the 4 MB that are usual it took 2 ms for that alone.
    "gin_pending_list_limit": "256kB",

    // Where tables are: for those of another schema, the address names it.
    "search_path": #""$user",public"#,
    // How statements are read.
    "standard_conforming_strings": "on",
    "array_nulls": "on",
    "transform_null_equals": "off",
    // How values are written.
    "DateStyle": "ISO",
    "IntervalStyle": "postgres",
    "TimeZone": "UTC",
    "bytea_output": "hex",
    "extra_float_digits": "1",
    // How much is found.
    "gin_fuzzy_search_limit": "0",
    // What a statement outside a transaction sees, and what an error ends.
    "default_transaction_isolation": #"read\ committed"#,
    "default_transaction_deferrable": "off",
    "exit_on_error": "off",
    // Warnings say whether a commit is replicated.
    "client_min_messages": "notice",
    // How long something may take: that depends on what it is for.
    "statement_timeout": "0",
    "lock_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "idle_session_timeout": "0",
  ]

  /// Sets what only servers of `version` know.
  ///
  /// - Returns: a statement; `nil` if there is nothing.
  static func laterSettings(forServer version: Int) -> String? {
    version >= 170_000 ? "SET transaction_timeout = 0" : nil
  }
}
