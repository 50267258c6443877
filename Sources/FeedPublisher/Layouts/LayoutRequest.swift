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
        try ItemListDecoder<SizedItem>.decodeAll(document, acceptsBareArray: true)
      case .shelf, .snapCarousel, .circularCarousel, .uniformGrid, .cardStack:
        try ItemListDecoder<PlainItem>.decodeAll(document, acceptsBareArray: true)
      }
    return try SectionLayout(type, items: items, viewport: viewport)
  }
}

/// An item of which only the id matters.
private struct PlainItem: DecodedItem {
  let value: LayoutItem?
  let id: Int?
  let problems: [ContentProblem]
  var unknownFields: [String] { [] }

  init(from decoder: any Decoder) throws {
    (value, id, problems) = JSONFieldReader.read(from: decoder) { fields in
      LayoutItem(id: fields.identifier("id"))
    }
  }
}

/// An item with the size of its picture, under either of two pairs of names.
private struct SizedItem: DecodedItem {
  let value: LayoutItem?
  let id: Int?
  let problems: [ContentProblem]
  var unknownFields: [String] { [] }

  init(from decoder: any Decoder) throws {
    (value, id, problems) = JSONFieldReader.read(from: decoder) { fields in
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
}

extension JSONFieldReader {
  /// What `read` makes of the object that `decoder` stands at, or the problems with it.
  fileprivate static func read(
    from decoder: any Decoder, _ read: (inout JSONFieldReader) -> LayoutItem
  ) -> (item: LayoutItem?, id: Int?, problems: [ContentProblem]) {
    switch make(from: decoder) {
    case .failure(let mistake): return (nil, nil, [mistake.problem])
    case .success(var reader):
      let item = read(&reader)
      return (
        reader.problems.isEmpty ? item : nil, item.id > 0 ? item.id : nil, reader.problems
      )
    }
  }
}
