import FeedModel
package import FeedStore
import StrictJSON

extension Release {
  /// The operations that cannot be done any more, and those whose subject has changed since they were added; of
  /// several on one subject the first.
  ///
  /// - Throws: ``StoreError``.
  package func conflicts(in reader: any ContentReader) throws -> [ReleaseConflict] {
    try examination(in: reader).conflicts
  }

  /// As ``conflicts(in:)``, with the items and compositions that they depend on.
  ///
  /// - Throws: ``StoreError``.
  func examination(
    in reader: any ContentReader
  ) throws -> (conflicts: [ReleaseConflict], subjects: Set<AuditRecord.Subject>) {
    guard publishedRevision == nil else { return ([], []) }
    let (trees, kinds) = (operationTrees, try reader.kinds())
    var examination = OperationExamination(reader)
    var seen: Set<AuditRecord.Subject> = []
    let conflicts = try batch(kinds).operations.enumerated().compactMap {
      (index, operation) -> ReleaseConflict? in
      let subject = operation.subject ?? .named(in: trees[index])
      let isFirst = seen.insert(subject).inserted
      let obstacle = try examination.obstacle(to: operation)
      let found = try operation.found(in: reader)
      guard try obstacle != nil || isFirst && hasChanged(operation, found) else { return nil }
      return ReleaseConflict(
        index: index, subject: subject, expected: bases[subject.description] ?? nil, found: found,
        obstacle: obstacle)
    }
    return (conflicts, examination.referents.union(seen))
  }

  /// Whether the subject of `operation`, of which `found` is there now, was another one when it was added.
  private func hasChanged(_ operation: BatchOperation, _ found: Precondition.Found) throws -> Bool {
    guard let subject = operation.subject else { return false }
    // A subject without a base, in a damaged release, always conflicts.
    switch (bases[subject.description], found) {
    case (.some(nil), .nothing): return false
    case (Precondition.Found.unreadable.tag, .unreadable): return false
    case (let tag??, _):
      return (try? Precondition(ifMatch: tag).check(found, of: .item)) == nil
    default: return true
    }
  }

  /// The places of the operations on items of the kind called `kind`, or on compositions that show it.
  func operations(using kind: String) -> [Int] {
    operationTrees.enumerated().filter { $1.uses(kind) }.map(\.offset)
  }
}

extension JSONTree {
  /// Whether this operation is on an item of the kind called `kind`, or on a composition that shows it.
  fileprivate func uses(_ kind: String) -> Bool {
    if self["op"]?.string.flatMap(DesignType.init(rawValue:)) != nil { return false }
    guard self["op"]?.string == CompositionOperation.name else {
      return self["kind"]?.string == kind
    }
    return self["body"]?["sections"]?.elements?.contains { $0["kind"]?.string == kind } ?? false
  }
}

extension AuditRecord.Subject {
  /// The item, the composition or, without an id, the kind that an operation names, which may be invalid.
  fileprivate static func named(in operation: JSONTree) -> AuditRecord.Subject {
    if operation["op"]?.string == CompositionOperation.name {
      return .composition(operation["feed"]?.string ?? "")
    }
    if let type = operation["op"]?.string.flatMap(DesignType.init(rawValue:)) {
      return .design(DesignKey(type, operation[type.rawValue]?.string ?? ""))
    }
    let kind = operation["kind"]?.string ?? ""
    guard let id = operation["id"]?.integer ?? operation["body"]?["id"]?.integer else {
      return .kind(kind)
    }
    return .item(kind, id)
  }
}

/// Finds the conflicts of operations without applying them: each is examined after those before it.
private struct OperationExamination {
  private let reader: any ContentReader
  /// The items that the operations so far write, and whether they are there afterwards.
  private var written: [AuditRecord.Subject: Bool] = [:]
  /// The items that the written ones refer to.
  private(set) var referents: Set<AuditRecord.Subject> = []

  init(_ reader: any ContentReader) {
    self.reader = reader
  }

  /// Why `operation` cannot be done; `nil` if nothing is known against it.
  ///
  /// - Throws: ``StoreError``.
  mutating func obstacle(to operation: BatchOperation) throws -> BatchFailures.Reason? {
    switch operation.action {
    case nil: return .invalid(DocumentProblems(operation.problems))
    case .compose, .design: return nil
    case .item(let action):
      do {
        try examine(action)
        return nil
      } catch let error as EditingError {
        return .refused(error)
      } catch let problems as DocumentProblems {
        return .invalidPatch(problems)
      }
    }
  }

  private mutating func examine(_ operation: ContentOperation) throws {
    let subject = operation.id.map { AuditRecord.Subject.item(operation.kind.name, $0) }
    switch operation.action {
    case .create(let body), .replace(let body): try examine(body.content)
    case .patch(let patch): try examine(patch, of: operation)
    case .delete:
      if let subject { written[subject] = false }
      return
    }
    if let subject { written[subject] = true }
  }

  private mutating func examine(_ patch: JSONTree, of operation: ContentOperation) throws {
    guard let id = operation.id else { return }
    switch written[.item(operation.kind.name, id)] {
    // The item of an operation before this one, which is not there yet.
    case true?: return
    case false?: throw EditingError.noSuchItem(operation.kind, id: id)
    case nil: break
    }
    switch try reader.previousItem(of: operation.kind, id: id) {
    case .nothing: throw EditingError.noSuchItem(operation.kind, id: id)
    case .unreadable: throw EditingError.itemUnreadable
    case .item(let item): try examine(try ItemBody(item, patchedBy: patch).content)
    }
  }

  private mutating func examine(_ item: ContentItem) throws {
    var found: Set<AuditRecord.Subject> = []
    let dangling = try reader.danglingReference(of: item) { kind, id in
      let subject = AuditRecord.Subject.item(kind, id)
      found.insert(subject)
      return written[subject]
    }
    referents.formUnion(found)
    if let dangling { throw EditingError.noSuchReferent(dangling) }
  }
}

extension ContentReader {
  /// Calls `body` with each release that is not published, the newest first. One is in memory at a time: each may have
  /// as much as a body.
  ///
  /// - Throws: errors of `body`, or ``StoreError``.
  func forEachUnpublishedRelease(_ body: (Release) throws -> Void) throws {
    var last: Int?
    while let release = try releases(before: last, limit: 1).first {
      if release.publishedRevision == nil { try body(release) }
      last = release.id
    }
  }
}
