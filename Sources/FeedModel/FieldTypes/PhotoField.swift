package import StrictJSON

/// Photos of the store, by their ids.
package struct PhotoField: FieldType {
  package static let name = "photo"

  package init() {}
  package init(readingRules definition: inout JSONFieldReader) {}
  package func writeRules(to definition: inout JSONWriter) {}
  package func includes(_ old: PhotoField) -> Bool { true }

  package var expectation: DocumentProblem.Expectation { .words("the id of a photo") }

  package func value(of text: String) -> FieldValue? {
    PhotoID(text).map { .text($0.description) }
  }

  package var example: FieldValue { .text(String(repeating: "0", count: PhotoID.length)) }

  package var schema: Schema { .photoID.described("The id of a photo.") }

  package var storage: FieldStorage { .text }
  package var isOrdered: Bool { false }
  package var constraints: [FieldConstraint] { [.length(PhotoID.length)] }
  package var referent: FieldReferent? { .photo }
  package var canBeLocalized: Bool { true }
}
