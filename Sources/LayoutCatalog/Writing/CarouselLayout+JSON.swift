import FeedLayout
import StrictJSON

extension CarouselLayout {
  /// Writes what a carousel has beside its frames.
  func writeDetails(to object: inout JSONWriter) {
    object.member("initial_offset", initialOffset)
    object.member("max_scroll_offset", maxScrollOffset)
    object.optional("scroll_limits", scrollLimits)
    object.array("snaps", snaps) { writer, snap in
      writer.object {
        $0.member("index", snap.index)
        $0.member("offset", snap.offset)
        $0.member("progress", snap.progress)
        $0.array("item_ids", frames[snap.items]) { $0.value($1.id) }
      }
    }
    object.array("snap_of_item", snapOfItem) { $0.value($1) }
    guard let loop else {
      object.null("loop")
      return
    }
    object.object("loop") { object in
      object.member("period", loop.period)
      object.member("start", loop.start)
      object.array("shifts", loop.shifts) { writer, shift in
        writer.object {
          $0.member("id", frames[shift.item].id)
          $0.optional("before", shift.before)
          $0.optional("after", shift.after)
        }
      }
    }
  }
}

extension CarouselLayout.Settled {
  /// Writes where it rests, an object.
  func write(to writer: inout JSONWriter) {
    writer.object { object in
      if let snap { object.member("snap", snap) } else { object.null("snap") }
      object.member("offset", offset)
      object.member("unwrapped_offset", unwrappedOffset)
      object.member("at_snap", isAtSnap)
    }
  }
}

extension JSONWriter {
  /// Writes a number, or null.
  fileprivate mutating func optional(_ name: String, _ number: Double?) {
    if let number { member(name, number) } else { null(name) }
  }

  /// Writes two numbers, or null.
  fileprivate mutating func optional(_ name: String, _ range: ClosedRange<Double>?) {
    guard let range else {
      null(name)
      return
    }
    object(name) {
      $0.member("lower", range.lowerBound)
      $0.member("upper", range.upperBound)
    }
  }
}
