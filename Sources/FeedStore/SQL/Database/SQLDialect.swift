package import FeedModel

/// The differences between the databases in how they say things, and the tables that each makes of a kind.
package protocol SQLDialect: Sendable {
  // MARK: Statements

  /// The first word of `INSERT` statements that need not be possible to undo alone.
  var insertion: String { get }

  // MARK: Expressions

  /// A text of one line feed.
  var lineFeed: String { get }

  /// The greatest of several values that are not NULL.
  func greatest(_ values: String...) -> String

  /// The place of `part` in `text`, from 1; 0 where it is not.
  func place(of part: String, in text: String) -> String

  /// The texts of a group of rows in one, with line feeds between them.
  func joined(_ text: String) -> String

  /// `value`, a column of a list of values, as one of the type and the order that columns with `storage` have.
  func typed(_ value: String, as storage: FieldStorage) -> String

  /// The type of columns with values of `storage`, and of columns of truth values.
  func type(of storage: FieldStorage) -> String
  var booleanType: String { get }

  /// The ending of the statement that creates a table.
  var tableEnding: String { get }

  /// The quoted column by which former items with a condition are indexed.
  var targetingIndex: String { get }

  /// A condition: whether the list in `column` has up to `maximum` elements.
  func hasCount(_ column: String, upTo maximum: Int) -> String

  /// The column that tells rows of a table without a key apart, as long as the transaction lasts.
  var rowIdentifier: String { get }

  // MARK: JSON

  /// The members of the object in `column`, as a table in `FROM` with the columns `key` and `value`. No member for NULL.
  func members(of column: String) -> String

  /// The members of an object that is itself the `value` of such a table.
  func members(ofMember value: String) -> String

  /// The text of `value`, the value of a table of members that is a text.
  func text(ofMember value: String) -> String

  /// The value at `path` of the object in `column`: texts as they are, arrays as JSON; NULL where there is none.
  func member(_ path: [String], of column: String) -> String

  /// A query of the texts in the array in `column`.
  func texts(ofArray column: String) -> String

  /// A condition: whether the array in `column` has the argument, of the type of `element`; texts for people are folded.
  func array(_ column: String, hasArgumentOf element: any FieldType) -> String

  // MARK: Search

  /// A condition: whether the indexed texts of the item `items` contain all of `words`, folded ones of three characters
  /// or more.
  func isIndexed(_ words: [String], of table: KindTable) -> SQLPart

  /// A query of the ids of indexed items with a folded word of one or two characters; an id may be there several times.
  func indexedItems(with word: String, of table: KindTable) -> SQLPart

  /// Whether a sample shows that a word of one or two characters is in more than `count` of `total` indexed items.
  /// Always false where counting them takes no longer.
  func isFrequent(
    _ word: String, over count: Int, of total: Int, in table: KindTable,
    _ database: any SQLDatabase
  ) throws -> Bool

  /// Prepares `table`, of which many items were written, to be gone through in the order of ids.
  func beginIndexing(_ table: KindTable, in database: any SQLDatabase) throws

  /// Indexes the items of `table` with these ids anew, in parts of equal size that may be indexed side by side.
  func index(_ table: KindTable, ids parts: [ClosedRange<Int>], in database: any SQLDatabase) throws

  /// Prepares the index of `table` for searches, after the last of many items was indexed.
  func endIndexing(_ table: KindTable, in database: any SQLDatabase) throws

  /// Indexes the written items `items` that `condition` holds for, where the database does not do so itself. Those of the
  /// backlog are left out.
  func indexWritten(
    _ table: KindTable, where condition: String, _ arguments: SQLArguments,
    in database: any SQLDatabase
  ) throws

  /// Removes the item `id`, which was deleted, from the index, where the database does not do so itself.
  func unindex(_ table: KindTable, id: Int, in database: any SQLDatabase) throws

  // MARK: Releases

  /// The id of the last release that was ever added; 0 for none.
  func lastRelease(in database: any SQLDatabase) throws -> Int

  /// Has ids of releases go on after `id`.
  func setLastRelease(_ id: Int, in database: any SQLDatabase) throws

  // MARK: Tables

  /// The name of a table that belongs to the kind called `kind`, quoted: the table of its items without a suffix.
  func tableName(of kind: String, suffix: String) -> String

  /// A temporary table of the connection with the quoted `name`.
  func temporaryName(_ name: String) -> String

  /// The name of the column with the moment of a date field, quoted.
  func momentName(of field: String) -> String

  /// The names of the tables whose names end in `:past:` and a number, quoted.
  func pastTables(in database: any SQLDatabase) throws -> [String]

  /// Creates the table of a kind's items with everything that belongs to it.
  func create(_ table: KindTable, in database: any SQLDatabase) throws

  /// Removes the table of a kind's items with everything that belongs to it.
  func remove(_ table: KindTable, from database: any SQLDatabase) throws

  /// Begins to change the table of a kind's items by `change`. Until ``finishChange(of:in:)``, the search does not
  /// follow what is written.
  func beginChange(of table: KindTable, by change: KindChange, in database: any SQLDatabase) throws

  /// Ends the change of a table, which is now that of the changed kind.
  func finishChange(of table: KindTable, in database: any SQLDatabase) throws
}

/// A part of a statement, with the values of its parameters in their order.
package struct SQLPart: Sendable {
  package let sql: String
  package let arguments: [SQLValue]

  package init(_ sql: String, _ arguments: [SQLValue] = []) {
    self.sql = sql
    self.arguments = arguments
  }
}
