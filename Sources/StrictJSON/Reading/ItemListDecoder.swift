package import Foundation

/// Decodes a document of items piece by piece: `{"result":[…]}`, or a bare array where allowed.
///
/// Memory stays within a piece and its items, however long the document is; only the set of ids,
/// a bit each where they are dense, grows with it.
package struct ItemListDecoder<Item: DecodedItem> {
  private var scanner: ItemScanner
  private var items = ItemDecoder<Item>()

  /// A decoder at the beginning of a document.
  package init(acceptsBareArray: Bool = false) {
    scanner = ItemScanner(acceptsBareArray: acceptsBareArray)
  }

  /// Everything wrong so far.
  package var problems: ContentProblems { items.problems }
  /// How often each field without a meaning was met.
  package var unknownFields: [String: Int] { items.unknownFields }

  /// Whether what follows can still be read.
  package var canContinue: Bool { scanner.problem == nil }

  /// Decodes the items that end in `bytes`, the next piece of the document.
  package mutating func decode(_ bytes: Data) -> [Item.Value] {
    guard canContinue else { return [] }
    let values = scanner.scan(bytes).compactMap { items.decode($0) }
    noteScanner()
    return values
  }

  /// Ends the document.
  package mutating func finish() {
    guard canContinue else { return }
    scanner.finish()
    noteScanner()
    for name in scanner.unknownFields { items.note(unknownField: name) }
  }

  private mutating func noteScanner() {
    if let problem = scanner.problem { items.note(problem) }
  }
}

extension ItemListDecoder {
  /// Decodes a whole document at once.
  ///
  /// - Throws: every problem of the document.
  package static func decodeAll(
    _ document: Data, acceptsBareArray: Bool = false
  ) throws(ContentProblems) -> [Item.Value] {
    var decoder = ItemListDecoder(acceptsBareArray: acceptsBareArray)
    let values = decoder.decode(document)
    decoder.finish()
    guard decoder.problems.isEmpty else { throw decoder.problems }
    return values
  }
}
