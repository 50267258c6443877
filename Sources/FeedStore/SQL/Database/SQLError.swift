/// Why a statement, or its result, is refused by the program and not by the database.
package enum SQLError: Error, Hashable, Sendable {
  /// A row breaks the rules for its table.
  case corrupt(String)
  /// A query that the kind does not support. Queries are validated before, so this is a mistake in the program.
  case misuse(String)
  /// A store that content was to be copied to has some.
  case notEmpty
}
