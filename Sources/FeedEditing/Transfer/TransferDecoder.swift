package import FeedModel
package import Foundation
package import StrictJSON

/// Decodes a document of items piece by piece, whatever it is written in.
///
/// Memory stays within a piece and its items, however long the document is; only the set of ids, a
/// bit each where they are dense, grows with it.
package protocol TransferDecoder<Entity> {
  associatedtype Entity: ContentEntity
  /// Everything wrong so far.
  var problems: DocumentProblems { get }
  /// How often each field without a meaning was met.
  var unknownFields: [String: Int] { get }
  /// Whether what follows can still be read.
  var canContinue: Bool { get }
  /// Decodes the items that end in `bytes`, the next piece of the document.
  mutating func decode(_ bytes: Data) -> [TransferItem<Entity>]
  /// Ends the document, and decodes what only its end has ended.
  mutating func finish() -> [TransferItem<Entity>]
}

extension TransferFormat {
  /// A decoder at the beginning of a document of `Entity`.
  package func decoder<Entity: ContentEntity>(
    of _: Entity.Type
  ) -> any TransferDecoder<Entity> {
    switch self {
    case .json: JSONTransferDecoder<Entity>(.resultOrArray)
    case .ndjson: JSONTransferDecoder<Entity>(.lines)
    case .csv: CSVTransferDecoder<Entity>()
    }
  }
}

/// Items written in JSON.
private struct JSONTransferDecoder<Entity: ContentEntity>: TransferDecoder {
  private var list: ItemListDecoder<TransferItem<Entity>>

  init(_ form: ItemListForm) {
    list = ItemListDecoder(form) { fields in
      let entity = Entity(reading: &fields)
      // Without any part of it the item keeps the window it has.
      let hasWindow = WindowField.all.map { fields.contains($0) }.contains(true)
      let window = hasWindow ? Window(reading: &fields) { .text($0.text) } : nil
      return (entity.id, TransferItem(entity: entity, window: window))
    }
  }

  var problems: DocumentProblems { list.problems }
  var unknownFields: [String: Int] { list.unknownFields }
  var canContinue: Bool { list.canContinue }

  mutating func decode(_ bytes: Data) -> [TransferItem<Entity>] { list.decode(bytes) }
  mutating func finish() -> [TransferItem<Entity>] { list.finish() }
}
