extension LayoutError: CustomStringConvertible {
  /// One clause for a person: `viewport width: expected 200 to 4096, found 100`.
  public var description: String {
    switch self {
    case .outOfRange(let quantity, let value, let allowed):
      "\(quantity.rawValue): expected \(Self.text(allowed.lowerBound)) to "
        + "\(Self.text(allowed.upperBound)), found \(Self.text(value))"
    case .notFinite(let quantity, let value):
      "\(quantity.rawValue): expected a finite number, found \(Self.text(value))"
    case .notPositive(let quantity, let value):
      "\(quantity.rawValue): expected a finite number above 0, found \(Self.text(value))"
    case .missingMediaSize(let index, let id):
      "item \(index) (id \(id)): expected the size of its picture, found none"
    case .unusableMediaSize(let index, let id, let size):
      "item \(index) (id \(id)): expected a picture size that can be laid out, found "
        + "\(Self.text(size.width)) × \(Self.text(size.height))"
    case .spanOverColumns(let index, let id, let span, let columns):
      "item \(index) (id \(id)): expected to take 1 to \(columns) columns, found \(span)"
    case .placementNotResumable(let placement):
      "placement: expected one that can go on after any item, found \(placement)"
    case .optionOutOfRange(let option, let value, let allowed):
      "\(option): expected \(Self.text(allowed.lowerBound)) to "
        + "\(Self.text(allowed.upperBound)), found \(Self.text(value))"
    case .reversedBounds(let option, let lower, let upper):
      "\(option): expected a lower bound of at most \(Self.text(upper)), found \(Self.text(lower))"
    case .emptyOption(let option):
      "\(option): expected at least one value, found none"
    case .noDirection(let option):
      "\(option): expected an axis with a direction, found one of no length"
    case .unprovenMotion(let motion, let tolerance):
      "keyframes: expected a tolerance that can be proven for \(motion), found "
        + "\(Self.text(tolerance))"
    }
  }

  private static func text(_ value: Double) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
