extension JSONValue {
  /// Members that hold whole numbers: ids and positions, which are equal or wrong.
  private static let wholeNumbers: Set = [
    "column", "columns", "id", "index", "item_ids", "row", "slot",
  ]

  /// How far two lengths may be apart, relative to the expected one: sine and cosine may differ in
  /// their last bit from one platform to another.
  private static let tolerance = 1e-9

  /// Where this differs from `expected`, one line for each place.
  package func differences(
    from expected: JSONValue, at pointer: String = "", isWhole: Bool = false
  ) -> [String] {
    switch (self, expected) {
    case (.number(let found), .number(let wanted)):
      // Around zero there is nothing to be relative to: a point is the measure there.
      let allowed = isWhole ? 0 : Self.tolerance * max(1, abs(wanted))
      return abs(found - wanted) <= allowed
        ? [] : ["\(pointer): expected \(wanted), found \(found)"]
    case (.array(let found), .array(let wanted)) where found.count == wanted.count:
      return zip(found, wanted).enumerated().flatMap { index, pair in
        pair.0.differences(from: pair.1, at: "\(pointer)/\(index)", isWhole: isWhole)
      }
    case (.object(let found), .object(let wanted)):
      return Set(found.keys).union(wanted.keys).sorted().flatMap { name in
        guard let value = found[name] else { return ["\(pointer)/\(name): missing"] }
        guard let other = wanted[name] else { return ["\(pointer)/\(name): not expected"] }
        return value.differences(
          from: other, at: "\(pointer)/\(name)", isWhole: Self.wholeNumbers.contains(name))
      }
    default:
      return self == expected ? [] : ["\(pointer): expected \(expected), found \(self)"]
    }
  }
}
