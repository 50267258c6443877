/// A value for each piece of a snapshot, by its row and column: a number, or a pair of numbers for x
/// and y. Rows and columns count from 0.
public indirect enum PieceRatio<Value: Hashable & Sendable>: Hashable, Sendable {
  /// How values are combined.
  public enum Operation: String, CaseIterable, Hashable, Sendable {
    /// Added, part by part.
    case sum
    /// Multiplied, part by part.
    case product
  }

  /// The same for all (the library's `static`).
  case uniform(Value)
  /// The value times the column; from the right if `reversed`.
  case byColumn(Value, reversed: Bool = false)
  /// The value times the row; from the bottom if `reversed`.
  case byRow(Value, reversed: Bool = false)
  /// One value for columns 1, 3, … and one for 0, 2, …; times the column if `increasing`.
  case columnOddEven(odd: Value, even: Value, increasing: Bool = false)
  /// One value for rows 1, 3, … and one for 0, 2, …; times the row if `increasing`.
  case rowOddEven(odd: Value, even: Value, increasing: Bool = false)
  /// The value times the signed distance from the middle column; see ``rowMirror(_:reversed:)``.
  case columnMirror(Value, reversed: Bool = false)
  /// The value times the signed distance from the middle row, or, if `reversed`, times that from the
  /// outermost row with the same sign: 0, −1, 0, 1, 0 for five rows, 0, −1, 1, 0 for four.
  ///
  /// For an even count the library subtracts a half more when reversed, which moves the outermost
  /// rows the other way (½, −½, ½, −½ for four). For odd counts the two agree.
  case rowMirror(Value, reversed: Bool = false)
  /// One value after the other in reading order, over and over.
  case byIndex([Value])
  /// One value for each row, over and over.
  case rows([Value])
  /// One value for each column, over and over.
  case columns([Value])
  /// Several, combined from left to right.
  case combined([PieceRatio], Operation)
}
