extension Change {
  /// What this change and `next`, to the same item in the same transaction, come to for those who
  /// see only the whole; `nil` for an item that came and went.
  package func followed(by next: Change) -> Change? {
    switch (self, next) {
    case (_, .unchanged): self
    case (.unchanged, _): next
    case (.inserted, .deleted): nil
    case (.inserted, _): .inserted
    case (.deleted, .inserted): .updated
    case (_, .deleted): .deleted
    default: .updated
    }
  }
}
