package import FeedLayout
import FeedModel
import StrictJSON

/// The options of a viewport.
struct ViewportOptions: DeclaredOptions {
  var width = Viewport.defaultWidth
  var height: Double?

  static let declarations = OptionList(
    Self(),
    [
      width,
      .number(
        "height", \.height, in: Viewport.supportedHeights, "points",
        "The viewport's height in points, {range}, where the layout uses one."),
    ])

  /// The option of a calculation that the height does not matter to.
  static let width = LayoutOption<Self>.number(
    "width", \.width, in: Viewport.supportedWidths, "points",
    "The viewport's width in points, {range} ({default}).")

  /// - Throws: ``LayoutError`` for dimensions that the options' ranges leave out.
  var viewport: Viewport {
    get throws(LayoutError) { try Viewport(width: width, height: height) }
  }
}

/// Which cell a layout is published with, and for which screens both are.
package struct CellRequest: DeclaredOptions {
  /// `nil` for no cell.
  var cell: String?
  var textSize = TextSize.standard.share
  var direction = LayoutDirection.leftToRight

  private static let names = StandardCells.names.joined(separator: ", ")

  package static let declarations = OptionList(
    Self(),
    [
      .optionalText(
        "cell", \.cell, "name",
        "Also what is drawn inside the frames: \(names), or what fits in the layout instead.",
        expected: "one of \(names)", { StandardCells.names.contains($0) ? $0 : nil }),
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
    let catalogue = CellCatalogue.standard
    return SectionDesign(
      options, cell: cell.flatMap { catalogue.cells.cell($0, in: options.layoutType) },
      theme: catalogue.theme(), roles: Set(CellRole.allCases),
      for: ScreenTraits(viewport, textSize: textSize, direction: direction))
  }
}

/// The additions that every layout can be published with, beside its frames.
package struct LayoutPresentation: DeclaredOptions {
  /// Device pixels in a point, for frames on the pixels of a device.
  var deviceScale: Int?
  /// The part of the section that is on the screen, from top to bottom, in section coordinates.
  var visibleRange: ClosedRange<Double>?

  /// The options that ask for the additions.
  package static let declarations = OptionList(
    Self(),
    [
      .integer(
        "device_scale", \.deviceScale, in: DevicePixels.supportedScales, "scale",
        "Also the frames on whole device pixels, with this many in a point, {range}."),
      .optionalText(
        "y_range", \.visibleRange, "from,to",
        "Also the items in view between two heights of the section, in points.",
        expected: "two numbers FROM,TO, the first not above the second",
        { ClosedRange(text: $0) }),
    ])

  package init() {}
}

extension ClosedRange<Double> {
  /// The range written `FROM,TO`.
  fileprivate init?(text: String) {
    guard let pair = text.pair(separatedBy: ","), pair.first <= pair.second else { return nil }
    self = pair.first...pair.second
  }
}

extension LayoutPresentation {
  /// Writes the requested additions: the frames in `range` on device pixels, and the items in view,
  /// of all.
  func write(_ layout: some SectionLayout, range: Range<Int>?, to object: inout JSONWriter) {
    let frames = layout.frames
    // Neither can fail: the option tables let through no other scales and ranges.
    if let deviceScale, let pixels = try? DevicePixels(scale: deviceScale) {
      object.member("device_scale", deviceScale)
      object.array(
        "pixel_frames", frames[range ?? frames.indices].lazy.map { pixels.aligned($0) },
        of: Frame.published)
    }
    if let visibleRange,
      let positions = try? FrameIndex(Array(frames.dropLast(layout.hiddenItemCount))).positions(
        from: visibleRange.lowerBound, to: visibleRange.upperBound)
    {
      object.object("visible") {
        $0.member("from", visibleRange.lowerBound)
        $0.member("to", visibleRange.upperBound)
        $0.array("item_ids", positions) { $0.value(frames[$1].id) }
      }
    }
  }
}
