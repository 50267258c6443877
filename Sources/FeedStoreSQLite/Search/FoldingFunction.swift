import FeedModel
import FeedStoreSQL
import GRDB

/// The function in SQL that folds a text: see `TextFolding`.
enum FoldingFunction {
  static let function = DatabaseFunction(SQL.foldingName, argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map(TextFolding.fold)
  }
}
