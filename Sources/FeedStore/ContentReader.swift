package import FeedModel
package import StrictJSON

/// The reads of one transaction, all of the same revision. All of them throw ``StoreError``.
package protocol ContentReader {
  // MARK: Content

  /// The revision that is read, the newest or a former one; `nil` before the first write.
  func latestRevision() throws -> Revision?

  /// The kinds as they are defined.
  func kinds() throws -> ContentKinds

  /// The cells and themes in force.
  func catalogue() throws -> CellCatalogue

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

  // MARK: Tokens

  /// Every token there ever was, by id.
  func tokens() throws -> [Token]

  /// The token `id`, whatever its standing.
  func token(_ id: Int) throws -> Token?

  /// The token whose secret is `secret`, whatever its standing.
  func token(presenting secret: TokenSecret) throws -> Token?

  // MARK: The audit

  /// Up to `limit` entries, the newest first, of numbers below `number`.
  ///
  /// - Parameter subject: only entries about this, or about something below it: `content` and
  ///   `content/pickup_photos` find `content/pickup_photos/7`.
  func auditEntries(
    about subject: String?, before number: Int?, limit: Int
  ) throws -> [AuditEntry]

  /// Up to `limit` entries made before `moment`, the oldest first, of numbers above `number`.
  func auditEntries(
    madeBefore moment: Timestamp, after number: Int, limit: Int
  ) throws -> [AuditEntry]

  /// How many entries were made before `moment`, and the highest of their numbers.
  func auditExtent(madeBefore moment: Timestamp) throws -> (count: Int, last: Int)

  // MARK: Photos

  /// The photo `id`, if there is one.
  func photo(_ id: PhotoID) throws -> Photo?

  /// Up to `limit` photos, the newest first, after the one numbered `number`.
  ///
  /// - Parameter words: each of them is in the alternative text, the camera's make, model or lens, or an
  ///   address that is assigned to the photo.
  func photos(
    matching words: [String], before number: Int?, limit: Int
  ) throws -> [(number: Int, photo: Photo)]

  /// The photos that `addresses` are assigned to; those without a photo are left out.
  func photos(assignedTo addresses: Set<ExactText>) throws -> [ExactText: PhotoID]

  /// The addresses that are assigned to the photo `id`, in alphabetical order.
  func addresses(of id: PhotoID) throws -> [String]

  /// Up to `limit` places in content that show the photo `id`, then in former versions of items, and then in
  /// releases that are not published: in a photo field, or in a url field by an address that is assigned to the
  /// photo or that is its own.
  func uses(of id: PhotoID, limit: Int) throws -> [PhotoUse]

  /// Whether an item that the public sees shows the photo `id`, in one of these ways.
  ///
  /// - Parameter moment: the time at which the public sees it, while boundaries cannot be written; `nil` for that of
  ///   the newest revision.
  func isShownPublicly(_ id: PhotoID, at moment: Timestamp?) throws -> Bool

  /// The photos that were added before `moment` and that neither content shows nor a former version of an item,
  /// nor a release that is not published.
  func unusedPhotos(addedBefore moment: Timestamp) throws -> [PhotoID]

  /// Up to `limit` addresses in the fields of `kind` that are assigned to no photo, in alphabetical order,
  /// after `address`.
  func unknownPictures(of kind: ContentKind, after address: String?, limit: Int) throws -> [String]

  // MARK: History

  /// The revision with this number, if there was one.
  func revision(_ number: Int) throws -> Revision?

  /// The newest revision that was written at `moment` or before; `nil` if there is none.
  func revision(at moment: Timestamp) throws -> Revision?

  /// The first revision whose content is kept; 0 if everything is.
  func firstKeptRevision() throws -> Int

  /// The content as it was at a former revision, as ``FeedStore/read(at:_:)`` reads it.
  func content(at revision: Int) throws -> any ContentReader

  /// The changes of up to `limit` revisions below `number`, the newest first; from the newest one on without
  /// a number.
  func revisions(before number: Int?, limit: Int) throws -> [RevisionChanges]

  /// The present names of fields of the kind called `kind` that were renamed after `revision`, by the names that
  /// they had then. Those of fields that were removed since may be among them.
  func renamedFields(of kind: String, since revision: Int) throws -> [String: String]

  /// Up to `limit` versions of item `id` of the kind called `kind`, the newest first, of those that began
  /// before the revision `number`. A kind that was removed and defined again is another one: its items have no
  /// versions of the former kind.
  func versions(
    of kind: String, id: Int, before number: Int?, limit: Int
  ) throws -> [ItemVersion]

  // MARK: Releases

  /// The release `id`, if there is one.
  func release(_ id: Int) throws -> Release?

  /// Up to `limit` releases, the newest first, of ids below `id`.
  func releases(before id: Int?, limit: Int) throws -> [Release]

  /// The prepared release with the earliest scheduled time; `nil` if there is none. Failed releases and
  /// those without operations are left out.
  func nextScheduledRelease() throws -> Release?

  /// The releases scheduled for after `moment` that a server whose clock was ahead has already published
  /// or marked as failed. Those that were published last come first.
  func releasesHandledEarly(at moment: Timestamp) throws -> [Release]

  // MARK: Revisions of documents

  /// The revisions whose changes of documents are noted. Notes of earlier ones may be incomplete.
  func notedRevisions() throws -> ClosedRange<Int>

  /// The last revision up to `number`, which is noted, that changed `document`; 0 before the first write.
  func documentRevision(of document: DocumentKey, through number: Int) throws -> Int

  /// The first revision after `number` that is known to have changed `document`; `nil` if none is.
  func nextChange(of document: DocumentKey, after number: Int) throws -> Int?

  /// The parts of the content that the revision `number` has written.
  func touches(in number: Int) throws -> RevisionTouches

  /// The last revision up to `number` that changed items or photos of `kind` that everybody sees, or its definition;
  /// at least the first revision.
  func lastTouch(ofKind kind: String, through number: Int) throws -> Int

  /// The last revisions up to `number` that changed items of `kind` that clients with a condition see, or photos in
  /// them, by the conditions.
  func lastTouches(
    ofTargeted kind: String, through number: Int
  ) throws -> [Targeting: Int]

  /// When the first item begins to be shown of those that `query` finds, after the moment of `visibility`; `nil` if
  /// none does.
  ///
  /// - Parameter position: only items up to this position in the order of the query count; `nil` for all.
  func nextBeginning(
    of kind: ContentKind, matching query: ContentQuery, after visibility: Visibility,
    upTo position: ListPosition?
  ) throws -> Timestamp?

  // MARK: The order of writes

  /// The place behind everything that is read.
  func writePlace() throws -> WritePlace

  /// What was written after `place`. A transaction asks before it writes.
  func writtenSubjects(after place: WritePlace) throws -> WrittenSubjects
}

/// A place in content that shows a photo.
package struct PhotoUse: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the item; `releases`, which no kind is called, for a release.
  package let kind: String
  package let id: Int
  /// The field; for a release its place, such as `operations[0].body.photo`.
  package let field: String
  /// The revision that ended the last version which showed it; `nil` for a present item.
  package let until: Int?

  /// `pickup_photos/7/photo_url`.
  package var description: String {
    "\(kind)/\(id)/\(field)\(until.map { " (before revision \($0))" } ?? "")"
  }
}
