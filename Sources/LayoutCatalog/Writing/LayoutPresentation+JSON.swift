import FeedLayout
import StrictJSON

extension LayoutPresentation {
  /// Writes what is asked for: the frames in `range` on device pixels, and the items in view, of all.
  func write(_ layout: SectionLayout, range: Range<Int>?, to object: inout JSONWriter) {
    write(layout.frames, range: range, hiddenCount: layout.hiddenCount, to: &object)
  }

  /// Writes what is asked for of `frames`, of which the last `hiddenCount` are never in view.
  func write(
    _ frames: [Frame], range: Range<Int>? = nil, hiddenCount: Int, to object: inout JSONWriter
  ) {
    // Neither can fail: the option tables let through no other scales and ranges.
    if let deviceScale, let pixels = try? DevicePixels(scale: deviceScale) {
      object.member("device_scale", deviceScale)
      object.array("pixel_frames", frames[range ?? frames.indices]) {
        pixels.aligned($1).write(to: &$0)
      }
    }
    if let visibleRange,
      let positions = try? FrameIndex(Array(frames.dropLast(hiddenCount))).positions(
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

extension SectionLayout {
  /// How many items have no place; they are the last ones, whose frames have no extent.
  fileprivate var hiddenCount: Int {
    if case .justifiedRows(let rows) = self { rows.hiddenItemIDs.count } else { 0 }
  }
}
