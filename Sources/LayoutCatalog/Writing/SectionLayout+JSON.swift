package import FeedLayout
package import StrictJSON

extension SectionLayout {
  /// Writes the layout in the published shape: what all layouts have, what this one adds, the
  /// frames, or only those in `range`, and then what `more` writes.
  package func write(
    to writer: inout JSONWriter, presentation: LayoutPresentation = LayoutPresentation(),
    range: Range<Int>? = nil, more: (inout JSONWriter) -> Void = { _ in }
  ) {
    writer.object { object in
      object.member("type", type.rawValue)
      object.object("viewport") { viewport.write(to: &$0) }
      object.member("content_size", contentSize)
      switch self {
      case .shelf(let layout): layout.writeDetails(to: &object)
      case .snapCarousel(let layout): layout.writeDetails(to: &object)
      case .circularCarousel(let layout): layout.writeDetails(to: &object)
      case .uniformGrid(let layout): layout.writeDetails(to: &object)
      case .staggeredGrid(let layout): layout.writeDetails(to: &object)
      case .cardStack(let layout): layout.writeDetails(to: &object)
      case .carousel(let layout): layout.writeDetails(to: &object)
      case .justifiedRows(let layout): layout.writeDetails(to: &object)
      }
      object.array("frames", frames[range ?? frames.indices]) { $1.write(to: &$0) }
      presentation.write(self, range: range, to: &object)
      more(&object)
    }
  }
}

extension FrameChanges {
  /// Writes what a client has to do to what it shows.
  func write(to object: inout JSONWriter) {
    object.array("moved", moved) { $1.write(to: &$0) }
    object.array("inserted", inserted) { $1.write(to: &$0) }
    object.member("unmoved", unmovedCount)
  }
}

extension JSONWriter {
  package mutating func member(_ name: String, _ size: Size) {
    object(name) {
      $0.member("width", size.width)
      $0.member("height", size.height)
    }
  }
}

extension Viewport {
  package func write(to object: inout JSONWriter) {
    object.member("width", width)
    if let height { object.member("height", height) }
  }
}

extension Frame {
  func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("x", x)
      $0.member("y", y)
      $0.member("width", width)
      $0.member("height", height)
      if let column { $0.member("column", column) }
      if columnSpan > 1 { $0.member("column_span", columnSpan) }
    }
  }
}

extension ShelfLayout {
  fileprivate func writeDetails(to object: inout JSONWriter) {
    object.member("media_size", mediaSize)
    object.member("max_scroll_offset", maxScrollOffset)
  }
}

extension SnapCarouselLayout {
  fileprivate func writeDetails(to object: inout JSONWriter) {
    object.member("page_width", pageWidth)
    object.member("page_spacing", Self.pageSpacing)
    object.member("initial_offset", initialOffset)
    object.array("pages", pages) { writer, page in
      writer.object {
        $0.member("index", page.index)
        $0.array("item_ids", page.itemIDs) { $0.value($1) }
        $0.member("x", page.x)
        $0.member("width", page.width)
        $0.member("snap_offset", page.snapOffset)
      }
    }
  }
}

extension CircularCarouselLayout {
  fileprivate func writeDetails(to object: inout JSONWriter) {
    object.member("card_size", cardSize)
    object.member("radius", options.radius)
    object.member("points_per_step", options.pointsPerStep)
    object.array("states", states) { writer, state in
      writer.object {
        $0.member("offset", state.offset)
        $0.array("items", state.items) { $1.write(to: &$0) }
      }
    }
    keyframes?.write(as: "keyframes", position: "distance", to: &object)
  }
}

extension CircularCarouselLayout.Placement {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("slot", slot)
      $0.member("distance", distance)
      $0.member("scale", scale)
      $0.member("opacity", opacity)
      $0.member("z_index", zIndex)
      $0.member("x", x)
    }
  }
}

extension UniformGridLayout {
  fileprivate func writeDetails(to object: inout JSONWriter) {
    object.member("columns", options.columnCount)
    object.member("media_size", mediaSize)
  }
}

extension CardStackLayout {
  fileprivate func writeDetails(to object: inout JSONWriter) {
    object.member("card_size", cardSize)
    object.member("page_size", pageSize)
    object.member("effect", options.effect.name)
    object.array("states", states) { writer, state in
      writer.object {
        $0.member("progress", state.progress)
        state.transform.writeMembers(to: &$0)
      }
    }
    keyframes?.write(as: "keyframes", position: "progress", to: &object)
  }
}
