package import FeedLayout
import StrictJSON

/// Which cell a layout is published with, and for which screens both are.
package struct CellRequest: DeclaredOptions {
  /// `nil` for no cell.
  var cell: CellName?
  var textSize = TextSize.standard.share
  var direction = LayoutDirection.leftToRight

  private static let names = CellName.allCases.map(\.rawValue).joined(separator: ", ")

  package static let declarations = OptionList(
    Self(),
    [
      .optionalText(
        "cell", \.cell, "name",
        "Also what is drawn inside the frames: \(names), or what fits in the layout instead.",
        expected: "one of \(names)", { CellName(rawValue: $0) }),
      .number(
        "text_size", \.textSize, in: TextSize.supported, "share",
        "How large the text of the cell is, as a share of its designed size, {range} ({default})."),
      .choice(
        "direction", \.direction, "direction", "Which way the screen reads ({default})."),
    ])

  package init() {}

  /// Whether all options have their defaults, which leave the layout unchanged.
  var isStandard: Bool { self == Self() }

  /// The layout with `options`, and its cell.
  ///
  /// - Throws: ``OptionProblem`` for a text size without a cell.
  func design(_ options: any SectionOptions, in viewport: Viewport) throws -> SectionDesign {
    let textSize = try TextSize(textSize)
    guard cell != nil || textSize == .standard else {
      throw OptionProblem(
        option: "text_size", expected: "a cell as well",
        found: NumberText.shortest(textSize.share))
    }
    return SectionDesign(
      options, cell: cell, roles: cell == nil ? [] : Set(CellRole.allCases),
      for: ScreenTraits(viewport, textSize: textSize, direction: direction))
  }
}
