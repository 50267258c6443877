package import FeedLayout
package import StrictJSON

extension FrameChanges {
  /// Writes the changes that a client has to apply to its frames.
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

extension JSONWriter {
  package mutating func member(_ name: String, _ point: Point) {
    object(name) {
      $0.member("x", point.x)
      $0.member("y", point.y)
    }
  }

  package mutating func member(_ name: String, _ rect: Rect) {
    key(name)
    value(rect)
  }

  package mutating func value(_ rect: Rect) {
    object {
      $0.member("x", rect.x)
      $0.member("y", rect.y)
      $0.member("width", rect.width)
      $0.member("height", rect.height)
    }
  }

  package mutating func member(_ name: String, _ pixel: Pixel) {
    object(name) {
      $0.member("x", pixel.x)
      $0.member("y", pixel.y)
    }
  }
}
