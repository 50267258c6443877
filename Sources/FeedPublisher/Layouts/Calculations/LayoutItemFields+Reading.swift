package import FeedLayout
package import StrictJSON

extension LayoutItemFields {
  /// The items of `document`: `{"result":[…]}` or a bare array. An item may have any fields beside those that the layout
  /// reads.
  package func read(_ document: some Collection<UInt8>) throws(DocumentProblems) -> [LayoutItem] {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      let id = fields.identifier("id")
      let size = hasSize ? fields.pictureSize() : nil
      let item = LayoutItem(
        id: id, mediaSize: size, columnSpan: hasSpan ? fields.columnSpan() : 1)
      guard self == .keeping, fields.contains("seen"), fields.flag("seen") else {
        return (id, item)
      }
      return (id, item.keeping(column: fields.frame(of: id)?.column))
    }
    return try decoder.decodeAll(document)
  }

  /// How many items `document` has that can be read. Everything in it is read, and nothing calculated.
  package static func count(in document: some Collection<UInt8>) -> Int {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      (fields.identifier("id"), ())
    }
    return (decoder.decode(document) + decoder.finish()).count
  }

  /// The frames that the items of `document` were last drawn at, those that have one.
  package static func drawnFrames(
    in document: some Collection<UInt8>
  ) throws(DocumentProblems) -> [Frame] {
    var decoder = ItemListDecoder(.resultOrArray, countsUnknownFields: false) { fields in
      let id = fields.identifier("id")
      return (id, fields.frame(of: id))
    }
    return try decoder.decodeAll(document).compactMap { $0 }
  }
}

extension JSONFieldReader {
  /// The frame that the item was last drawn at; `nil` for none.
  fileprivate mutating func frame(of id: Int) -> Frame? {
    guard contains("frame") else { return nil }
    return object("frame") { frame in
      Frame(
        id: id, x: frame.number("x"), y: frame.number("y"), width: frame.number("width"),
        height: frame.number("height"),
        column: frame.contains("column") ? frame.integer("column") : nil,
        columnSpan: frame.columnSpan())
    }
  }

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
