package import FeedModel
package import FeedStore
package import StrictJSON

extension Editor {
  /// Writes designs, all in one revision: themes first, whose names the cells use.
  ///
  /// - Parameters:
  ///   - precondition: the precondition on each design that is replaced.
  ///   - isDryRun: whether everything is checked, but nothing is changed.
  /// - Throws: ``EditingError/designInvalid(_:_:)``, ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``;
  ///   then nothing has changed.
  package func apply(
    _ proposals: [DesignProposal], if precondition: Precondition = Precondition(matching: []),
    isDryRun: Bool = false, by author: Author
  ) async throws -> (outcomes: [DesignOutcome], revision: Int) {
    try await rehearsed(isDryRun: isDryRun, by: author) { writer, author in
      let outcomes = try writer.apply(proposals, if: precondition, by: author.actor)
      return (outcomes, try writer.latestRevision()?.number ?? 0)
    }
  }

  /// Removes the design with this key. That of every database comes back in its place.
  ///
  /// - Throws: ``EditingError/noSuchDesign(_:)``, ``EditingError/designPermanent(_:)``,
  ///   ``EditingError/designInUse(_:by:)``, ``EditingError/preconditionFailed(found:of:)``, and ``StoreError``; then
  ///   nothing has changed.
  package func removeDesign(
    _ key: DesignKey, if precondition: Precondition = Precondition(matching: []),
    isDryRun: Bool = false, by author: Author
  ) async throws -> Int {
    try await rehearsed(isDryRun: isDryRun, by: author) { writer, author in
      _ = try writer.removeDesign(key, if: precondition, by: author.actor)
      return try writer.latestRevision()?.number ?? 0
    }
  }

  /// Rehearses `body`, whose proofs take long, and then runs it as one transaction of `author`.
  private func rehearsed<Value: Sendable>(
    isDryRun: Bool, by author: Author,
    _ body: @escaping @Sendable (any ContentWriter, Author) throws -> Value
  ) async throws -> Value {
    let value = try await attempt(isDryRun: true, by: author, body)
    return isDryRun ? value : try await attempt(isDryRun: false, by: author, body)
  }
}

extension ContentWriter {
  /// Writes designs: themes first.
  func apply(
    _ proposals: [DesignProposal], if precondition: Precondition = Precondition(matching: []),
    by actor: AuditActor
  ) throws -> [DesignOutcome] {
    var outcomes: [Int: DesignOutcome] = [:]
    for type in [DesignType.theme, .cell] {
      for (place, proposal) in proposals.enumerated() where proposal.key.type == type {
        do {
          outcomes[place] = try apply(proposal, if: precondition, by: actor)
        } catch let problems as DocumentProblems {
          throw EditingError.designInvalid(proposal.key, problems)
        }
      }
    }
    return outcomes.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Writes a design.
  ///
  /// - Throws: `DocumentProblems` for one that is not sound, ``EditingError/preconditionFailed(found:of:)``, and
  ///   ``StoreError``.
  func apply(
    _ proposal: DesignProposal, if precondition: Precondition, by actor: AuditActor
  ) throws -> DesignOutcome {
    let catalogue = try catalogue()
    try precondition.check(proposal.key, in: catalogue)
    let before = catalogue.written[proposal.key]
    let design = try proposal.design(in: catalogue)
    let change = try setDesign(design)
    if change != .unchanged {
      try audit(.design(design.key, from: before, to: design, by: actor))
    }
    return DesignOutcome(design: design, change: change)
  }

  /// Removes a design that nothing uses.
  func removeDesign(
    _ key: DesignKey, if precondition: Precondition, by actor: AuditActor
  ) throws -> Change {
    let catalogue = try catalogue()
    try precondition.check(key, in: catalogue)
    guard let design = catalogue.written[key] else {
      throw catalogue[key] == nil
        ? EditingError.noSuchDesign(key) : EditingError.designPermanent(key)
    }
    let users = try users(of: key, without: catalogue.removing(key))
    guard users.isEmpty else { throw EditingError.designInUse(key, by: users) }
    let change = try removeDesign(key)
    try audit(.design(key, from: design, to: nil, by: actor))
    return change
  }

  /// The kinds and compositions that name the design `key`, which `catalogue` does not have, a sentence each.
  private func users(of key: DesignKey, without catalogue: CellCatalogue) throws -> [String] {
    if let standard = catalogue[key] {
      // That of every database comes back.
      return catalogue.problems(of: standard).map(\.sentence)
    }
    let kinds = try key.type == .cell ? kinds().all.filter { $0.cell == key.name } : []
    let places = try feedNames().flatMap { feed in
      (try? composition(of: feed))?.places(of: key).map { (feed, $0) } ?? []
    }
    return kinds.map { "the kind \($0.name) has it" }
      + places.map { "the composition of \($0.0) has it at \($0.1)" }
  }
}

extension Composition {
  /// JSON Pointers to the places that name the design `key`.
  func places(of key: DesignKey) -> [String] {
    switch key.type {
    case .theme: theme == key.name ? ["/theme"] : []
    case .cell:
      sections.enumerated().flatMap { index, section in
        let own = section.cell == key.name ? ["/sections/\(index)/cell"] : []
        guard case .look(_, cell: key.name) = section.fallback else { return own }
        return own + ["/sections/\(index)/fallback/cell"]
      }
    }
  }
}

extension Precondition {
  /// Checks the condition against the design `key` of `catalogue`; one of every database was never written.
  fileprivate func check(_ key: DesignKey, in catalogue: CellCatalogue) throws(EditingError) {
    try check(
      catalogue[key].map { .tagged($0.entityTag) } ?? .nothing, of: .design(key.type),
      isDefault: catalogue.written[key] == nil && catalogue[key] != nil)
  }
}

extension Batch {
  /// Is true if an operation writes a cell or a theme, which needs the role admin.
  package var writesDesigns: Bool {
    operations.contains { if case .design? = $0.action { true } else { false } }
  }
}

extension Release {
  /// Returns true if `elements` have an operation on a cell or a theme that is not in the release.
  package func gainsDesigns(from elements: [JSONTree]) -> Bool {
    func designs(_ operations: [JSONTree]) -> Set<[UInt8]> {
      Set(
        operations.filter { $0["op"]?.string.flatMap(DesignType.init(rawValue:)) != nil }
          .map(\.bytes))
    }
    return !designs(elements).isSubset(of: designs(operationTrees))
  }
}

/// One write of a design within a batch.
struct DesignOperation: Sendable {
  let key: DesignKey
  /// The design; `nil` to remove it.
  let proposal: DesignProposal?
  let precondition: Precondition

  /// - Throws: ``EditingError``, or `DocumentProblems` for a design that is not sound.
  func perform(
    in transaction: any ContentWriter, by actor: AuditActor, isForced: Bool
  ) throws -> BatchOutcome {
    let condition = isForced ? Precondition(matching: []) : precondition
    guard let proposal else {
      return .design(key, try transaction.removeDesign(key, if: condition, by: actor), tag: nil)
    }
    let outcome = try transaction.apply(proposal, if: condition, by: actor)
    return .design(key, outcome.change, tag: outcome.design.entityTag)
  }
}
