import FeedLayout

/// What every layout can be published with beside its frames.
package struct LayoutPresentation: Hashable, Sendable {
  /// Device pixels in a point, for frames on the pixels of a device.
  var deviceScale: Int?
  /// What of the section is on the screen, from top to bottom, in section coordinates.
  var visibleRange: ClosedRange<Double>?

  /// What can be asked for.
  static let options = OptionTable<Self>([
    .integer(
      "device_scale", \.deviceScale, in: DevicePixels.supportedScales, "scale",
      "Also the frames on whole device pixels, with this many in a point, 1 to 4."),
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
