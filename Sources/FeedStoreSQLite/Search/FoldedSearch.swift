import FeedStoreSQL
import GRDB

/// Finds a word in a text regardless of case, as the index does.
enum FoldedSearch {
  static let name = "contains_folded"

  /// The function in SQL, of a text and a word.
  static let function = DatabaseFunction(name, argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let word = String.fromDatabaseValue(values[1])
    else { return false }
    return CaseFolding.fold(text).contains(CaseFolding.fold(word))
  }
}
