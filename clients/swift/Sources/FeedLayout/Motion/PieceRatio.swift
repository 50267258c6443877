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

  /// One value for all pieces (the library's `static`).
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

/// A piece among the pieces of its card.
struct PiecePlace {
  let row: Int
  let column: Int
  let grid: PieceGrid
}

extension PieceRatio<SIMD2<Double>> {
  /// No value is further from zero, however long the lists it is combined from: see
  /// ``OptionCheck/limit``.
  private static var limit: Double { OptionCheck.limit * OptionCheck.limit }

  /// The value of the piece at `place`.
  func value(at place: PiecePlace) -> SIMD2<Double> {
    let row = Double(place.row)
    let column = Double(place.column)
    switch self {
    case .uniform(let value):
      return value
    case .byColumn(let value, let reversed):
      return value * (reversed ? Double(place.grid.columns - 1) - column : column)
    case .byRow(let value, let reversed):
      return value * (reversed ? Double(place.grid.rows - 1) - row : row)
    case .columnOddEven(let odd, let even, let increasing):
      return (place.column.isMultiple(of: 2) ? even : odd) * (increasing ? column : 1)
    case .rowOddEven(let odd, let even, let increasing):
      return (place.row.isMultiple(of: 2) ? even : odd) * (increasing ? row : 1)
    case .columnMirror(let value, let reversed):
      return value * Self.mirrored(place.column, of: place.grid.columns, reversed: reversed)
    case .rowMirror(let value, let reversed):
      return value * Self.mirrored(place.row, of: place.grid.rows, reversed: reversed)
    case .byIndex(let values):
      return values[(place.row * place.grid.columns + place.column) % values.count]
    case .rows(let values):
      return values[place.row % values.count]
    case .columns(let values):
      return values[place.column % values.count]
    case .combined(let ratios, let operation):
      let values = ratios.map { $0.value(at: place) }
      return values.dropFirst().reduce(values[0]) { result, value in
        (operation == .sum ? result + value : result * value)
          .clamped(
            lowerBound: SIMD2(repeating: -Self.limit), upperBound: SIMD2(repeating: Self.limit))
      }
    }
  }

  /// The signed distance of `index` from the middle of `count`, or if `reversed` that from the
  /// outermost one with the same sign.
  private static func mirrored(_ index: Int, of count: Int, reversed: Bool) -> Double {
    let middle = Double(count - 1) / 2
    let distance = Double(index) - middle
    guard reversed else { return distance }
    if distance == 0 { return 0 }
    return distance < 0 ? -(middle + distance) : middle - distance
  }

  /// Refuses numbers out of range, lists of nothing, and more parts than a piece is worth.
  func check(_ name: String) throws(LayoutError) {
    try OptionCheck.number(Double(partCount), in: 1...Self.largestPartCount, "\(name) (parts)")
    try checkParts(name)
  }

  /// The most numbers and combinations one ratio is made of: it is evaluated for every piece.
  private static var largestPartCount: Double { 1000 }

  private var partCount: Int {
    switch self {
    case .uniform, .byColumn, .byRow, .columnOddEven, .rowOddEven, .columnMirror, .rowMirror: 1
    case .byIndex(let values), .rows(let values), .columns(let values): max(1, values.count)
    case .combined(let ratios, _): 1 + ratios.reduce(0) { $0 + $1.partCount }
    }
  }

  private func checkParts(_ name: String) throws(LayoutError) {
    switch self {
    case .uniform(let value), .byColumn(let value, _), .byRow(let value, _),
      .columnMirror(let value, _), .rowMirror(let value, _):
      try OptionCheck.vector(value, name)
    case .columnOddEven(let odd, let even, _), .rowOddEven(let odd, let even, _):
      try OptionCheck.vector(odd, "\(name).odd")
      try OptionCheck.vector(even, "\(name).even")
    case .byIndex(let values), .rows(let values), .columns(let values):
      if values.isEmpty { throw .emptyOption(name) }
      for value in values { try OptionCheck.vector(value, name) }
    case .combined(let ratios, _):
      if ratios.isEmpty { throw .emptyOption(name) }
      for ratio in ratios { try ratio.checkParts(name) }
    }
  }
}

extension PieceRatio<Double> {
  /// These values as pairs of equal numbers, the form in which values are computed.
  var pairs: PieceRatio<SIMD2<Double>> {
    func pair(_ value: Double) -> SIMD2<Double> { SIMD2(repeating: value) }
    return switch self {
    case .uniform(let value): .uniform(pair(value))
    case .byColumn(let value, let reversed): .byColumn(pair(value), reversed: reversed)
    case .byRow(let value, let reversed): .byRow(pair(value), reversed: reversed)
    case .columnOddEven(let odd, let even, let increasing):
      .columnOddEven(odd: pair(odd), even: pair(even), increasing: increasing)
    case .rowOddEven(let odd, let even, let increasing):
      .rowOddEven(odd: pair(odd), even: pair(even), increasing: increasing)
    case .columnMirror(let value, let reversed): .columnMirror(pair(value), reversed: reversed)
    case .rowMirror(let value, let reversed): .rowMirror(pair(value), reversed: reversed)
    case .byIndex(let values): .byIndex(values.map(pair))
    case .rows(let values): .rows(values.map(pair))
    case .columns(let values): .columns(values.map(pair))
    case .combined(let ratios, let operation):
      .combined(ratios.map(\.pairs), operation == .sum ? .sum : .product)
    }
  }
}
