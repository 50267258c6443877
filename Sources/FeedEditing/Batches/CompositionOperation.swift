import FeedModel
import FeedStore

/// One write of one composition within a batch.
struct CompositionOperation: Sendable {
  /// The value of `op` for this operation.
  static let name = "compose"

  let composition: Composition
  let precondition: Precondition

  /// Writes the composition, and notes in the audit that `actor` did.
  ///
  /// - Throws: ``EditingError``, ``StoreError/kindChanged(_:)``, or `DocumentProblems` for a composition that
  ///   cannot be laid out.
  func perform(
    in transaction: any ContentWriter, by actor: AuditActor, isForced: Bool,
    checking check: Editor.CompositionCheck
  ) throws -> BatchOutcome {
    let feed = composition.feed
    try transaction.requireUnchangedKinds(of: composition)
    if !isForced {
      let old = try CompositionDocument(of: feed, in: transaction)
      try precondition.check(
        old.map { .tagged($0.entityTag) } ?? .nothing, of: .composition,
        isDefault: old?.isStored == false)
    }
    try check(composition)
    let document = CompositionDocument(composition)
    let change = try transaction.compose(document.text, of: feed, by: actor)
    return .composition(feed: feed, change, tag: document.entityTag)
  }
}
