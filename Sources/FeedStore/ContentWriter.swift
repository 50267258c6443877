package import FeedModel

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

  /// Adds a cell or a theme, or replaces the one with its key.
  func setDesign(_ design: Design) throws -> Change

  /// Removes the cell or the theme that editors wrote under `key`; ``Change/unchanged`` if there is none.
  func removeDesign(_ key: DesignKey) throws -> Change

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
package protocol ContentTransaction: ContentWriter {
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

  // MARK: Tokens

  /// Adds a token for the bearer of `secret`, of which only the hash is kept.
  ///
  /// - Parameter expiresAt: The first moment it is invalid, which only tokens of type ``TokenType/token`` can be without.
  func addToken(
    _ type: TokenType, name: String, role: TokenRole, expiresAt: Timestamp?, secret: TokenSecret
  ) throws -> Token

  /// Gives token `id` another name and another role; `nil` where there is none.
  func changeToken(_ id: Int, name: String, role: TokenRole) throws -> Token?

  /// Notes that token `id` was accepted at `moment`, unless it was accepted later. Nothing happens where there is none.
  func noteUse(ofToken id: Int, at moment: Timestamp) throws

  /// Revokes token `id`; `nil` where there is none. A token that was
  /// revoked before stays as it is.
  func revokeToken(_ id: Int) throws -> Token?

  // MARK: Idempotency records

  /// The record of `key`, unless it is older than ``IdempotencyKey/lifetime``.
  func idempotencyRecord(for key: IdempotencyKey) throws -> IdempotencyRecord?

  /// Stores `record`, and removes all that are too old.
  func keep(_ record: IdempotencyRecord, for key: IdempotencyKey) throws

  // MARK: Photos

  /// Adds `photo`; ``Change/unchanged`` if there is one with its id, which then takes the time at which
  /// `photo` was added.
  func add(_ photo: Photo) throws -> Change

  /// Replaces the editors' description of photo `id`, which exists.
  func describe(_ id: PhotoID, as description: PhotoDescription) throws -> Change

  /// Removes photo `id`, which nothing shows, with the addresses that are assigned to it.
  func removePhoto(_ id: PhotoID) throws -> Change

  /// Assigns `address` to photo `id`, in place of another photo.
  func setPhoto(_ id: PhotoID, assignedTo address: String) throws -> Change

  // MARK: History

  /// Forgets the content of the revisions before `first`, from now on. It is removed by
  /// ``removeForgottenVersions(limit:)``.
  func forgetHistory(before first: Int) throws

  /// Removes up to `limit` versions that ended before the first revision that is kept.
  ///
  /// - Returns: how many; 0 at the end.
  func removeForgottenVersions(limit: Int) throws -> Int

  // MARK: Releases, none of whose writes makes a revision

  /// Adds a release without operations.
  func addRelease(
    name: String, note: String, publishAt: Timestamp?, actor: AuditActor
  ) throws -> Release

  /// Replaces the stored release with the id of `release`.
  func update(_ release: Release) throws

  /// Removes release `id`.
  func removeRelease(_ id: Int) throws

  // MARK: Revisions of documents

  /// Notes the changes of documents, unless they are noted already.
  func note(_ range: DocumentChangeRange) throws -> DocumentNoting
}

/// Identifies a request that may be tried again (IETF draft-ietf-httpapi-idempotency-key-header).
package struct IdempotencyKey: Hashable, Sendable {
  /// How long a record is kept, in milliseconds: a day.
  package static let lifetime = 86_400_000

  /// The token the request came with.
  package let tokenID: Int
  /// The key that the client chose.
  package let key: String

  package init(tokenID: Int, key: String) {
    self.tokenID = tokenID
    self.key = key
  }
}

/// The stored answer to a request, for when it is tried again.
package struct IdempotencyRecord: Hashable, Sendable {
  /// Distinguishes the request from others with the same key.
  package let fingerprint: [UInt8]
  /// The recorded answer, in the encoding of the component that wrote it.
  package let answer: [UInt8]

  package init(fingerprint: [UInt8], answer: [UInt8]) {
    self.fingerprint = fingerprint
    self.answer = answer
  }
}
