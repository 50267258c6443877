extension PieceRatio {
  typealias Read = (OptionValue, OptionPlace) throws(OptionMismatch) -> Value

  /// The names of the members of ratios other than uniform ones.
  private static var names: String {
    "by_column, by_row, column_mirror, row_mirror, column_odd_even, row_odd_even, by_index, rows, "
      + "columns, sum, product"
  }

  /// The ratio written as `value`: a value that `read` understands, the same for all pieces; or an
  /// object with one member, such as `{"by_row": {"value": 0.1, "reversed": true}}`,
  /// `{"row_odd_even": {"odd": 1, "even": 2}}`, `{"rows": [1, 2]}` or `{"sum": [{…}, {…}]}`.
  init(
    _ value: OptionValue, _ place: OptionPlace, _ kind: String, _ read: Read
  ) throws(OptionMismatch) {
    guard case .object(let members) = value else {
      self = .uniform(try read(value, place))
      return
    }
    guard members.count == 1, let (name, content) = members.first else {
      throw value.mismatch("\(kind) or an object with one of \(Self.names)", place)
    }
    let inner = place.member(name)
    switch name {
    case "by_column", "by_row", "column_mirror", "row_mirror":
      let (value, reversed) = try Self.reversible(content, inner, read)
      switch name {
      case "by_column": self = .byColumn(value, reversed: reversed)
      case "by_row": self = .byRow(value, reversed: reversed)
      case "column_mirror": self = .columnMirror(value, reversed: reversed)
      default: self = .rowMirror(value, reversed: reversed)
      }
    case "column_odd_even", "row_odd_even":
      let members = try content.members(inner)
      try Self.check(members, ["odd", "even", "increasing"], inner)
      let odd = try read(members["odd"] ?? .null, inner.member("odd"))
      let even = try read(members["even"] ?? .null, inner.member("even"))
      let increasing = try members["increasing"]?.flag(inner.member("increasing")) ?? false
      self =
        name == "row_odd_even"
        ? .rowOddEven(odd: odd, even: even, increasing: increasing)
        : .columnOddEven(odd: odd, even: even, increasing: increasing)
    case "by_index", "rows", "columns":
      var values: [Value] = []
      for (index, element) in try content.list(inner).enumerated() {
        values.append(try read(element, inner.member("\(index)")))
      }
      self =
        name == "by_index" ? .byIndex(values) : name == "rows" ? .rows(values) : .columns(values)
    case "sum", "product":
      var ratios: [PieceRatio] = []
      for (index, element) in try content.list(inner).enumerated() {
        ratios.append(try PieceRatio(element, inner.member("\(index)"), kind, read))
      }
      self = .combined(ratios, name == "sum" ? .sum : .product)
    default:
      throw OptionValue.text(name)
        .mismatch("\(kind) or an object with one of \(Self.names)", place)
    }
  }

  /// A value, or an object with `value` and `reversed`.
  private static func reversible(
    _ content: OptionValue, _ place: OptionPlace, _ read: Read
  ) throws(OptionMismatch) -> (Value, Bool) {
    guard case .object(let members) = content else { return (try read(content, place), false) }
    try check(members, ["value", "reversed"], place)
    return (
      try read(members["value"] ?? .null, place.member("value")),
      try members["reversed"]?.flag(place.member("reversed")) ?? false
    )
  }

  private static func check(
    _ members: [String: OptionValue], _ names: [String], _ place: OptionPlace
  ) throws(OptionMismatch) {
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      throw OptionValue.text(unknown)
        .mismatch("one of \(names.joined(separator: ", "))", place)
    }
  }
}

extension PieceRatio<SIMD2<Double>> {
  /// The ratio of pairs written as `value`.
  init(pairs value: OptionValue, _ place: OptionPlace) throws(OptionMismatch) {
    try self.init(value, place, "a list of 2 numbers") { value, place throws(OptionMismatch) in
      try value.pair(place)
    }
  }
}

extension PieceRatio<Double> {
  /// The ratio of numbers written as `value`.
  init(numbers value: OptionValue, _ place: OptionPlace) throws(OptionMismatch) {
    try self.init(value, place, "a number") { value, place throws(OptionMismatch) in
      try value.number(place)
    }
  }
}
