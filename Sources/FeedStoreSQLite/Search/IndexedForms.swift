import FeedStoreSQL

/// The forms of letters in the index: its tokenizer folds those of Unicode 6.1 (SQLite, FTS5, section 4.3.4), and keeps
/// those of later versions apart.
enum IndexedForms {
  /// The forms of `scalar` by which it is looked up. The tokenizer folds all others to the first one.
  static func of(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let forms = CaseFolding.forms(of: scalar)
    guard forms.count > 1 else { return forms }
    let folded = CaseFolding.fold(scalar)
    let first = isFolded(folded) ? folded : forms.first(where: isFolded) ?? folded
    return [first] + forms.filter { $0 != first && !isFolded($0) }
  }

  private static func isFolded(_ scalar: Unicode.Scalar) -> Bool {
    guard !exceptions.contains(scalar), let age = scalar.properties.age else { return false }
    return (age.major, age.minor) <= (6, 1)
  }

  /// Forms that Unicode leaves to languages, or has put together later.
  private static let exceptions: Set<Unicode.Scalar> = [
    "\u{130}", "\u{131}", "\u{1FD3}", "\u{1FE3}", "\u{FB05}",
  ]
}
