/// What is written together with staged items, in their transaction and before them: definitions of kinds, and
/// compositions.
package struct CompanionWrites: Sendable {
  /// The names of the kinds that ``write`` may define. The items of those that it defines otherwise are compared with
  /// the stored ones only then, in the transaction.
  package let kinds: Set<String>
  /// Runs in the transaction, which is rolled back if anything of it fails, and in a dry run.
  package let write: @Sendable (any ContentTransaction) throws -> Void

  /// - Parameter kinds: the names of all kinds that `write` may define, change or remove.
  package init(
    defining kinds: Set<String> = [],
    write: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) {
    self.kinds = kinds
    self.write = write
  }
}
