import FeedLayout

extension LayoutDirection {
  /// The direction in which `lines` read, which are one text: that of its first letter (rule P2 of the Unicode
  /// bidirectional algorithm, UAX #9); from left to right without letters.
  init(ofText lines: [String]) {
    let letter = lines.lazy.flatMap(\.unicodeScalars).first { $0.properties.isAlphabetic }
    let isRightToLeft = Self.rightToLeftBlocks.contains { block in
      letter.map { block.contains($0.value) } ?? false
    }
    self = isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// The blocks whose letters read from right to left, from Hebrew and Arabic to their presentation forms, and those of
  /// the supplementary plane (DerivedBidiClass.txt).
  private static let rightToLeftBlocks: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}
