/// The place of a number among options, and its range.
///
/// Layouts check all their options each time they are made. To follow a key path takes longer than to
/// place some items, so numbers are looked at where they lie.
struct StoredNumber: Sendable {
  private enum Kind {
    case number, optionalNumber, integer, optionalInteger
  }

  private let offset: Int
  private let kind: Kind
  private let range: ClosedRange<Double>

  /// The number at `path`; `nil` if it is computed.
  init?<Options>(_ path: OptionPath<Options, Double>, in range: ClosedRange<Double>) {
    self.init(offset: MemoryLayout<Options>.offset(of: path), .number, range)
  }

  init?<Options>(_ path: OptionPath<Options, Double?>, in range: ClosedRange<Double>) {
    self.init(offset: MemoryLayout<Options>.offset(of: path), .optionalNumber, range)
  }

  init?<Options>(_ path: OptionPath<Options, Int>, in range: ClosedRange<Int>) {
    self.init(
      offset: MemoryLayout<Options>.offset(of: path), .integer,
      Double(range.lowerBound)...Double(range.upperBound))
  }

  init?<Options>(_ path: OptionPath<Options, Int?>, in range: ClosedRange<Int>) {
    self.init(
      offset: MemoryLayout<Options>.offset(of: path), .optionalInteger,
      Double(range.lowerBound)...Double(range.upperBound))
  }

  private init?(offset: Int?, _ kind: Kind, _ range: ClosedRange<Double>) {
    guard let offset else { return nil }
    self.offset = offset
    self.kind = kind
    self.range = range
  }

  /// Whether the number is in its range, or there is none; `options` are the bytes of all of them.
  func isInRange(_ options: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .number:
      range.contains(options.load(fromByteOffset: offset, as: Double.self))
    case .optionalNumber:
      options.load(fromByteOffset: offset, as: Double?.self).map(range.contains) ?? true
    case .integer:
      range.contains(Double(options.load(fromByteOffset: offset, as: Int.self)))
    case .optionalInteger:
      options.load(fromByteOffset: offset, as: Int?.self).map { range.contains(Double($0)) } ?? true
    }
  }
}
