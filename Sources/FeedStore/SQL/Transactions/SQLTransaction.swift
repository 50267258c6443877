import FeedModel
import Foundation

/// The reads of one transaction, of a reader or of the writer. They are implemented beside the statements
/// that write the same tables.
protocol SQLReading: ContentReader {
  var database: any SQLDatabase { get }
  /// The definitions as this transaction sees them.
  func definitions() throws -> Definitions
  /// The tables that lists read the items of `kind` from.
  func source(of kind: ContentKind, isSearched: Bool) throws -> ItemSource
  /// The tables that lists read the items of `kind` from that `query` finds.
  func source(of kind: ContentKind, finding query: ContentQuery) throws -> ItemSource
  /// The item of a row of such tables.
  func item(_ kind: ContentKind, in row: SQLRow) throws -> StoredItem
  /// The results that are the same during the transaction; `nil` if the items can change.
  var memory: ReadMemory? { get }
  /// The cached definitions of former revisions.
  var formerDefinitions: DefinitionCache { get }
}

extension SQLReading {
  var dialect: any SQLDialect { database.dialect }

  var memory: ReadMemory? { nil }

  // A transaction may have changed the kinds, and none of that must stay if it fails.
  var formerDefinitions: DefinitionCache { DefinitionCache() }

  func kinds() throws -> ContentKinds { try definitions().kinds }

  func catalogue() throws -> CellCatalogue { try definitions().catalogue }

  /// Refuses `kind` if it differs from the definition that this transaction sees: its table has other columns.
  func requireCurrent(_ kind: ContentKind) throws {
    guard try kinds()[kind.name] == kind else { throw StoreError.kindChanged(kind.name) }
  }

  func source(of kind: ContentKind, isSearched: Bool) throws -> ItemSource {
    try requireCurrent(kind)
    return ItemSource(
      present: kind, hasBacklog: try isSearched && hasBacklog(kind),
      hasWindows: try hasWindows(kind), dialect)
  }

  func source(of kind: ContentKind, finding query: ContentQuery) throws -> ItemSource {
    try source(of: kind, isSearched: query.search != nil)
  }

  func item(_ kind: ContentKind, in row: SQLRow) throws -> StoredItem {
    try Self.item(kind, from: row)
  }

  /// Runs `body` and translates its errors to ``StoreError``.
  func attempt<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch { throw database.storeError(error) }
  }
}

/// The results of one transaction that only reads.
final class ReadMemory {
  var definitions: Definitions?
  /// How often words occur, by the statements that count them: the count of a list and the estimate of its cost both need
  /// that.
  var wordCounts: [String: [String: Int]] = [:]
}

/// The reads of one transaction. Lives on its connection's queue and not beyond its transaction.
struct SQLReader: SQLReading {
  let database: any SQLDatabase
  let definitionCache: DefinitionCache
  let memory: ReadMemory? = ReadMemory()

  init(database: any SQLDatabase, definitionCache: DefinitionCache) {
    self.database = database
    self.definitionCache = definitionCache
  }

  var formerDefinitions: DefinitionCache { definitionCache }

  func definitions() throws -> Definitions {
    if let definitions = memory?.definitions { return definitions }
    let definitions = try attempt { try definitionCache.definitions(in: database) }
    memory?.definitions = definitions
    return definitions
  }
}

/// The reads and writes of one transaction. Lives on the writer's queue and not beyond its transaction.
final class SQLTransaction: SQLReading, ContentTransaction {
  let database: any SQLDatabase
  let moment: Timestamp
  let author: Author
  private let definitionCache: DefinitionCache
  private let makeID: @Sendable () -> UUID
  /// The definitions as far as they were read, this transaction's own changes included.
  var knownDefinitions: Definitions?
  /// The last audit entry of this transaction for each subject that it refers to by version, and the state of the
  /// subject after it, as JSON.
  var auditedSubjects: [AuditRecord.Subject: (entry: Int, after: @Sendable () throws -> String?)] =
    [:]
  var revisionActor: AuditActor?
  /// The revision this transaction makes, from its first change on.
  private(set) var revision: Revision?
  private var revisionBefore: Revision?

  init(
    database: any SQLDatabase, definitionCache: DefinitionCache, moment: Timestamp, author: Author,
    makeID: @escaping @Sendable () -> UUID
  ) {
    self.database = database
    self.definitionCache = definitionCache
    self.moment = moment
    self.author = author
    self.makeID = makeID
  }

  func definitions() throws -> Definitions {
    if let knownDefinitions { return knownDefinitions }
    let definitions = try attempt {
      try definitionCache.definitions(in: database, version: database.head?.definitionsRevision)
    }
    knownDefinitions = definitions
    return definitions
  }

  func latestRevision() throws -> Revision? {
    if let revision { return revision }
    if let head = database.head { return head.revision }
    return try SQLReader(database: database, definitionCache: definitionCache).latestRevision()
  }

  /// The time of the transaction's revision. Because the clocks of machines differ a little, it is never
  /// before that of the previous revision, unless a clock that was ahead has written that one.
  func shownMoment() throws -> Timestamp {
    if let revision { return revision.committedAt }
    return shownMoment(after: try latestRevision())
  }

  private func shownMoment(after latest: Revision?) -> Timestamp {
    guard let latest, !latest.isFromFuture(at: moment),
      latest.committedAt.millisecondsSince1970 > moment.millisecondsSince1970
    else { return moment }
    return latest.committedAt
  }

  /// The time of the revision before this transaction, in milliseconds since 1970; `.min` if there is none.
  func momentBefore() throws -> Int {
    let before = revision == nil ? try latestRevision() : revisionBefore
    return before?.committedAt.millisecondsSince1970 ?? .min
  }

  /// The revision that this transaction makes, which the first call adds.
  func currentRevision() throws -> Revision {
    if let revision { return revision }
    let latest = try latestRevision()
    revisionBefore = latest
    let made = Revision(
      number: (latest?.number ?? 0) + 1, id: makeID(), committedAt: shownMoment(after: latest))
    try database.perform(
      "INSERT INTO revisions (number, id, committed_at) VALUES (?, ?, ?)",
      [made.number, made.id.text, made.committedAt.rfc3339])
    revision = made
    return made
  }
}
