import FeedModel
import GRDB

/// The functions of this program that statements call.
enum SQLiteFunctions {
  static let all = [folded, merged, renamed]

  /// Folds a text: see `TextFolding`.
  static let folded = DatabaseFunction(SQL.foldingName, argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(TextFolding.fold)
  }

  private static let merged = DatabaseFunction(
    TranslationColumn.mergedName, argumentCount: 3, pure: true
  ) { values in
    TranslationColumn.merged(
      String.fromDatabaseValue(values[0]), patch: String.fromDatabaseValue(values[1]),
      replacing: String.fromDatabaseValue(values[2]) ?? "")
  }

  private static let renamed = DatabaseFunction(
    TranslationColumn.renamedName, argumentCount: 3, pure: true
  ) { values in
    guard let former = String.fromDatabaseValue(values[1]) else { return nil }
    return TranslationColumn.renamed(
      String.fromDatabaseValue(values[0]), from: former, to: String.fromDatabaseValue(values[2]))
  }
}
