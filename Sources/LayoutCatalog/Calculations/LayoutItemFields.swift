package import FeedLayout
package import StrictJSON

/// The fields that a layout reads of an item.
package enum LayoutItemFields: Hashable, Sendable {
  /// Only its id.
  case plain
  /// Its id, and how many columns it takes.
  case spanning
  /// Its id, and the size of its picture.
  case pictured
  /// Its id, the size of its picture, and how many columns it takes.
  case sized
  /// Its id and its size in points.
  case boxed
  /// The fields of ``sized``, and whether the item keeps the column it was last drawn in.
  case keeping

  /// The fields in words, for help.
  package var words: String {
    switch self {
    case .plain: "Only the id of an item is read."
    case .spanning:
      "The id of each item is read, and column_span, if it takes more than one column."
    case .pictured:
      "The id of each item is read, and the size of its picture (photo_width and photo_height, or "
        + "width and height)."
    case .sized:
      "The id of each item is read, the size of its picture (photo_width and photo_height, or "
        + "width and height), and column_span, if it takes more than one column."
    case .boxed:
      "The id of each item is read, and its size in points (width and height, or photo_width and "
        + "photo_height)."
    case .keeping:
      Self.sized.words
        + " An item with seen, true, stays in the column of its frame: the frame it was last drawn "
        + "at, as in the answer."
    }
  }

  /// The items of `document`: `{"result":[…]}` or a bare array.
  package func read(_ document: some Collection<UInt8>) throws(DocumentProblems) -> [LayoutItem] {
    switch self {
    case .plain: try Self.decode(PlainFields.self, document)
    case .spanning: try Self.decode(SpanningFields.self, document)
    case .pictured: try Self.decode(PicturedFields.self, document)
    case .sized, .boxed: try Self.decode(SizedFields.self, document)
    case .keeping: try Self.decode(KeepingFields.self, document)
    }
  }

  /// How many items `document` has that can be read. Everything in it is read, and nothing calculated.
  package static func count(in document: some Collection<UInt8>) -> Int {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      (fields.identifier("id"), ())
    }
    return (decoder.decode(document) + decoder.finish()).count
  }

  /// The frames that the items of `document` were last drawn at, those that have one.
  package static func drawnFrames(in document: some Collection<UInt8>) throws(DocumentProblems)
    -> [Frame]
  {
    try decode(FrameFields.self, document).compactMap { $0 }
  }

  /// An item may have any fields beside those that the layout reads.
  private static func decode<Fields: FieldSelection>(
    _: Fields.Type, _ document: some Collection<UInt8>
  ) throws(DocumentProblems) -> [Fields.Value] {
    var decoder = ItemListDecoder(
      .resultOrArray, countsUnknownFields: false
    ) { fields in
      let id = fields.identifier("id")
      return (id, Fields.read(id: id, &fields))
    }
    return try decoder.decodeAll(document)
  }
}

/// Reads one item.
private protocol FieldSelection {
  associatedtype Value: Sendable
  static func read(id: Int, _ fields: inout JSONFieldReader) -> Value
}

private enum PlainFields: FieldSelection {
  static func read(id: Int, _ fields: inout JSONFieldReader) -> LayoutItem {
    LayoutItem(id: id)
  }
}

private enum SpanningFields: FieldSelection {
  static func read(id: Int, _ fields: inout JSONFieldReader) -> LayoutItem {
    LayoutItem(id: id, columnSpan: fields.columnSpan())
  }
}

private enum PicturedFields: FieldSelection {
  static func read(id: Int, _ fields: inout JSONFieldReader) -> LayoutItem {
    LayoutItem(id: id, mediaSize: fields.pictureSize())
  }
}

private enum SizedFields: FieldSelection {
  static func read(id: Int, _ fields: inout JSONFieldReader) -> LayoutItem {
    LayoutItem(
      id: id, mediaSize: fields.pictureSize(),
      columnSpan: fields.columnSpan())
  }
}

private enum KeepingFields: FieldSelection {
  static func read(id: Int, _ fields: inout JSONFieldReader) -> LayoutItem {
    let item = SizedFields.read(id: id, &fields)
    guard fields.contains("seen"), fields.flag("seen") else { return item }
    return item.keeping(column: FrameFields.read(id: id, &fields)?.column)
  }
}

private enum FrameFields: FieldSelection {
  static func read(id: Int, _ fields: inout JSONFieldReader) -> Frame? {
    guard fields.contains("frame") else { return nil }
    return fields.object("frame") { frame in
      Frame(
        id: id, x: frame.number("x"), y: frame.number("y"), width: frame.number("width"),
        height: frame.number("height"),
        column: frame.contains("column") ? frame.integer("column") : nil,
        columnSpan: frame.columnSpan())
    }
  }
}

extension JSONFieldReader {
  /// The size of a picture under either of two pairs of names.
  fileprivate mutating func pictureSize() -> Size {
    let isPlain =
      !contains("photo_width") && !contains("photo_height")
      && (contains("width") || contains("height"))
    return Size(
      width: positiveNumber(isPlain ? "width" : "photo_width"),
      height: positiveNumber(isPlain ? "height" : "photo_height"))
  }

  fileprivate mutating func columnSpan() -> Int {
    contains("column_span") ? positiveInteger("column_span") : 1
  }
}
