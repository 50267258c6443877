package import FeedModel
package import FeedStore
import StrictJSON

extension Editor {
  /// Checks whether a composition can be laid out.
  package typealias CompositionCheck = @Sendable (Composition) throws -> Void

  /// Defines kinds, or changes their definitions, all in one revision.
  ///
  /// - Parameters:
  ///   - precondition: the precondition on the definition that is replaced.
  ///   - discarded: the fields that may be removed although items have values in them.
  ///   - isDryRun: whether everything is checked, but nothing is changed.
  ///   - check: whether a composition can be laid out; called for those that show a changed kind, with
  ///     its new definition.
  /// - Throws: `DocumentProblems` for definitions that do not fit the others,
  ///   ``EditingError/kindInUse(_:)`` or ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``;
  ///   then nothing has changed.
  package func apply(
    _ proposals: [KindProposal], if precondition: Precondition = Precondition(matching: []),
    discarding discarded: Set<String> = [], isDryRun: Bool = false, by actor: AuditActor,
    checking check: @escaping CompositionCheck
  ) async throws -> (outcomes: [KindOutcome], revision: Int) {
    try await attempt(isDryRun: isDryRun) { transaction in
      let outcomes = try transaction.apply(
        proposals, if: precondition, discarding: discarded, by: actor, checking: check)
      return (outcomes, try transaction.latestRevision()?.number ?? 0)
    }
  }

  /// Removes the kind called `name`.
  ///
  /// - Parameter discardsItems: whether its items may be removed with it.
  /// - Throws: ``EditingError/noSuchKind(_:)``, ``EditingError/kindInUse(_:)``,
  ///   ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``; then nothing has changed.
  package func removeKind(
    _ name: String, if precondition: Precondition = Precondition(matching: []),
    discardsItems: Bool = false, isDryRun: Bool = false, by actor: AuditActor
  ) async throws -> (itemCount: Int, revision: Int) {
    try await attempt(isDryRun: isDryRun) { transaction in
      let count = try transaction.removeKind(
        name, if: precondition, discardsItems: discardsItems, by: actor)
      return (count, try transaction.latestRevision()?.number ?? 0)
    }
  }
}

extension ContentTransaction {
  /// Defines kinds, or changes their definitions, as ``Editor/apply(_:if:discarding:isDryRun:by:checking:)`` does.
  ///
  /// - Parameter replaced: the feeds whose compositions are replaced by the same transaction, and are not checked.
  func apply(
    _ proposals: [KindProposal], if precondition: Precondition = Precondition(matching: []),
    discarding discarded: Set<String> = [], by actor: AuditActor,
    besides replaced: Set<String> = [], checking check: Editor.CompositionCheck
  ) throws -> [KindOutcome] {
    let before = try kinds()
    // A composition that is damaged already is not checked.
    let feeds = try feedNames().filter {
      !replaced.contains($0) && (try? composition(of: $0)) != nil
    }
    let obstructed = try obstructedOperations().map(\.conflicts)
    for proposal in proposals {
      try precondition.check(
        before[proposal.kind.name].map { .tagged(EntityTag.text(of: $0.json)) } ?? .nothing,
        of: .kind)
    }
    // 1. The definitions among each other.
    let after = proposals.reduce(before) { $0.replacing($1.kind) }
    for proposal in proposals {
      let problems =
        after.problems(of: proposal.kind)
        + proposal.kind.sizeProblems(since: before[proposal.kind.name])
      guard problems.isEmpty else { throw DocumentProblems(problems) }
    }
    // 2. Each definition and the items there are.
    var outcomes: [KindOutcome] = []
    for proposal in proposals {
      outcomes.append(
        try define(
          try KindChange(from: before[proposal.kind.name], to: proposal), discarding: discarded,
          by: actor))
    }
    // 3. The compositions and the releases, which see the new definitions.
    for outcome in outcomes where outcome.change == .updated {
      var obstacles = KindObstacles(kind: outcome.kind.name)
      obstacles.compositions = try compositionsInTheWay(
        of: outcome.kind.name, feeds: feeds, checking: check)
      obstacles.releases = try releasesInTheWay(of: outcome.kind.name, besides: obstructed)
      guard obstacles.isEmpty else { throw EditingError.kindInUse(obstacles) }
    }
    return outcomes
  }

