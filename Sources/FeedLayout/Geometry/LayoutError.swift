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
  }

  /// A number is not finite, or outside what is allowed for it.
  case outOfRange(Quantity, value: Double, allowed: ClosedRange<Double>)
  /// The item at `index` has no picture size, and the layout needs one.
  case missingMediaSize(index: Int, id: Int)
  /// The picture of the item at `index` has a side that is not a positive finite number, or sides
  /// so far apart that its height in the layout is not finite.
  case unusableMediaSize(index: Int, id: Int, size: Size)

  static func check(
    _ value: Double, in allowed: ClosedRange<Double>, as quantity: Quantity
  ) throws(LayoutError) {
    // NaN is in no range, so this also refuses what is not a number.
    guard allowed.contains(value) else {
      throw .outOfRange(quantity, value: value, allowed: allowed)
    }
  }
}
