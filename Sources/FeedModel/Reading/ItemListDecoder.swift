package import Foundation

/// Decodes a document of items piece by piece: `{"result":[…]}`, or a bare array where allowed.
///
/// Memory stays within a piece and its items, however long the document is; only the set of ids,
/// a bit each where they are dense, grows with it.
package struct ItemListDecoder<Item: DecodedItem> {
  /// Everything wrong so far.
  package private(set) var problems = ContentProblems()
  /// How often each field without a meaning was met.
  package private(set) var unknownFields: [String: Int] = [:]

  private var scanner: ItemScanner
  private var seen = IdentifierSet()
  private let decoder = JSONDecoder()

  /// A decoder at the beginning of a document.
  package init(acceptsBareArray: Bool = false) {
    scanner = ItemScanner(acceptsBareArray: acceptsBareArray)
  }

  /// Whether what follows can still be read.
  package var canContinue: Bool { scanner.problem == nil }

  /// Decodes the items that end in `bytes`, the next piece of the document.
  package mutating func decode(_ bytes: Data) -> [Item.Value] {
    guard canContinue else { return [] }
    let items = scanner.scan(bytes)
    let values = items.compactMap { decode($0) }
    noteScanner()
    return values
  }

  /// Ends the document.
  package mutating func finish() {
    guard canContinue else { return }
    scanner.finish()
    noteScanner()
    for name in scanner.unknownFields {
      unknownFields[name, default: 0] += 1
    }
  }

  private mutating func noteScanner() {
    if let problem = scanner.problem { problems.append(problem) }
  }

  private mutating func decode(_ item: ItemScanner.Item) -> Item.Value? {
    if let byte = item.bytes.firstInvalidUTF8Byte {
      note(ContentProblem(pointer: "", expected: .utf8, found: .byte(byte)), in: item)
      return nil
    }
    if let problem = item.grammarProblem {
      note(problem, in: item)
      return nil
    }
    let decoded: Item
    do {
      decoded = try decoder.decode(Item.self, from: Data(item.bytes))
    } catch {
      note(
        ContentProblem(
          pointer: "", expected: .json, found: .malformed("text that is not JSON")), in: item)
      return nil
    }
    for problem in decoded.problems { note(problem, in: item) }
    for name in decoded.unknownFields { unknownFields[name, default: 0] += 1 }
    if let id = decoded.id, !seen.insert(id) {
      note(
        ContentProblem(pointer: "/id", expected: .uniqueIdentifier, found: .duplicate(id)),
        in: item)
      return nil
    }
    return decoded.value
  }

  private mutating func note(_ problem: ContentProblem, in item: ItemScanner.Item) {
    problems.append(problem.below(item.pointer, line: item.line))
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

extension ItemScanner.Item {
  /// Where the item stops being JSON.
  fileprivate var grammarProblem: ContentProblem? {
    var grammar = JSONGrammar()
    var line = line
    for byte in bytes {
      guard grammar.consume(byte) else {
        return ContentProblem(
          pointer: "", expected: .json, found: ItemScanner.finding(byte), line: line)
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    // The scanner ends a literal where a comma or bracket follows, however short it is.
    return grammar.isComplete
      ? nil
      : ContentProblem(
        pointer: "", expected: .json, found: .malformed("an unfinished value"), line: line)
  }
}

extension [UInt8] {
  /// The first byte that no UTF-8 text has at its place.
  fileprivate var firstInvalidUTF8Byte: UInt8? {
    if String(validating: self, as: UTF8.self) != nil { return nil }
    // Only the failing path looks for the byte.
    var start = startIndex
    while start < endIndex {
      let length = Swift.min(4, endIndex - start)
      let valid = (1...length).first { size in
        guard let text = String(validating: self[start..<start + size], as: UTF8.self) else {
          return false
        }
        return text.unicodeScalars.count == 1
      }
      guard let valid else { return self[start] }
      start += valid
    }
    return nil
  }
}
