package import FeedModel
package import FeedStore
package import StrictJSON

extension ContentReader {
  /// The release `id`.
  ///
  /// - Throws: ``EditingError/noSuchRelease(_:)``, or ``StoreError``.
  package func existingRelease(_ id: Int) throws -> Release {
    guard let release = try release(id) else { throw EditingError.noSuchRelease(id) }
    return release
  }

  /// The release `id`, which is not published.
  ///
  /// - Throws: ``EditingError/noSuchRelease(_:)``, ``EditingError/releasePublished(_:revision:)``, or ``StoreError``.
  func unpublishedRelease(_ id: Int) throws -> Release {
    let release = try existingRelease(id)
    if let revision = release.publishedRevision {
      throw EditingError.releasePublished(id, revision: revision)
    }
    return release
  }
}

extension ContentTransaction {
  /// Adds a release without operations.
  package func prepareRelease(
    name: String, note: String = "", publishAt: Timestamp?, by actor: AuditActor
  ) throws -> Release {
    let release = try addRelease(name: name, note: note, publishAt: publishAt, actor: actor)
    try audit(.release(release.id, from: nil, to: release, by: actor))
    return release
  }

  /// Changes a release that is not published.
  ///
  /// - Throws: ``EditingError``, errors of `change`, or ``StoreError``.
  package func changeRelease(
    _ id: Int, if precondition: Precondition, by actor: AuditActor,
    _ change: (inout Release) throws -> Void
  ) throws -> Release {
    let before = try unpublishedRelease(id)
    try precondition.check(.tagged(before.entityTag), of: .release)
    var after = before
    try change(&after)
    after.actor = actor
    try update(after)
    try audit(.release(id, from: before, to: after, by: actor))
    return after
  }

  /// Replaces the operations of a release that is not published, which were checked before.
  ///
  /// - Throws: ``EditingError``, or ``StoreError``.
  package func setOperations(
    _ elements: [JSONTree], of id: Int, if precondition: Precondition, by actor: AuditActor
  ) throws -> Release {
    try changeRelease(id, if: precondition, by: actor) {
      try $0.setOperations(elements, in: self)
    }
  }

  /// Removes a release, published or not. The content that it published stays.
  ///
  /// - Throws: ``EditingError``, or ``StoreError``.
  package func removeRelease(
    _ id: Int, if precondition: Precondition, by actor: AuditActor
  ) throws {
    let release = try existingRelease(id)
    try precondition.check(.tagged(release.entityTag), of: .release)
    try removeRelease(id)
    try audit(.release(id, from: release, to: nil, by: actor))
  }

  /// Performs the operations of a release and marks it as published.
  ///
  /// - Parameters:
  ///   - isForced: whether it is done in spite of conflicts; operations that cannot be done are left out then.
  ///   - moment: now.
  ///   - check: whether a composition can be laid out.
  /// - Throws: ``EditingError/releaseEmpty(_:)``, ``EditingError/releaseConflicts(_:)`` and other ``EditingError``, or ``StoreError``; the
  ///   transaction must then be rolled back.
  package func publishRelease(
    _ id: Int, isForced: Bool, at moment: Timestamp, by actor: AuditActor,
    checking check: Editor.CompositionCheck
  ) throws -> [BatchOutcome] {
    var release = try unpublishedRelease(id)
    guard release.isReadable else { throw EditingError.releaseUnreadable(id) }
    guard release.operationCount > 0 else { throw EditingError.releaseEmpty(id) }
    let conflicts = try release.conflicts(in: self)
    // Nothing would be left of a release whose operations are all impossible.
    let isPossible = conflicts.filter { $0.obstacle != nil }.count < release.operationCount
    guard conflicts.isEmpty || isForced && isPossible else {
      throw EditingError.releaseConflicts(conflicts)
    }
    let outcomes = try release.batch(try kinds()).perform(
      in: self, by: actor, isForced: isForced, skipsFailures: isForced, checking: check)
    release.state = .published(revision: try latestRevision()?.number ?? 0, at: moment)
    // Items that got their ids now did not exist before.
    for subject in outcomes.compactMap(\.subject) where release.bases[subject.description] == nil {
      release.bases.updateValue(nil, forKey: subject.description)
    }
    try update(release)
    try audit(.release(published: release, by: actor))
    return outcomes
  }

}
