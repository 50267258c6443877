package import FeedModel
package import FeedStore
import StrictJSON

extension Editor {
  /// Checks whether a composition can be laid out with the cells and themes in force.
  package typealias CompositionCheck = @Sendable (Composition, CellCatalogue) throws -> Void

  /// Defines kinds, or changes their definitions, all in one revision.
  ///
  /// - Parameters:
  ///   - precondition: the precondition on the definition that is replaced.
  ///   - discarded: the fields that may be removed although items have values in them.
  ///   - isDryRun: whether everything is checked, but nothing is changed.
  ///   - checks: whether the kinds can be laid out, and the compositions that show a changed kind, with its new
  ///     definition.
  /// - Throws: `DocumentProblems` for definitions that do not fit the others,
  ///   ``EditingError/kindInUse(_:)`` or ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``;
  ///   then nothing has changed.
  package func apply(
    _ proposals: [KindProposal], if precondition: Precondition = Precondition(matching: []),
    discarding discarded: Set<String> = [], isDryRun: Bool = false, by author: Author,
    checking checks: LayoutChecks
  ) async throws -> (outcomes: [KindOutcome], revision: Int) {
    try await reviewed(isDryRun: isDryRun, by: author) { writer, author, review in
      let outcomes = try writer.apply(
        proposals, if: precondition, discarding: discarded, by: author.actor, checking: checks,
        reviewing: &review)
      return (outcomes, try writer.latestRevision()?.number ?? 0)
    }
  }

  /// Removes the kind called `name`.
  ///
  /// - Parameter discardsItems: whether its items may be removed with it.
  /// - Throws: ``EditingError/noSuchKind(_:)``, ``EditingError/kindInUse(_:)``,
  ///   ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``; then nothing has changed.
  package func removeKind(
    _ name: String, if precondition: Precondition = Precondition(matching: []),
    discardsItems: Bool = false, isDryRun: Bool = false, by author: Author
  ) async throws -> (itemCount: Int, revision: Int) {
    try await reviewed(isDryRun: isDryRun, by: author) { writer, author, review in
      let count = try writer.removeKind(
        name, if: precondition, discardsItems: discardsItems, by: author.actor,
        reviewing: &review)
      return (count, try writer.latestRevision()?.number ?? 0)
    }
  }

  /// Rehearses `body`, and then runs it as one transaction of `author` that looks at nothing again that was not written
  /// since: what a change of a kind is checked against may be large, and other writers do not wait for it.
  ///
  /// - Throws: `AuthorityError`, errors of `body`, or ``StoreError``.
  private func reviewed<Value: Sendable>(
    isDryRun: Bool, by author: Author,
    _ body: @escaping @Sendable (any ContentWriter, Author, inout KindReview) throws -> Value
  ) async throws -> Value {
    try await store.withKinds { _ in
      let (value, review) = try await store.rehearse { rehearsal in
        var review = KindReview()
        let author = try author.confirmed(by: rehearsal, at: clock())
        return (try body(rehearsal, author, &review), review)
      }
      if isDryRun { return value }
      return try await write(by: author) { transaction in
        var review = review
        return try body(transaction, transaction.author, &review)
      }
    }
  }
}

