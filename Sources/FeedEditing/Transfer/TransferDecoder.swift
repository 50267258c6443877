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
  var problems: ContentProblems { get }
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
    case .json: JSONTransferDecoder<Entity>()
    case .ndjson: LineTransferDecoder<Entity>()
    case .csv: CSVTransferDecoder<Entity>()
    }
  }
}

/// `{"result":[…]}`, or a bare array.
private struct JSONTransferDecoder<Entity: ContentEntity>: TransferDecoder {
  private var list = ItemListDecoder<DecodedTransferItem<Entity>>(acceptsBareArray: true)

  var problems: ContentProblems { list.problems }
  var unknownFields: [String: Int] { list.unknownFields }
  var canContinue: Bool { list.canContinue }

  mutating func decode(_ bytes: Data) -> [TransferItem<Entity>] { list.decode(bytes) }

  mutating func finish() -> [TransferItem<Entity>] {
    list.finish()
    return []
  }
}

/// An object a line.
private struct LineTransferDecoder<Entity: ContentEntity>: TransferDecoder {
  private var lines = LineScanner()
  private var items = ItemDecoder<DecodedTransferItem<Entity>>()

  var problems: ContentProblems { items.problems }
  var unknownFields: [String: Int] { items.unknownFields }
  var canContinue: Bool { lines.problem == nil }

  mutating func decode(_ bytes: Data) -> [TransferItem<Entity>] {
    guard canContinue else { return [] }
    let values = lines.scan(bytes).compactMap { items.decode($0) }
    if let problem = lines.problem { items.note(problem) }
    return values
  }

  mutating func finish() -> [TransferItem<Entity>] {
    guard canContinue else { return [] }
    return lines.finish().compactMap { items.decode($0) }
  }
}

/// An entity and its window, read from JSON.
struct DecodedTransferItem<Entity: ContentEntity>: DecodedItem {
  let value: TransferItem<Entity>?
  let id: Int?
  let problems: [ContentProblem]
  let unknownFields: [String]

  init(from decoder: any Decoder) throws {
    switch JSONFieldReader.make(from: decoder) {
    case .failure(let mistake):
      value = nil
      id = nil
      problems = [mistake.problem]
      unknownFields = []
    case .success(var reader):
      let entity = Entity(reading: &reader)
      let window = Self.window(reading: &reader)
      problems = reader.problems + (window.flatMap(WindowField.problem).map { [$0] } ?? [])
      value = problems.isEmpty ? TransferItem(entity: entity, window: window) : nil
      id = entity.id > 0 ? entity.id : nil
      unknownFields = reader.unknownFields
    }
  }

  /// The window, if any part of it is there.
  private static func window(reading reader: inout JSONFieldReader) -> Window? {
    let present = WindowField.all.filter { reader.contains($0) }
    guard !present.isEmpty else { return nil }
    return Window(
      isDraft: present.contains(WindowField.isDraft) && reader.flag(WindowField.isDraft),
      publishAt: moment(WindowField.publishAt, reading: &reader),
      unpublishAt: moment(WindowField.unpublishAt, reading: &reader))
  }

  private static func moment(
    _ name: String, reading reader: inout JSONFieldReader
  ) -> Timestamp? {
    reader.hasMeaning(name) ? reader.date(name) : nil
  }
}
