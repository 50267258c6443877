import FeedModel
import FeedStore

/// The records of all writes. They are made here only, except those of items that are staged: the store makes
/// these as it puts the items in place together.
///
/// The action of a record (created, updated or deleted) follows from the states before and after the write.
extension AuditRecord {
  /// A write of item `id` of `kind`; without `after` it was removed.
  static func item(
    _ kind: ContentKind, id: Int, from before: PreviousItem, to after: StoredItem?,
    by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .item(kind.name, id),
      from: before.isNothing ? nil : .version { AuditJSON.text(before) },
      to: after.map { after in .version { AuditJSON.text(after) } }, by: actor)
  }

  /// A write of the composition of `feed`, a JSON object.
  static func composition(
    of feed: String, from before: String?, to after: String?, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .composition(feed), from: before.map { before in .version { before } },
      to: after.map { after in .version { after } }, by: actor)
  }

  /// A write of a cell or a theme.
  static func design(
    _ key: DesignKey, from before: Design?, to after: Design?, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .design(key), from: before.map { before in .version { before.text } },
      to: after.map { after in .version { after.text } }, by: actor)
  }

  /// A write of the definition of the kind called `name`.
  static func kind(
    _ name: String, from before: ContentKind?, to after: ContentKind?, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .kind(name), from: before.map { .copy(String(decoding: $0.json, as: UTF8.self)) },
      to: after.map { .copy(String(decoding: $0.json, as: UTF8.self)) }, by: actor)
  }

  /// A write of photo `id`.
  static func photo(
    _ id: PhotoID, from before: Photo?, to after: Photo?, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .photo(id), from: before.map { .copy(AuditJSON.text($0)) },
      to: after.map { .copy(AuditJSON.text($0)) }, by: actor)
  }

  /// The assignment of `address` to a photo, in place of another one.
  static func assignment(
    of address: String, from before: PhotoID?, to photo: PhotoID, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      actor: actor, action: .update, subject: .photo(photo),
      before: before.map { AuditJSON.text(address, assignedTo: $0) },
      after: AuditJSON.text(address, assignedTo: photo))
  }

  /// A new token.
  static func token(issued token: Token, by actor: AuditActor) -> AuditRecord {
    AuditRecord(of: .token(token.id), from: nil, to: .copy(AuditJSON.text(token)), by: actor)
  }

  /// A change of a token, such as of its role, or the use of an invitation.
  static func token(
    changed before: Token, to after: Token, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .token(after.id), from: .copy(AuditJSON.text(before)),
      to: .copy(AuditJSON.text(after)), by: actor)
  }

  /// The revocation of a token.
  static func token(
    revoked before: Token, to after: Token, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      actor: actor, action: .revoke, subject: .token(after.id),
      before: AuditJSON.text(before), after: AuditJSON.text(after))
  }

  /// A write of release `id`.
  static func release(
    _ id: Int, from before: Release?, to after: Release?, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .release(id), from: before.map { .copy(AuditJSON.text($0)) },
      to: after.map { .copy(AuditJSON.text($0)) }, by: actor)
  }

  /// The publication of a release.
  static func release(published release: Release, by actor: AuditActor) -> AuditRecord {
    AuditRecord(
      actor: actor, action: .publish, subject: .release(release.id), before: nil,
      after: AuditJSON.text(release))
  }

  /// The removal of entries of the audit itself.
  static func audit(
    pruned count: Int, madeBefore moment: Timestamp, by actor: AuditActor
  ) -> AuditRecord {
    AuditRecord(
      of: .audit, from: .copy(AuditJSON.text(pruned: count, madeBefore: moment)), to: nil,
      by: actor)
  }

  /// The removal of what the history keeps of the revisions before `first`.
  static func history(prunedBefore first: Int, by actor: AuditActor) -> AuditRecord {
    AuditRecord(
      of: .history, from: .copy(AuditJSON.text(historyBefore: first)), to: nil, by: actor)
  }
}

extension AuditRecord {
  /// A write that leaves `after` where `before` was; `nil` for nothing.
  private init(of subject: Subject, from before: Value?, to after: Value?, by actor: AuditActor) {
    self.init(
      actor: actor, action: Action(wasThere: before != nil, isThere: after != nil),
      subject: subject, before: before ?? .copy(nil), after: after ?? .copy(nil))
  }
}
