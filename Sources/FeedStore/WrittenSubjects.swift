package import FeedModel

/// A place in the order of all writes: what was there then, and what was written after it.
package struct WritePlace: Hashable, Sendable {
  /// The number of the newest revision; 0 before the first write.
  package let revision: Int
  /// The number of the newest entry of the audit; 0 for none. Releases are written without a revision.
  package let auditEntry: Int
}

/// What was written after a place: what was examined there holds for everything else.
package struct WrittenSubjects: Sendable {
  /// The place.
  package let place: WritePlace
  /// The kinds whose definitions were written.
  package let definitions: Set<String>
  /// The cells and themes that were written.
  package let designs: Set<DesignKey>
  /// The feeds whose compositions were written, or show other sections.
  package let feeds: Set<String>
  /// The items that were written, or that began or ceased to be shown, hidden ones too.
  package let items: Set<AuditRecord.Subject>
  /// The kinds that may have more written items than ``items`` names.
  package let wholeKinds: Set<String>
  /// The releases that were written.
  package let releases: Set<Int>

  /// The most items that are named; of more, the kinds are.
  package static let maximumItemCount = 5_000
}

extension WrittenSubjects {
  /// Whether an item of the kind called `kind` may have been written.
  package func includesItem(of kind: String) -> Bool {
    wholeKinds.contains(kind) || items.contains { $0.isItem(of: kind) }
  }

  /// The ids of the written items of the kind called `kind`, in their order; `nil` if not all of them are known.
  package func ids(of kind: String) -> [Int]? {
    wholeKinds.contains(kind) ? nil : items.compactMap { $0.itemID(of: kind) }.sorted()
  }

  /// Whether `subject`, an item, a composition or a design, may have been written.
  package func includes(_ subject: AuditRecord.Subject) -> Bool {
    items.contains(subject) || wholeKinds.contains(where: subject.isItem(of:))
      || feeds.contains { subject == .composition($0) }
      || designs.contains { subject == .design($0) }
  }

  /// Whether one of `subjects` may have been written.
  package func intersects(_ subjects: some Sequence<AuditRecord.Subject>) -> Bool {
    if items.isEmpty, wholeKinds.isEmpty, feeds.isEmpty, designs.isEmpty { return false }
    return subjects.contains(where: includes(_:))
  }
}
