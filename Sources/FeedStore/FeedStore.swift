package import FeedModel

/// A store of content.
///
/// Reads see all changes of a transaction or none.
package protocol FeedStore: Sendable {
  /// Runs `body`, all of whose reads see the same revision.
  ///
  /// - Throws: errors of `body`, or ``StoreError``.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value

  /// Runs `body`, whose reads of content, kinds, compositions and the descriptions and assigned addresses of
  /// photos see the state of a former revision. All other reads see the present.
  ///
  /// - Parameter revision: the number of the revision; 0 for the time before the first write.
  /// - Throws: ``StoreError/noSuchRevision(_:)``, ``StoreError/revisionPruned(_:first:)``, errors of
  ///   `body`, or another ``StoreError``.
  func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value

  /// Runs `body` as one transaction. If it changed anything that can be published, one revision is added and
  /// returned; if it throws, nothing is changed.
  ///
  /// The transaction has the time `moment`, or that of the store's own clock once it has begun: it may have waited for
  /// other writers. At that time, `author` has to be who may write.
  ///
  /// - Throws: ``AuthorityError``, errors of `body`, or ``StoreError``.
  func write(
    at moment: Timestamp, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision?

  /// Runs `body`, whose writes only its own reads see: they are gone when it ends. Like ``read(_:)`` it takes no lock
  /// of writers, and what it has not written is of one revision.
  ///
  /// - Throws: errors of `body`, or ``StoreError``.
  func rehearse<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentRehearsal) throws -> Value
  ) async throws -> Value

  /// Returns an empty stage for any number of items that are to be written together.
  ///
  /// - Throws: ``StoreError``.
  func stage() async throws -> any ContentStage

  /// The failure that prevents writes, or some reads; `nil` if none is known. What has failed is tried again.
  var failure: StoreError? { get async }

  /// Indexes the items that large writes have left unindexed, in short transactions. Searches find
  /// the items with and without it.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  func index() async throws

  /// Closes all connections, once what uses them has ended.
  ///
  /// - Throws: ``StoreError``.
  func close() async throws
}

/// The reads of one transaction, all of the same revision. All of them throw ``StoreError``.
package protocol ContentReader: TokenReader, AuditReader, PhotoReader, HistoryReader, ReleaseReader,
  DocumentRevisionReader, WriteOrderReader
{
  /// The revision that is read, the newest or a former one; `nil` before the first write.
  func latestRevision() throws -> Revision?

  /// The kinds as they are defined.
  func kinds() throws -> ContentKinds

  /// Up to `limit` items of `kind` that match `query`, in its order, after `position`.
  ///
  /// - Parameter visibility: only the items it shows; `nil` for all items, drafts included.
  func items(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?,
    after position: ListPosition?, limit: Int
  ) throws -> [StoredItem]

  /// The ids of the first `limit` items of `kind` that match `query`, in its order.
  ///
  /// - Parameter visibility: only the items it shows; `nil` for all items, drafts included.
  func ids(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?, limit: Int
  ) throws -> [Int]

  /// How many items of `kind` that `query` finds.
  ///
  /// - Parameter visibility: only the items it shows; `nil` for all items, drafts included.
  func count(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?
  ) throws -> Int

  /// The first `limit` items of `kind` that match `query`, at least one, and how many there are: the same as
  /// ``items(of:matching:visibility:after:limit:)`` and ``count(of:matching:visibility:)``. A search that is sorted
  /// looks for its items once.
  func countedItems(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?, limit: Int
  ) throws -> (items: [StoredItem], count: Int)

  /// The number of item texts to scan for sorting the items that match `query`, and for counting them if
  /// `counts`.
  ///
  /// 0 if an index finds them, and for an order in which the scan can stop at the first matches. Items with translations
  /// that the index finds count in any case, since it does not tell the locales apart.
  ///
  /// - Parameter limit: the number up to which these are counted.
  func scannedTextCount(
    of kind: ContentKind, matching query: ContentQuery, counts: Bool, upTo limit: Int
  ) throws -> Int

  /// The item `id` of `kind`, if there is one, shown or not.
  func item(of kind: ContentKind, id: Int) throws -> StoredItem?

  /// The boundaries of the items after `moment`, by the name of their kind.
  func nextItemBoundaries(after moment: Timestamp) throws -> [String: ItemBoundaries]

  /// The conditions of those items of `kind` that `query` finds, and that are shown at `moment` to clients that meet
  /// them.
  ///
  /// - Parameter includesDrafts: whether drafts count, at the moments of their windows.
  func conditions(
    of kind: ContentKind, matching query: ContentQuery, at moment: Timestamp, includesDrafts: Bool
  ) throws -> Set<Targeting>

  /// When the first items with each condition, of those of `kind` that `query` finds, begin or cease to be shown after
  /// `moment` to clients that meet it. Drafts do not.
  func targetedBoundaries(
    of kind: ContentKind, matching query: ContentQuery, after moment: Timestamp
  ) throws -> [Targeting: Timestamp]

  /// Those of the items of `kind` with these ids that `visibility` shows.
  func shownIDs(
    of kind: ContentKind, among ids: [Int], visibility: Visibility
  ) throws -> Set<Int>

  /// Whether an item of `kind` may have a condition. It is found without going through the items.
  func mayHaveConditions(_ kind: ContentKind) throws -> Bool

  /// The changes of the first `limit` revisions after `number`, oldest first.
  func changes(after number: Int, limit: Int) throws -> [RevisionChanges]

  /// The locales that any text has ever been written in, other than the default one.
  func knownLocales() throws -> KnownLocales

  /// The locales that those whom `visibility` is of have ever seen a text of an item in, or with drafts all that any text
  /// has been written in.
  func knownLocales(seenBy visibility: Visibility) throws -> KnownLocales

  /// The locales that items of `kind` have translations in, in alphabetical order.
  ///
  /// - Parameter visibility: only of the items it shows; `nil` for all items, drafts included.
  func locales(of kind: ContentKind, visibility: Visibility?) throws -> [LocaleTag]

  /// The hidden translations of items of `kind`, by the ids of the items: those of fields that are not localised any
  /// more.
  ///
  /// - Parameters:
  ///   - revealing: `kind` with the fields localised whose hidden translations are asked for.
  ///   - ids: the items in question.
  func hiddenTranslations(
    of kind: ContentKind, revealing: ContentKind, ids: ClosedRange<Int>
  ) throws -> [Int: [Translation]]

  /// The composition of `feed` as its editors wrote it, a JSON object; `nil` without one.
  func compositionDocument(of feed: String) throws -> String?

  /// The names of the feeds that have a composition of their own, in alphabetical order.
  func composedFeeds() throws -> [String]

  /// The secret bytes called `name`, which never change; `nil` before they are made.
  func secret(_ name: String) throws -> [UInt8]?
}

