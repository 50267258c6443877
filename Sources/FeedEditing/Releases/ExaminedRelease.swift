import FeedModel
package import FeedStore
package import StrictJSON

/// A release with the operations that cannot be done, and those whose subject has changed, as it was examined outside
/// of the transaction that writes it.
package struct ExaminedRelease: Sendable {
  package let release: Release
  package let conflicts: [ReleaseConflict]
  /// The items and compositions that were looked at.
  let subjects: Set<AuditRecord.Subject>
  /// The state of the content that it was examined with.
  let place: WritePlace
}

/// Operations that a release is to have, examined outside of the transaction that writes them.
package struct ProposedOperations: Sendable {
  fileprivate let elements: [JSONTree]
  /// The release before; `nil` if there was none that can be changed.
  fileprivate let former: Release?
  /// The release with the operations.
  package let proposed: ExaminedRelease?
  /// The operations whose bases are of the content that was examined.
  fileprivate let read: [BatchOperation]
}

extension ContentReader {
  /// Examines the release `id`.
  ///
  /// - Throws: ``EditingError/noSuchRelease(_:)``, or ``StoreError``.
  package func examinedRelease(_ id: Int) throws -> ExaminedRelease {
    try examined(try existingRelease(id))
  }

  fileprivate func examined(_ release: Release) throws -> ExaminedRelease {
    let (conflicts, subjects) = try release.examination(in: self)
    return ExaminedRelease(
      release: release, conflicts: conflicts, subjects: subjects, place: try writePlace())
  }
}

extension Editor {
  /// Examines operations that the release `id` is to have, in spite of conflicts. Nothing is changed, and writers do
  /// not wait for it.
  ///
  /// - Parameter check: whether a composition can be laid out.
  /// - Throws: ``EditingError/batchFailed(_:)`` for operations that cannot be done, or ``StoreError``.
  package func examine(
    _ elements: [JSONTree], of id: Int, checking check: @escaping CompositionCheck
  ) async throws -> ProposedOperations {
    try await store.rehearse { rehearsal in
      let batch = Batch(ofRelease: elements, kinds: try rehearsal.kinds())
      _ = try batch.perform(in: rehearsal, by: .commandLine, isForced: true, checking: check)
      let reader = rehearsal.before
      guard let former = try reader.release(id), former.publishedRevision == nil else {
        return ProposedOperations(elements: elements, former: nil, proposed: nil, read: [])
      }
      var release = former
      let read = try release.setOperations(elements, in: reader)
      return ProposedOperations(
        elements: elements, former: former, proposed: try reader.examined(release), read: read)
    }
  }
}

extension ContentTransaction {
  /// Replaces the operations of a release that is not published by those of `proposal`. What was written since they
  /// were examined is looked at again, and nothing else.
  ///
  /// - Throws: ``EditingError``, or ``StoreError``.
  package func setOperations(
    _ proposal: ProposedOperations, of id: Int, if precondition: Precondition,
    by actor: AuditActor
  ) throws -> Release {
    try changeRelease(id, if: precondition, by: actor) { release in
      guard let former = proposal.former, let proposed = proposal.proposed,
        former.hasOperations(of: release)
      else {
        try release.setOperations(proposal.elements, in: self)
        return
      }
      release.operations = proposed.release.operations
      release.bases = proposed.release.bases
      let written = try writtenSubjects(after: proposed.place)
      let changed = proposal.read.filter { $0.subject.map(written.includes(_:)) ?? false }
      try release.setBases(of: changed, in: self)
    }
  }
}

extension Editor {
  /// The conflicts of `release`, which was just written: as they were examined before, unless something of it was
  /// written since. The write has happened whether or not they can be read.
  package func conflicts(
    of release: Release, knowing known: ExaminedRelease?
  ) async -> [ReleaseConflict] {
    let found = try? await store.read { reader in
      try reader.isCurrent(known, for: release) ? nil : try release.conflicts(in: reader)
    }
    return (found ?? nil) ?? known?.conflicts ?? []
  }
}

extension ContentReader {
  /// Whether `known` says what an examination of `release` would say now.
  fileprivate func isCurrent(_ known: ExaminedRelease?, for release: Release) throws -> Bool {
    guard let known, known.release.hasOperations(of: release) else { return false }
    let written = try writtenSubjects(after: known.place)
    // Each operation is read by the definition of its kind.
    return written.definitions.isEmpty && !written.intersects(known.subjects)
  }
}
