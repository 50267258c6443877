import FeedModel
package import Foundation
package import StrictJSON

/// The result of decoding a document that arrives in pieces.
package struct Decoding<Entity: ContentEntity>: Equatable {
  package private(set) var values: [Entity] = []
  package private(set) var problems = DocumentProblems()
  package private(set) var unknownFields: [String: Int] = [:]

  /// Decodes `document` in pieces of `size` bytes, or whole.
  package init(_ document: Data, piecesOf size: Int? = nil) {
    var decoder = ItemListDecoder<Entity?>(.result) { fields in
      let item = ContentItem(reading: &fields, kind: Entity.kind)
      return (item.id, Entity(item))
    }
    var rest = document[...]
    while !rest.isEmpty {
      // Every piece a buffer of its own, as it would come from a file or a socket.
      values += decoder.decode(Data(rest.prefix(size ?? rest.count))).compactMap(\.self)
      rest = rest.dropFirst(size ?? rest.count)
    }
    values += decoder.finish().compactMap(\.self)
    problems = decoder.problems
    unknownFields = decoder.unknownFields
  }

  package init(_ text: String, piecesOf size: Int? = nil) {
    self.init(Data(text.utf8), piecesOf: size)
  }
}

extension DocumentProblem {
  /// Whether this is what went wrong at `pointer`, on whatever line.
  package func `is`(_ expected: Expectation, _ found: Finding, at pointer: String) -> Bool {
    self.pointer == pointer && self.expected == expected && self.found == found
  }
}
