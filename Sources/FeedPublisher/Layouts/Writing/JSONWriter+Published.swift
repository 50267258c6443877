public import FeedLayout
public import StrictJSON

extension JSONWriter: @retroactive ValueWriter {}

extension JSONWriter {
  /// Writes what `write` writes.
  package mutating func published(_ write: (inout any ValueWriter) -> Void) {
    var writer: any ValueWriter = self
    // The bytes have one owner at a time, so that they are not copied.
    self = JSONWriter()
    write(&writer)
    guard let written = writer as? JSONWriter else {
      preconditionFailure("a writer stays the same one")
    }
    self = written
  }

  /// Writes `members` of `root`.
  package mutating func members<Root>(_ members: [Member<Root>], of root: Root) {
    published { members.write(root, to: &$0) }
  }

  /// Writes `value` as a member.
  package mutating func member<Value>(_ name: String, _ value: Value, _ type: Published<Value>) {
    key(name)
    published { type.write(value, &$0) }
  }

  /// Writes a list of `values` as a member.
  package mutating func array<Value>(
    _ name: String, _ values: some Sequence<Value>, of type: Published<Value>
  ) {
    key(name)
    published { writer in
      writer.beginArray()
      for value in values { type.write(value, &writer) }
      writer.endArray()
    }
  }

  package mutating func member(_ name: String, _ size: Size) { member(name, size, Size.published) }

  package mutating func member(_ name: String, _ point: Point) {
    member(name, point, Point.published)
  }

  package mutating func member(_ name: String, _ rect: Rect) {
    key(name)
    value(rect)
  }

  package mutating func value(_ rect: Rect) { published { Rect.published.write(rect, &$0) } }

  package mutating func member(_ name: String, _ viewport: Viewport) {
    member(name, viewport, Viewport.published)
  }
}
