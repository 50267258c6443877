/// The paper, and the screen the items stand on.
struct Ground {
  let sheet: Sheet

  func write(to writer: inout SVGWriter) {
    writer.element("rect", .brief(sheet.bounds) + ["fill": .text(Palette.Common.paper)])
    writer.element(
      "rect",
      .brief(Device.body(of: sheet))
        + ["rx": .brief(Device.cornerRadius), "fill": .text(Palette.Common.screen)])
  }
}
