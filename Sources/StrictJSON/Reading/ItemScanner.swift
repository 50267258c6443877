import Foundation

/// Finds where each item of a list begins and ends, without reading the items themselves.
///
/// A small automaton over bytes. It knows the frame of the document, `{"result":[…]}`, checks what
/// stands beside it, and knows of items only how they nest: one that is broken inside does not hide
/// the problems of the next.
package struct ItemScanner {
  /// The bytes of one item.
  package struct Item {
    let pointer: String
    let line: Int
    let bytes: [UInt8]
  }

  /// The largest item, in bytes. Anything longer is a quotation mark that was never closed.
  package static let maximumItemSize = 8 << 20

  /// Why scanning stopped.
  private(set) var problem: ContentProblem?
  /// Fields beside `result`.
  private(set) var unknownFields: [String] = []

  private let acceptsBareArray: Bool
  private var state = State.start
  private var line = 1
  private var byteCount = 0
  private var isResult = false
  private var hasResult = false
  private var isBareArray = false
  private var nextIndex = 0
  private var itemLine = 1
  private var value = ValueNesting()
  private var grammar = JSONGrammar()
  // An array: adding a byte to Data costs some fifty times as much.
  private var buffer: [UInt8] = []

  private enum State {
    case start, mark, lastOfMark
    case keyOrEnd, key, inKey, colon, value, skipping, afterMember
    case itemOrEnd, item, inItem, afterItem
    case end
  }

  init(acceptsBareArray: Bool) {
    self.acceptsBareArray = acceptsBareArray
  }

  /// The items that end in `bytes`, the next piece of the document.
  mutating func scan(_ bytes: Data) -> [Item] {
    var items: [Item] = []
    bytes.withUnsafeBytes { bytes in
      for byte in bytes {
        guard problem == nil else { break }
        if let item = step(byte) { items.append(item) }
        byteCount += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
      }
    }
    return items
  }

  /// Ends the document.
  mutating func finish() {
    switch state {
    case .end:
      if !isBareArray && !hasResult {
        problem = ContentProblem(pointer: "/result", expected: .resultArray, found: .nothing)
      }
    case .start: stop(expected: .items, found: .emptyFile, line: nil)
    case .inItem:
      problem = ContentProblem(
        pointer: pointer, expected: .json, found: .endOfFile, line: line)
    default: stop(expected: .json, found: .endOfFile, line: line)
    }
  }

  // MARK: - One byte

  private mutating func step(_ byte: UInt8) -> Item? {
    switch state {
    case .inItem: return stepInItem(byte)
    case .inKey: stepInKey(byte)
    case .skipping: stepSkipping(byte)
    default:
      if !byte.isWhiteSpace { stepBetween(byte) }
    }
    return nil
  }

  /// A byte of the frame.
  private mutating func stepBetween(_ byte: UInt8) {
    switch (state, byte) {
    // A byte-order mark: three bytes, the first of the document.
    case (.start, 0xEF) where byteCount == 0: state = .mark
    case (.mark, 0xBB) where byteCount == 1: state = .lastOfMark
    case (.lastOfMark, 0xBF) where byteCount == 2: state = .start
    case (.start, UInt8(ascii: "{")): state = .keyOrEnd
    case (.start, UInt8(ascii: "[")) where acceptsBareArray:
      isBareArray = true
      state = .itemOrEnd
    case (.start, 0xFE), (.start, 0xFF): stop(expected: .utf8, found: .utf16)
    case (.start, _): stop(expected: .items, found: Self.finding(byte))

    case (.keyOrEnd, UInt8(ascii: "}")): state = .end
    case (.keyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
      state = .inKey
      value = ValueNesting()
      grammar = JSONGrammar()
      buffer.removeAll(keepingCapacity: true)
      _ = grammar.consume(byte)
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.value, UInt8(ascii: "[")) where isResult:
      hasResult = true
      state = .itemOrEnd
    case (.value, _) where isResult:
      stop(pointer: "/result", expected: .resultArray, found: Self.finding(byte))
    case (.value, _):
      state = .skipping
      value = ValueNesting()
      grammar = JSONGrammar()
      stepSkipping(byte)
    case (.afterMember, UInt8(ascii: ",")): state = .key
    case (.afterMember, UInt8(ascii: "}")): state = .end

    case (.itemOrEnd, UInt8(ascii: "]")): state = isBareArray ? .end : .afterMember
    case (.itemOrEnd, _), (.item, _): beginItem(byte)
    case (.afterItem, UInt8(ascii: ",")): state = .item
    case (.afterItem, UInt8(ascii: "]")): state = isBareArray ? .end : .afterMember

    default: stop(expected: .json, found: Self.finding(byte))
    }
  }

  private mutating func beginItem(_ byte: UInt8) {
    guard byte != UInt8(ascii: ","), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else {
      return stop(pointer: pointer, expected: .json, found: Self.finding(byte))
    }
    state = .inItem
    itemLine = line
    value = ValueNesting()
    buffer.removeAll(keepingCapacity: true)
    _ = stepInItem(byte)
  }

  private mutating func stepInItem(_ byte: UInt8) -> Item? {
    switch value.consume(byte) {
    case .continues:
      buffer.append(byte)
      if buffer.count > Self.maximumItemSize {
        stop(
          pointer: pointer, expected: .itemWithin(bytes: Self.maximumItemSize), found: .moreBytes)
      }
      return nil
    case .endsHere:
      buffer.append(byte)
      return endItem()
    case .endedBefore:
      let item = endItem()
      if !byte.isWhiteSpace { stepBetween(byte) }
      return item
    }
  }

  private mutating func endItem() -> Item {
    let item = Item(pointer: pointer, line: itemLine, bytes: buffer)
    nextIndex += 1
    state = .afterItem
    return item
  }

  private mutating func stepInKey(_ byte: UInt8) {
    guard grammar.consume(byte) else { return stopBesideResult(at: byte) }
    guard value.consumeInText(byte) else {
      let name = Self.name(buffer)
      isResult = name == "result"
      if isResult && hasResult {
        return stop(pointer: "/result", expected: .resultArray, found: .malformed("a second one"))
      }
      if !isResult { unknownFields.append(name) }
      state = .colon
      return
    }
    buffer.append(byte)
    if buffer.count > Self.maximumItemSize { stop(expected: .json, found: .moreBytes) }
  }

  private mutating func stepSkipping(_ byte: UInt8) {
    switch value.consume(byte) {
    case .continues:
      if !grammar.consume(byte) { stopBesideResult(at: byte) }
    case .endsHere:
      guard grammar.consume(byte), grammar.isComplete else { return stopBesideResult(at: byte) }
      state = .afterMember
    case .endedBefore:
      guard grammar.isComplete else { return stopBesideResult(at: byte) }
      state = .afterMember
      if !byte.isWhiteSpace { stepBetween(byte) }
    }
  }

  private mutating func stopBesideResult(at byte: UInt8) {
    stop(expected: byte < 0x80 ? .json : .utf8, found: Self.finding(byte))
  }

  /// The name written as `bytes`, which may have escapes.
  private static func name(_ bytes: [UInt8]) -> String {
    let quotationMark = [UInt8(ascii: "\"")]
    return
      (try? JSONDecoder().decode(
        String.self, from: Data(quotationMark + bytes + quotationMark)))
      ?? String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Reporting

  private var pointer: String {
    (isBareArray ? "/" : "/result/") + String(nextIndex)
  }

  private mutating func stop(
    pointer: String = "", expected: ContentProblem.Expectation, found: ContentProblem.Finding
  ) {
    problem = ContentProblem(pointer: pointer, expected: expected, found: found, line: line)
  }

  private mutating func stop(
    expected: ContentProblem.Expectation, found: ContentProblem.Finding, line: Int?
  ) {
    problem = ContentProblem(pointer: "", expected: expected, found: found, line: line)
  }

  static func finding(_ byte: UInt8) -> ContentProblem.Finding {
    switch byte {
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    case 0x21...0x7E: .malformed("\"\(Character(Unicode.Scalar(byte)))\"")
    default: .byte(byte)
    }
  }
}
