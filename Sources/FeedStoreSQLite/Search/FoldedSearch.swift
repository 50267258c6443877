import GRDB

/// Finds a word in a text regardless of case, as the index does.
enum FoldedSearch {
  static let name = "contains_folded"

  /// The function in SQL, of a text and a word.
  static let function = DatabaseFunction(name, argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let word = String.fromDatabaseValue(values[1])
    else { return false }
    return fold(text).contains(fold(word))
  }

  private static func fold(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { scalar in
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower.first ?? scalar : scalar
    }
  }
}
