/// Why a layout cannot be computed: the facts, without a sentence.
public enum LayoutError: Error, Hashable, Sendable {
  /// The numbers a caller passes in.
  public enum Quantity: String, Hashable, Sendable {
    case viewportWidth = "viewport width"
    case viewportHeight = "viewport height"
    case columnCount = "column count"
    case pageCount = "page count"
    case itemCount = "item count"
    case offset = "offset"
    case translation = "translation"
    case imageWidth = "image width"
    case imageHeight = "image height"
    case viewLength = "view length"
    case tap = "tap"
    case scale = "scale"
    case distance = "distance"
    case velocity = "velocity"
    case time = "time"
    case tolerance = "tolerance"
    case progress = "progress"
    case textSize = "text size"
  }

  /// A number is not finite, or outside what is allowed for it.
  case outOfRange(Quantity, value: Double, allowed: ClosedRange<Double>)
  /// A number is infinite, or not a number.
  case notFinite(Quantity, value: Double)
  /// A number is not finite, or not above 0.
  case notPositive(Quantity, value: Double)
  /// The item at `index` has no picture size, and the layout needs one.
  case missingMediaSize(index: Int, id: Int)
  /// The picture of the item at `index` has a side that is not a positive finite number, or sides
  /// so far apart that it would be wider or higher than the layout supports.
  case unusableMediaSize(index: Int, id: Int, size: Size)
  /// The item at `index` takes more columns than the grid has, or none.
  case spanOverColumns(index: Int, id: Int, span: Int, columns: Int)
  /// The placement of a staggered grid has to see all items at once, so there is no going on from
  /// the last one.
  case placementNotResumable(String)
  /// A number of the options is not finite, or outside what is allowed for it.
  case optionOutOfRange(String, value: Double, allowed: ClosedRange<Double>)
  /// Of two bounds among the options the lower one is above the upper one.
  case reversedBounds(String, lower: Double, upper: Double)
  /// A list among a paging transform's options has no values to take.
  case emptyOption(String)
  /// An axis among a paging transform's options is of no length.
  case noDirection(String)
  /// Keyframes of a motion cannot be proven to stay within a tolerance in bounded time: it is too
  /// fast, or has too many parts.
  case unprovenMotion(String, tolerance: Double)

  /// Whether the options are to blame, and not the items.
  public var isAboutOptions: Bool {
    switch self {
    case .outOfRange(let quantity, _, _): quantity != .itemCount
    case .notFinite, .notPositive, .optionOutOfRange, .reversedBounds, .emptyOption, .noDirection,
      .unprovenMotion, .placementNotResumable:
      true
    case .missingMediaSize, .unusableMediaSize, .spanOverColumns: false
    }
  }

  /// The item that the layout cannot draw: its index among the items, and its id; `nil` for an error
  /// about anything else.
  public var item: (index: Int, id: Int)? {
    switch self {
    case .missingMediaSize(let index, let id), .unusableMediaSize(let index, let id, _),
      .spanOverColumns(let index, let id, _, _):
      (index, id)
    default: nil
    }
  }

  static func check(
    _ value: Double, in allowed: ClosedRange<Double>, as quantity: Quantity
  ) throws(LayoutError) {
    // NaN is in no range, so this also refuses what is not a number.
    guard allowed.contains(value) else {
      throw .outOfRange(quantity, value: value, allowed: allowed)
    }
  }

  static func checkFinite(
    _ value: Double, as quantity: Quantity
  ) throws(LayoutError) {
    guard value.isFinite else { throw .notFinite(quantity, value: value) }
  }

  static func checkFinite(
    _ point: Point, as quantity: Quantity
  ) throws(LayoutError) {
    try checkFinite(point.x, as: quantity)
    try checkFinite(point.y, as: quantity)
  }

  static func checkPositive(
    _ value: Double, as quantity: Quantity
  ) throws(LayoutError) {
    guard value.isFinite, value > 0 else { throw .notPositive(quantity, value: value) }
  }

  static func checkImage(_ image: Size) throws(LayoutError) {
    try checkPositive(image.width, as: .imageWidth)
    try checkPositive(image.height, as: .imageHeight)
  }

  static func checkViewport(_ viewport: Size) throws(LayoutError) {
    try checkPositive(viewport.width, as: .viewportWidth)
    try checkPositive(viewport.height, as: .viewportHeight)
  }
}

extension LayoutError: CustomStringConvertible {
  /// One clause for a person: `viewport width: expected 200 to 4096, found 100`.
  public var description: String {
    guard let item else { return clause }
    return "item \(item.index) (id \(item.id)): \(clause)"
  }

  /// The description without the index and the id of the item.
  public var clause: String {
    switch self {
    case .outOfRange(let quantity, let value, let allowed):
      "\(quantity.rawValue): expected \(Self.text(allowed.lowerBound)) to "
        + "\(Self.text(allowed.upperBound)), found \(Self.text(value))"
    case .notFinite(let quantity, let value):
      "\(quantity.rawValue): expected a finite number, found \(Self.text(value))"
    case .notPositive(let quantity, let value):
      "\(quantity.rawValue): expected a finite number above 0, found \(Self.text(value))"
    case .missingMediaSize: "expected the size of its picture, found none"
    case .unusableMediaSize(_, _, let size):
      "expected a picture size that can be laid out, found "
        + "\(Self.text(size.width)) × \(Self.text(size.height))"
    case .spanOverColumns(_, _, let span, let columns):
      "expected a column span of 1 to \(columns), found \(span)"
    case .placementNotResumable(let placement):
      "placement: expected one that can continue after any item, found \(placement)"
    case .optionOutOfRange(let option, let value, let allowed):
      "\(option): expected \(Self.text(allowed.lowerBound)) to "
        + "\(Self.text(allowed.upperBound)), found \(Self.text(value))"
    case .reversedBounds(let option, let lower, let upper):
      "\(option): expected a lower bound of at most \(Self.text(upper)), found \(Self.text(lower))"
    case .emptyOption(let option):
      "\(option): expected at least one value, found none"
    case .noDirection(let option):
      "\(option): expected an axis of a length above 0, found one of length 0"
    case .unprovenMotion(let motion, let tolerance):
      "keyframes: expected a tolerance that can be reached for \(motion), found "
        + "\(Self.text(tolerance))"
    }
  }

  private static func text(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