extension ContentWriter {
  /// Defines kinds, or changes their definitions, as ``Editor/apply(_:if:discarding:isDryRun:by:checking:)`` does.
  ///
  /// - Parameters:
  ///   - replaced: the feeds whose compositions are replaced by the same transaction, and are not checked.
  ///   - review: what was found before: only what was written since is looked at again.
  func apply(
    _ proposals: [KindProposal], if precondition: Precondition = Precondition(matching: []),
    discarding discarded: Set<String> = [], by actor: AuditActor,
    besides replaced: Set<String> = [], checking checks: LayoutChecks,
    reviewing review: inout KindReview
  ) throws -> [KindOutcome] {
    let before = try kinds()
    let written = try review.begin(in: self)
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
      try checks.kind(proposal.kind, try catalogue())
    }
    // 2. The compositions that are not damaged already, and the conflicts that releases already have.
    let feeds = try feedNames().filter { feed in
      !replaced.contains(feed) && written?.feeds.contains(feed) != false
        && (try? composition(of: feed)) != nil
    }
    let changed = Set(
      proposals.map(\.kind).filter { $0 != before[$0.name] }.map(\.name)
        .filter { before[$0] != nil })
    let releases = try review.examineReleases(using: changed, in: self, since: written)
    // 3. Each definition and the items there are.
    var outcomes: [KindOutcome] = []
    for proposal in proposals {
      outcomes.append(
        try define(
          try KindChange(from: before[proposal.kind.name], to: proposal), discarding: discarded,
          by: actor, since: written, reviewing: &review))
    }
    // 4. The compositions and the releases, which see the new definitions.
    for outcome in outcomes where outcome.change == .updated {
      var obstacles = KindObstacles(kind: outcome.kind.name)
      obstacles.compositions = try compositionsInTheWay(
        of: outcome.kind.name, feeds: feeds, checking: checks.composition)
      obstacles.releases = try review.releasesInTheWay(
        of: outcome.kind.name, among: releases, in: self)
      guard obstacles.isEmpty else { throw EditingError.kindInUse(obstacles) }
    }
    return outcomes
  }

  private func define(
    _ change: KindChange, discarding discarded: Set<String>, by actor: AuditActor,
    since written: WrittenSubjects?, reviewing review: inout KindReview
  ) throws -> KindOutcome {
    let name = change.new.name
    guard !change.isEmpty else {
      return KindOutcome(kind: change.new, change: .unchanged, steps: [], discarded: [:])
    }
    let lost = try examineItems(
      change, discarding: discarded, since: written, knowing: review.lostValues[name])
    review.lostValues[name] = lost
    try define(change)
    try audit(.kind(name, from: change.old, to: change.new, by: actor))
    return KindOutcome(
      kind: change.new, change: change.old == nil ? .inserted : .updated, steps: change.steps,
      discarded: lost)
  }

  /// Examines the items of the kind if the change may concern them.
  ///
  /// - Parameters:
  ///   - written: what was written since they were examined, so that the others need not be again; `nil` for the first
  ///     time.
  ///   - known: what was returned then.
  /// - Returns: how many values are lost with each discarded field.
  /// - Throws: ``EditingError/kindInUse(_:)`` if values of items prevent the change.
  private func examineItems(
    _ change: KindChange, discarding discarded: Set<String>, since written: WrittenSubjects?,
    knowing known: [String: Int]?
  ) throws -> [String: Int] {
    guard let old = change.old, change.concernsItems else { return [:] }
    if let known, written?.includesItem(of: old.name) == false { return known }
    let fields = change.steps.compactMap { step -> String? in
      guard case .remove(let field) = step, discarded.contains(field.name) else { return nil }
      return field.name
    }
    var obstacles = KindObstacles(kind: old.name)
    var (ids, lost) = try unwritten(of: old, losing: fields, since: written, knowing: known)
    try forEachItem(of: old, among: ids) { item in
      for conflict in change.conflicts(of: item, discarding: discarded) {
        obstacles.note(conflict)
      }
      for field in fields where item.hasValue(of: field) { lost[field, default: 0] += 1 }
    }
    guard obstacles.isEmpty else { throw EditingError.kindInUse(obstacles) }
    return lost.filter { $0.value > 0 }
  }

  /// The items of `kind` that were written, and how many values of `fields` all others have; no items if all have to be
  /// counted.
  private func unwritten(
    of kind: ContentKind, losing fields: [String], since written: WrittenSubjects?,
    knowing known: [String: Int]?
  ) throws -> (ids: [Int]?, lost: [String: Int]) {
    guard let known, let written, let ids = written.ids(of: kind.name) else { return (nil, [:]) }
    guard !fields.isEmpty else { return (ids, [:]) }
    guard try firstKeptRevision() <= written.place.revision else { return (nil, [:]) }
    let past = try content(at: written.place.revision)
    var lost = known
    for id in ids {
      guard let item = try past.item(of: kind, id: id)?.content else { continue }
      for field in fields where item.hasValue(of: field) { lost[field, default: 0] -= 1 }
    }
    return (ids, lost)
  }

  /// - Parameter ids: the only items; `nil` for all.
  private func forEachItem(
    of kind: ContentKind, among ids: [Int]?, _ body: (ContentItem) throws -> Void
  ) throws {
    if let ids {
      for id in ids { if let item = try item(of: kind, id: id) { try body(item.content) } }
      return
    }
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
        try check(composition, catalogue())
        return nil
      } catch let problems as DocumentProblems {
        return (feed, problems)
      }
    }
  }

  fileprivate func removeKind(
    _ name: String, if precondition: Precondition, discardsItems: Bool, by actor: AuditActor,
    reviewing review: inout KindReview
  ) throws -> Int {
    guard let kind = try kinds()[name] else { throw EditingError.noSuchKind(name) }
    try precondition.check(.tagged(EntityTag.text(of: kind.json)), of: .kind)
    let itemCount = try count(of: kind, matching: .all, visibility: nil)
    let written = try review.begin(in: self)
    var obstacles = KindObstacles(kind: name)
    obstacles.referrers = try kinds().referrers(to: name).map(\.name)
    obstacles.compositions = try feedNames().compactMap { feed in
      guard written?.feeds.contains(feed) != false, let composition = try? composition(of: feed)
      else { return nil }
      let problems = composition.sections.enumerated().filter { $1.kind.name == name }.map {
        DocumentProblem(
          pointer: "/sections/\($0.offset)/kind", expected: .words("another kind"),
          found: .text(name))
      }
      return problems.isEmpty ? nil : (feed, DocumentProblems(problems))
    }
    obstacles.releases = try review.releases(using: name, in: self, since: written)
    if !discardsItems { obstacles.itemCount = itemCount }
    guard obstacles.isEmpty else { throw EditingError.kindInUse(obstacles) }
    try remove(kind)
    try audit(.kind(name, from: kind, to: nil, by: actor))
    return itemCount
  }
}

extension ContentItem {
  /// Whether the field called `name` has a value in any locale.
  fileprivate func hasValue(of name: String) -> Bool {
    valuesInAllLocales(of: name).contains { !$0.value.isNull }
  }
}
