/// The paper, and the device's shadow and screen: whatever lies under the items.
struct Ground {
  let sheet: Sheet

  func write(to writer: inout SVGWriter) {
    writer.element("rect", .brief(sheet.bounds) + ["fill": .text(Palette.Common.paper)])
    writer.element("rect", .brief(sheet.bounds) + ["fill": "url(#dots)"])

    // Layers instead of a blur: they look the same in every renderer, and cost nothing on a
    // screen of any height.
    let body = Device.body(of: sheet)
    for spread in [14.0, 9, 5, 2] {
      writer.element(
        "rect",
        .brief(body.inset(by: -spread).offset(x: 0, y: 8))
          + [
            "rx": .brief(Device.cornerRadius + spread), "fill": "#4a3f2a",
            "fill-opacity": "0.035",
          ])
    }
    writer.element(
      "rect",
      .brief(body) + ["rx": .brief(Device.cornerRadius), "fill": .text(Palette.Common.screen)])
  }
}
