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