/// Writes of content, done or rehearsed. Its reads see its own writes. Everything throws ``StoreError``.
package protocol ContentWriter: ContentReader {
  /// The id for a new item of `kind`: one that no item has or ever had, at most 2⁵³ − 1, the
  /// largest whole number all clients can read; `nil` when there is none left.
  func nextID(of kind: ContentKind) throws -> Int?

  /// Inserts `item`, or replaces the one with its id if any field differs.
  ///
  /// - Throws: ``StoreError/kindChanged(_:)`` if its kind is defined otherwise.
  func upsert(_ item: ContentItem) throws -> Change

  /// Removes item `id` of `kind`; ``Change/unchanged`` where there is none.
  func delete(_ kind: ContentKind, id: Int) throws -> Change

  /// Replaces the window of item `id` of `kind`, which exists.
  func setWindow(_ window: Window, of kind: ContentKind, id: Int) throws -> Change

  /// Defines a kind, or changes its definition and with it the stored items.
  func define(_ change: KindChange) throws

  /// Removes `kind` with all its items.
  func remove(_ kind: ContentKind) throws

  /// An item that has a reference to item `id` of `kind`; `nil` if there is none.
  func referrer(to kind: ContentKind, id: Int) throws -> (kind: String, id: Int)?

  /// Replaces the composition of `feed` by a JSON object.
  func setComposition(_ document: String, of feed: String) throws -> Change

  /// Removes the composition of `feed`; ``Change/unchanged`` if it has none.
  func removeComposition(of feed: String) throws -> Change

  /// Adds an entry to the audit. A rehearsal has none.
  func audit(_ record: AuditRecord) throws
}

/// Writes that are rehearsed: see ``FeedStore/rehearse(_:)``. The revision is the one before them, and items of a kind
/// that they define otherwise are read one by one.
package protocol ContentRehearsal: ContentWriter {
  /// The content without the writes.
  var before: any ContentReader { get }
}

/// The writes of one transaction.
package protocol ContentTransaction: ContentWriter, TokenWriter, IdempotencyRecorder, PhotoWriter,
  HistoryWriter, ReleaseWriter, DocumentRevisionWriter
{
  /// The time of the transaction: the one that it was given, or that of a store with a clock of its own.
  var moment: Timestamp { get }

  /// On whose behalf it writes, with the name and the role that they have at its time.
  var author: Author { get }

  /// Makes the revision that shows the items that are due now and hides those that have ended, if the
  /// newest revision does not.
  ///
  /// - Returns: how many items have begun or ceased to be shown.
  func applyBoundaries() throws -> Int

  /// Notes that `feed`, whose composition stays as it is, shows other sections from now on.
  func noteComposition(of feed: String) throws

  /// Removes the entries of the audit made before `moment`, up to `number`.
  func removeAuditEntries(madeBefore moment: Timestamp, through number: Int) throws

  /// Stores `bytes` under `name`, unless there is a value.
  func keepSecret(_ bytes: [UInt8], as name: String) throws
}
