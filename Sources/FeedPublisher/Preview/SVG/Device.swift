import FeedLayout

/// The layers over the items: the veil on everything off the screen, and the device's edge.
struct Device {
  let sections: [Screen.Section]
  let sheet: Sheet

  static let cornerRadius = 40.0

  /// The outline of the device around the screen.
  static func body(of sheet: Sheet) -> Rect {
    let screen = sheet.screen
    return Rect(
      x: screen.x - Sheet.bezel, y: screen.y - Sheet.forehead,
      width: screen.width + Sheet.bezel * 2,
      height: screen.height + Sheet.forehead + Sheet.chin)
  }

  /// Writes the screen that the items stand on.
  func writeScreen(to writer: inout SVGWriter) {
    writer.element(
      "rect",
      .brief(Self.body(of: sheet))
        + ["rx": .brief(Self.cornerRadius), "fill": .text(sheet.colors.screen)])
  }

  func write(to writer: inout SVGWriter) {
    veil(to: &writer)
    writer.element("g", ["id": "device"]) { writeFrame(to: &$0) }
  }

  /// Writes the device around the screen.
  func writeFrame(to writer: inout SVGWriter) {
    writer.element("g", ["data-device": "true"]) { device in
      shadow(to: &device)
      edge(to: &device)
      marks(to: &device)
    }
  }

  /// Over each section that reaches out of the screen.
  private func veil(to writer: inout SVGWriter) {
    let screen = sheet.screen
    for section in sections {
      let extent = section.paintedExtent
      for (left, right) in [(extent.minX, screen.x), (screen.maxX, extent.maxX)]
      where left < right {
        let side = Rect(
          x: left - 1, y: section.frame.y, width: right - left + 2, height: section.frame.height)
        writer.element(
          "rect", .brief(side) + ["fill": .text(sheet.colors.paper), "fill-opacity": "0.58"])
      }
    }
  }

  /// Falls on the paper and on what is beyond the screen, not on the screen itself.
  private func shadow(to writer: inout SVGWriter) {
    let body = Self.body(of: sheet)
    // Layers instead of a blur: they look the same in every renderer, and cost nothing on a
    // screen of any height.
    for spread in [16.0, 11, 7, 3] {
      let outline = body.inset(by: -spread).offset(x: 0, y: 6)
      writer.element(
        "path",
        [
          "d": .text(
            SVGPath.rounded(outline, radius: Self.cornerRadius + spread)
              + SVGPath.rounded(body, radius: Self.cornerRadius)),
          "fill": "#4a3f2a", "fill-opacity": "0.03", "fill-rule": "evenodd",
        ])
    }
  }

  private func edge(to writer: inout SVGWriter) {
    let body = Self.body(of: sheet)
    let inner = Rect(
      x: body.x + Sheet.bezel, y: body.y + Sheet.bezel,
      width: body.width - Sheet.bezel * 2, height: body.height - Sheet.bezel * 2)
    writer.element(
      "path",
      [
        "d": .text(
          SVGPath.rounded(body, radius: Self.cornerRadius)
            + SVGPath.rounded(inner, radius: Self.cornerRadius - Sheet.bezel)),
        "fill": .text(sheet.colors.bezel), "fill-rule": "evenodd",
        "stroke": .text(sheet.colors.bezelEdge), "stroke-width": "0.8",
      ])
  }

  /// The camera above the content and the bar below it.
  private func marks(to writer: inout SVGWriter) {
    let screen = sheet.screen
    func pill(y: Double, width: Double, height: Double, color: String) {
      let box = Rect(x: screen.midX - width / 2, y: y, width: width, height: height)
      writer.element(
        "rect", .brief(box) + ["rx": .brief(height / 2), "fill": .text(color)])
    }
    pill(y: screen.y - 27, width: 76, height: 16, color: sheet.colors.camera)
    pill(y: screen.maxY + 13, width: 120, height: 4, color: sheet.colors.rule)
  }
}