  private func define(
    _ change: KindChange, discarding discarded: Set<String>, by actor: AuditActor
  ) throws -> KindOutcome {
    let name = change.new.name
    guard !change.isEmpty else {
      return KindOutcome(kind: change.new, change: .unchanged, steps: [], discarded: [:])
    }
    let lost = try examineItems(change, discarding: discarded)
    try define(change)
    try audit(.kind(name, from: change.old, to: change.new, by: actor))
    return KindOutcome(
      kind: change.new, change: change.old == nil ? .inserted : .updated, steps: change.steps,
      discarded: lost)
  }

  /// Examines the items of the kind if the change may concern them.
  ///
  /// - Returns: how many values are lost with each discarded field.
  /// - Throws: ``EditingError/kindInUse(_:)`` if values of items prevent the change.
  private func examineItems(
    _ change: KindChange, discarding discarded: Set<String>
  ) throws -> [String: Int] {
    guard let old = change.old, change.concernsItems else { return [:] }
    var obstacles = KindObstacles(kind: old.name)
    var lost: [String: Int] = [:]
    try forEachItem(of: old) { item in
      for conflict in change.conflicts(of: item, discarding: discarded) {
        obstacles.note(conflict)
      }
      for case .remove(let field) in change.steps where discarded.contains(field.name) {
        if item.valuesInAllLocales(of: field.name).contains(where: { !$0.value.isNull }) {
          lost[field.name, default: 0] += 1
        }
      }
    }
    guard obstacles.isEmpty else { throw EditingError.kindInUse(obstacles) }
    return lost
  }

  private func forEachItem(of kind: ContentKind, _ body: (ContentItem) throws -> Void) throws {
    let limit = 1_000
    var position: ListPosition?
    while true {
      let items = try items(
        of: kind, matching: .all, visibility: nil, after: position, limit: limit)
      for item in items { try body(item.content) }
      guard items.count == limit, let last = items.last else { return }
      position = ListPosition(id: last.content.id)
    }
  }

  /// The problems of the compositions of `feeds` that show `kind` and are invalid with its new definition.
  private func compositionsInTheWay(
    of kind: String, feeds: [String], checking check: Editor.CompositionCheck
  ) throws -> [(feed: String, problems: DocumentProblems)] {
    try feeds.compactMap { feed in
      do {
        guard let composition = try composition(of: feed),
          composition.sections.contains(where: { $0.kind.name == kind })
        else { return nil }
        try check(composition)
        return nil
      } catch let problems as DocumentProblems {
        return (feed, problems)
      }
    }
  }

  /// The operations of releases that use `kind`, and cannot be done with its new definition.
  ///
  /// - Parameter obstructed: the operations that could not be done before either.
  private func releasesInTheWay(
    of kind: String, besides obstructed: [[ReleaseConflict]]
  ) throws -> [(release: Release, operations: [String])] {
    try zip(obstructedOperations(), obstructed).compactMap { now, before in
      let using = Set(now.release.operations(using: kind)).subtracting(before.map(\.index))
      let operations = now.conflicts.filter { using.contains($0.index) }.map {
        "/operations/\($0.index): \($0.description)"
      }
      return operations.isEmpty ? nil : (now.release, operations)
    }
  }

  fileprivate func removeKind(
    _ name: String, if precondition: Precondition, discardsItems: Bool, by actor: AuditActor
  ) throws -> Int {
    guard let kind = try kinds()[name] else { throw EditingError.noSuchKind(name) }
    try precondition.check(.tagged(EntityTag.text(of: kind.json)), of: .kind)
    let itemCount = try count(of: kind, matching: .all, visibility: nil)
    var obstacles = KindObstacles(kind: name)
    obstacles.referrers = try kinds().referrers(to: name).map(\.name)
    obstacles.compositions = try feedNames().compactMap { feed in
      guard let composition = try? composition(of: feed) else { return nil }
      let problems = composition.sections.enumerated().filter { $1.kind.name == name }.map {
        DocumentProblem(
          pointer: "/sections/\($0.offset)/kind", expected: .words("another kind"),
          found: .text(name))
      }
      return problems.isEmpty ? nil : (feed, DocumentProblems(problems))
    }
    obstacles.releases = try unpublishedReleases().compactMap { release in
      let operations = release.operations(using: name).map { "/operations/\($0)" }
      return operations.isEmpty ? nil : (release, operations)
    }
    if !discardsItems { obstacles.itemCount = itemCount }
    guard obstacles.isEmpty else { throw EditingError.kindInUse(obstacles) }
    try remove(kind)
    try audit(.kind(name, from: kind, to: nil, by: actor))
    return itemCount
  }
}
