import FeedModel
import GRDB

/// What has to hold of an item in which all words of a search are found.
///
/// Words of three characters and more are looked up in the trigram index (SQLite, FTS5, section
/// 4.3.4). Shorter ones are not in there: the texts themselves are gone through, in each case a
/// letter has, as the index makes no difference between them either.
struct SearchCondition {
  private(set) var conditions: [String] = []
  private(set) var arguments: [DatabaseValue] = []

  /// The condition of `words` in the items of `kind`; none if there are no words.
  init(words: [String], kind: ContentKind) {
    let texts = kind.fields.filter { $0.type == .text }.map(\.name)
    let long = words.filter { $0.unicodeScalars.count >= 3 }
    if !long.isEmpty {
      let index = "\(kind.rawValue)_search"
      conditions.append("items.id IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?)")
      // In quotation marks nothing is an operator.
      let phrases = long.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      arguments.append(phrases.joined(separator: " AND ").databaseValue)
    }
    // A word has no white space, so it is never found across two fields.
    let all = texts.map { "items.\($0)" }.joined(separator: " || ' ' || ")
    for word in words where word.unicodeScalars.count < 3 {
      let cases = Self.cases(of: word)
      conditions.append(
        "(" + cases.map { _ in "instr(\(all), ?)" }.joined(separator: " OR ") + ")")
      arguments += cases.map(\.databaseValue)
    }
  }

  /// `word` in upper and lower case, letter by letter.
  static func cases(of word: String) -> [String] {
    word.unicodeScalars.reduce(into: [""]) { beginnings, scalar in
      let properties = scalar.properties
      let forms = Set(
        [String(scalar), properties.lowercaseMapping, properties.uppercaseMapping]
          .filter { $0.unicodeScalars.count == 1 })
      beginnings = beginnings.flatMap { beginning in forms.sorted().map { beginning + $0 } }
    }
  }
}
