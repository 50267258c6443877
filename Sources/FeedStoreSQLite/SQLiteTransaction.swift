import FeedModel
import FeedStore
import GRDB

/// What reads the database within one transaction, be it of a reader or of the writer. The reads
/// themselves stand beside the statements that write the same tables.
protocol SQLiteReading: ContentReader {
  var database: Database { get }
  /// The file, for errors.
  var path: String { get }
  /// The kinds as this transaction sees them.
  func kinds() throws -> ContentKinds
}

extension SQLiteReading {
  /// Runs `body` and says what its error means for the file.
  func attempt<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do { return try body() } catch { throw StoreError(error, path: path) }
  }
}

/// The reads of one transaction. Lives on its connection's queue and not beyond its transaction.
struct SQLiteReader: SQLiteReading {
  let database: Database
  let path: String
  let kindCache: KindCache

  func kinds() throws -> ContentKinds {
    try attempt { try kindCache.kinds(in: database) }
  }
}

/// The reads and writes of one transaction. Lives on the writer's queue and not beyond its transaction.
final class SQLiteTransaction: SQLiteReading, ContentTransaction {
  let database: Database
  let path: String
  let moment: Timestamp
  private let kindCache: KindCache
  private var statements: [String: UpsertStatements] = [:]
  /// The kinds as far as they were read, this transaction's own changes included.
  private var knownKinds: ContentKinds?
  /// The revision this transaction makes, from its first change on.
  private(set) var revision: Revision?
  private var revisionBefore: Revision?

  init(database: Database, path: String, kindCache: KindCache, moment: Timestamp) {
    self.database = database
    self.path = path
    self.kindCache = kindCache
    self.moment = moment
  }

  func kinds() throws -> ContentKinds {
    if let knownKinds { return knownKinds }
    let kinds = try attempt { try kindCache.kinds(in: database) }
    knownKinds = kinds
    return kinds
  }

  /// Notes that the transaction has changed the kinds to `kinds`.
  func noteKinds(_ kinds: ContentKinds) {
    knownKinds = kinds
    statements = [:]
  }

  /// Refuses `kind` if it is not what it is in the database.
  func requireCurrent(_ kind: ContentKind) throws {
    guard try kinds()[kind.name] == kind else { throw StoreError.kindChanged(kind.name) }
  }

  func upsertStatements(for kind: ContentKind) throws -> UpsertStatements {
    if let known = statements[kind.name] { return known }
    let made = try UpsertStatements(kind, in: database)
    statements[kind.name] = made
    return made
  }

  /// The time of the transaction's revision. Because the clocks of machines differ a little, it is never
  /// before that of the previous revision, unless a clock that was ahead has written that one.
  func shownMoment() throws -> Timestamp {
    if let revision { return revision.committedAt }
    guard let latest = try latestRevision(), !latest.isFromFuture(at: moment),
      latest.committedAt.millisecondsSince1970 > moment.millisecondsSince1970
    else { return moment }
    return latest.committedAt
  }

  /// The moment that the revision before this transaction shows, in milliseconds since 1970.
  func momentBefore() throws -> Int {
    let before = revision == nil ? try latestRevision() : revisionBefore
    return before?.committedAt.millisecondsSince1970 ?? .min
  }

  /// The revision this transaction makes, which begins with the first to ask for it.
  func currentRevision() throws -> Revision {
    if let revision { return revision }
    let latest = try latestRevision()
    revisionBefore = latest
    let made = Revision(number: (latest?.number ?? 0) + 1, committedAt: try shownMoment())
    try database.execute(
      sql: "INSERT INTO revisions (number, committed_at) VALUES (?, ?)",
      arguments: [made.number, made.committedAt.rfc3339])
    revision = made
    return made
  }
}
