package import FeedModel
package import FeedStore
package import Foundation
package import StrictJSON

/// Decodes a document of items piece by piece, in one of the ``TransferFormat``s.
///
/// Memory stays within a piece and its items, however long the document is; only the set of ids, a
/// bit each where they are dense, grows with it.
package protocol TransferDecoder {
  /// The problems so far.
  var problems: DocumentProblems { get }
  /// How often each unknown field was met.
  var unknownFields: [String: Int] { get }
  /// Whether the rest of the document can still be decoded.
  var canContinue: Bool { get }
  /// Decodes the items that end in `bytes`, the next piece of the document.
  mutating func decode(_ bytes: Data) -> [StagedItem]
  /// Ends the document, and decodes the items that only its end completes.
  mutating func finish() -> [StagedItem]
}

extension TransferFormat {
  /// A decoder at the beginning of a document of items of `kind`.
  package func decoder(of kind: ContentKind) -> any TransferDecoder {
    switch self {
    case .json: JSONTransferDecoder(kind, .resultOrArray)
    case .ndjson: JSONTransferDecoder(kind, .lines)
    case .csv: CSVTransferDecoder(kind: kind)
    }
  }
}

/// Items written in JSON.
struct JSONTransferDecoder: TransferDecoder {
  private var list: ItemListDecoder<StagedItem>

  /// - Parameter isComplete: whether an item is all that there is to it, as an export writes it: one without a window
  ///   is always shown, and translations that it does not have are removed.
  init(_ kind: ContentKind, _ form: ItemListForm, isComplete: Bool = false) {
    list = ItemListDecoder(form) { fields in
      var translations = WrittenTranslations()
      let content = ContentItem(reading: &fields, kind: kind, &translations)
      fields.checkPictureSize(of: content)
      let place = fields.place.map { StagedItem.Place(pointer: $0.pointer, line: $0.line) }
      // Without any part of it an item that is not complete keeps the window it has.
      let hasWindow = isComplete || WindowField.all.map { fields.contains($0) }.contains(true)
      let window = hasWindow ? Window(reading: &fields) { .text($0.text) } : nil
      return (
        content.id,
        StagedItem(
          content, translations: translations, replacesTranslations: isComplete, window: window,
          hasCondition: isComplete || fields.contains(WindowField.when), place: place)
      )
    }
  }

  var problems: DocumentProblems { list.problems }
  var unknownFields: [String: Int] { list.unknownFields }
  var canContinue: Bool { list.canContinue }

  mutating func decode(_ bytes: Data) -> [StagedItem] { list.decode(bytes) }
  mutating func finish() -> [StagedItem] { list.finish() }
}
