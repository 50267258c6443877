package import FeedLayout
import StrictJSON

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
