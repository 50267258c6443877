package import FeedLayout
import FeedModel
package import Foundation

/// Items in, a layout out, without a database: `tanada layout` and `POST /v1/layouts/{type}`.
package struct LayoutRequest: Sendable {
  package let type: LayoutType
  package let viewport: Viewport

  package init(type: LayoutType, viewport: Viewport) {
    self.type = type
    self.viewport = viewport
  }

  /// The layout of the items in `document`: `{"result":[…]}` or a bare array.
  ///
  /// - Throws: `ContentProblems` for items that cannot be read, ``LayoutError`` for items that
  ///   cannot be laid out.
  package func layout(of document: Data) throws -> SectionLayout {
    let items =
      switch type {
      case .staggeredGrid:
        try ItemListDecoder<DecodedLayoutItem<SizedFields>>.decodeAll(
          document, acceptsBareArray: true)
      case .shelf, .snapCarousel, .circularCarousel, .uniformGrid, .cardStack:
        try ItemListDecoder<DecodedLayoutItem<PlainFields>>.decodeAll(
          document, acceptsBareArray: true)
      }
    return try SectionLayout(type, items: items, viewport: viewport)
  }
}

/// What a layout reads of an item.
private protocol LayoutItemFields {
  static func read(_ fields: inout JSONFieldReader) -> LayoutItem
}

/// An item of which only the id matters.
private enum PlainFields: LayoutItemFields {
  static func read(_ fields: inout JSONFieldReader) -> LayoutItem {
    LayoutItem(id: fields.identifier("id"))
  }
}

/// An item with the size of its picture, under either of two pairs of names.
private enum SizedFields: LayoutItemFields {
  static func read(_ fields: inout JSONFieldReader) -> LayoutItem {
    let isPlain =
      !fields.contains("photo_width") && !fields.contains("photo_height")
      && (fields.contains("width") || fields.contains("height"))
    return LayoutItem(
      id: fields.identifier("id"),
      mediaSize: Size(
        width: fields.positiveNumber(isPlain ? "width" : "photo_width"),
        height: fields.positiveNumber(isPlain ? "height" : "photo_height")))
  }
}

private struct DecodedLayoutItem<Fields: LayoutItemFields>: DecodedItem {
  let value: LayoutItem?
  let id: Int?
  let problems: [ContentProblem]
  /// An item may say anything beside what the layout reads.
  var unknownFields: [String] { [] }

  init(from decoder: any Decoder) throws {
    switch JSONFieldReader.make(from: decoder) {
    case .failure(let mistake):
      value = nil
      id = nil
      problems = [mistake.problem]
    case .success(var reader):
      let item = Fields.read(&reader)
      value = reader.problems.isEmpty ? item : nil
      id = item.id > 0 ? item.id : nil
      problems = reader.problems
    }
  }
}
