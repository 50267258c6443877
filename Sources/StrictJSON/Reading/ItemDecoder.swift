import Foundation

/// Decodes items one after the other and gathers what is wrong with them.
package struct ItemDecoder<Item: DecodedItem> {
  /// Everything wrong so far.
  package private(set) var problems = ContentProblems()
  /// How often each field without a meaning was met.
  package private(set) var unknownFields: [String: Int] = [:]

  private var seen = IdentifierSet()
  private let decoder = JSONDecoder()

  package init() {}

  package mutating func note(_ problem: ContentProblem) {
    problems.append(problem)
  }

  mutating func note(unknownField name: String) {
    unknownFields[name, default: 0] += 1
  }

  /// The value of `item`, unless something is wrong with it.
  package mutating func decode(_ item: ItemScanner.Item) -> Item.Value? {
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
    for name in decoded.unknownFields { note(unknownField: name) }
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
  package var firstInvalidUTF8Byte: UInt8? {
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
