/// The limit of one item of a document, whatever it is written in.
public enum ItemSize {
  /// The largest item, in bytes. Anything longer is a quotation mark that was never closed.
  public static let maximum = 8 << 20
}

/// One item of a document that arrives in pieces: its place, and its bytes in the scanner's buffer.
struct ScannedItem {
  let pointer: String
  /// The 1-based line it begins on.
  let line: Int
  let bytes: Range<Int>
}

/// Finds where each item of a list begins and ends.
///
/// It reads the outer structure of the document, `{"result":[…]}`, and checks what stands beside
/// it. An item is read by the tokenizer at once; only one that is broken, or that a piece of the
/// document ends within, is followed by its brackets, so that it does not hide the problems of the
/// next.
struct ItemScanner {
  /// Why scanning stopped.
  private(set) var problem: DocumentProblem?
  /// Fields beside `result`.
  private(set) var unknownFields: [String] = []
  /// The bytes not scanned yet, and the last item found.
  private(set) var buffer: [UInt8] = []

  private let acceptsBareArray: Bool
  private var state = State.start
  /// How much of the buffer has been scanned.
  private var position = 0
  /// Where in the buffer the key or item begins that is being scanned.
  private var start = 0
  /// The line of `position`.
  private var line = 1
  /// How much of the document has left the buffer.
  private var dropped = 0
  private var skipsScalar = false
  private var isResult = false
  private var names: Set<ExactText> = []
  private var hasResult = false
  private var isBareArray = false
  private var nextIndex = 0
  private var itemLine = 1
  private var nesting = JSONNesting()
  private var skipper = JSONTokenizer(keepsTokens: false)

  private enum State {
    case start, mark
    case keyOrEnd, key, inKey, colon, value, skipping, skippedScalar, afterMember
    case itemOrEnd, item, inItem, inScalarItem, afterItem
    case end
  }

  init(acceptsBareArray: Bool) {
    self.acceptsBareArray = acceptsBareArray
  }

  /// Adds the next piece of the document.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    let isWithinToken = state == .inKey || state == .inItem || state == .inScalarItem
    let scanned = isWithinToken ? start : position
    buffer.removeSubrange(..<scanned)
    position -= scanned
    start -= scanned
    dropped += scanned
    buffer.append(contentsOf: bytes)
  }

  /// The next item, read into `tokenizer` if it is sound; `nil` if that takes more bytes, or scanning
  /// stopped.
  mutating func next(
    _ tokenizer: inout JSONTokenizer
  ) -> (item: ScannedItem, failure: JSONTokenizer.Failure?)? {
    while problem == nil, position < buffer.count {
      switch state {
      case .inKey:
        guard scanKey() else { return nil }
      case .skipping:
        guard skip() else { return nil }
      case .inItem, .inScalarItem:
        guard let item = scanItem() else { return nil }
        return (item, tokenizer.failure(in: buffer, item.bytes))
      default:
        let byte = buffer[position]
        if byte == UInt8(ascii: "{"), state == .item || state == .itemOrEnd,
          let item = readItem(&tokenizer)
        {
          return (item, nil)
        }
        if byte.isWhiteSpace { pass(byte) } else { step(byte) }
      }
    }
    return nil
  }

  /// Ends the document.
  mutating func finish() {
    switch state {
    case .end:
      if !isBareArray && !hasResult {
        problem = DocumentProblem(pointer: "/result", expected: .resultArray, found: .nothing)
      }
    case .start: problem = DocumentProblem(pointer: "", expected: .items, found: .emptyFile)
    case .inItem, .inScalarItem: stop(pointer: pointer, expected: .json, found: .endOfFile)
    default: stop(expected: .json, found: .endOfFile)
    }
  }

  // MARK: - The frame

  private mutating func pass(_ byte: UInt8) {
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    if state == .skippedScalar { state = .afterMember }
  }

  /// A byte of the frame that is no white space.
  private mutating func step(_ byte: UInt8) {
    switch (state, byte) {
    // A byte-order mark: three bytes, the first of the document.
    case (.start, 0xEF) where dropped + position == 0: state = .mark
    case (.mark, 0xBB) where dropped + position == 1: break
    case (.mark, 0xBF) where dropped + position == 2: state = .start
    case (.start, UInt8(ascii: "{")): state = .keyOrEnd
    case (.start, UInt8(ascii: "[")) where acceptsBareArray:
      isBareArray = true
      state = .itemOrEnd
    case (.start, 0xFE), (.start, 0xFF), (.start, 0),
      (.keyOrEnd, 0) where dropped + position == 1, (.itemOrEnd, 0) where dropped + position == 1:
      return stop(expected: .utf8, found: .encoding("UTF-16"))
    case (.start, _): return stop(expected: .items, found: .unexpected(byte))

    case (.keyOrEnd, UInt8(ascii: "}")): state = .end
    case (.keyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
      state = .inKey
      start = position
      return
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.value, UInt8(ascii: "[")) where isResult:
      hasResult = true
      state = .itemOrEnd
    case (.value, _) where isResult:
      return stop(pointer: "/result", expected: .resultArray, found: .unexpected(byte))
    case (.value, _):
      state = .skipping
      skipsScalar = !Self.isDelimited(byte)
      skipper.reset()
      return
    case (.skippedScalar, 0x80...): return stop(expected: .utf8, found: .unexpected(byte))
    case (.afterMember, UInt8(ascii: ",")), (.skippedScalar, UInt8(ascii: ",")): state = .key
    case (.afterMember, UInt8(ascii: "}")), (.skippedScalar, UInt8(ascii: "}")): state = .end

    case (.itemOrEnd, UInt8(ascii: "]")), (.afterItem, UInt8(ascii: "]")):
      state = isBareArray ? .end : .afterMember
    case (.itemOrEnd, _), (.item, _): return beginItem(byte)
    case (.afterItem, UInt8(ascii: ",")): state = .item

    default: return stop(expected: .json, found: .unexpected(byte))
    }
    position += 1
  }

  /// Takes a name beside `result`, or that itself; `false` if more bytes are needed.
  private mutating func scanKey() -> Bool {
    let scan = buffer.withUnsafeBufferPointer { JSONScan.text($0, from: start) }
    let content = (scan.wrong ?? scan.end.map { $0 - 1 } ?? buffer.count) - start - 1
    if content > ItemSize.maximum {
      stop(expected: .json, found: .moreBytes)
    } else if let wrong = scan.wrong {
      stopBesideResult(at: wrong)
    } else if let end = scan.end {
      position = end
      endKey(hasEscapes: scan.hasEscapes)
    } else {
      return false
    }
    return true
  }

  private mutating func endKey(hasEscapes: Bool) {
    let token = JSONToken(
      kind: .text, hasEscapes: hasEscapes, start: 0, end: position - start, next: 1)
    let name = JSONTree(text: Array(buffer[start..<position]), tokens: [token]).nameText
    isResult = name == "result"
    guard names.insert(name.exact).inserted else {
      return stop(
        pointer: "/" + name.escapedForPointer, expected: .words("a unique name"),
        found: .malformed("a duplicate"))
    }
    if !isResult { unknownFields.append(name) }
    state = .colon
  }

  /// Reads on in a value beside `result`; `false` if more bytes are needed.
  private mutating func skip() -> Bool {
    let lines = skipper.newlineCount
    let progress = buffer.withUnsafeBufferPointer {
      skipper.run($0, from: position, isLast: false)
    }
    line += skipper.newlineCount - lines
    switch progress {
    case .ended(let end):
      position = end
      state = skipsScalar ? .skippedScalar : .afterMember
    case .wrong(let index): stopBesideResult(at: index)
    case .unfinished(let index):
      position = index
      return false
    }
    return true
  }

  private mutating func stopBesideResult(at index: Int) {
    let byte = buffer[index]
    stop(expected: byte < 0x80 ? .json : .utf8, found: .unexpected(byte))
  }

  // MARK: - Items

  /// The item that begins here, if all of it has arrived and it is sound.
  private mutating func readItem(_ tokenizer: inout JSONTokenizer) -> ScannedItem? {
    tokenizer.reset()
    let progress = buffer.withUnsafeBufferPointer {
      tokenizer.run($0, from: position, isLast: false)
    }
    guard case .ended(let end) = progress, end - position <= ItemSize.maximum + 1 else {
      return nil
    }
    itemLine = line
    start = position
    line += tokenizer.newlineCount
    return endItem(before: end)
  }

  private mutating func beginItem(_ byte: UInt8) {
    guard byte != UInt8(ascii: ","), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else {
      return stop(pointer: pointer, expected: .json, found: .unexpected(byte))
    }
    state = Self.isDelimited(byte) ? .inItem : .inScalarItem
    itemLine = line
    start = position
    nesting = JSONNesting()
  }

  /// Follows an item to its end; `nil` if more bytes are needed, or it is too large.
  private mutating func scanItem() -> ScannedItem? {
    let limit = min(buffer.count, start + ItemSize.maximum + 1)
    let end = buffer.withUnsafeBufferPointer { bytes -> Int? in
      if state == .inItem {
        return nesting.leave(1...Int.max, in: bytes, from: position, to: limit).map { $0 + 1 }
      }
      return (position..<limit).first { Self.endsScalar(bytes[$0]) }
    }
    // The last byte of too much has a line of its own.
    let isTooLarge = end == nil && limit - start > ItemSize.maximum
    let passed = position..<(end ?? (isTooLarge ? limit - 1 : limit))
    line += buffer[passed].count { $0 == UInt8(ascii: "\n") }
    position = passed.upperBound
    if isTooLarge {
      stop(pointer: pointer, expected: .itemWithin(bytes: ItemSize.maximum), found: .moreBytes)
    }
    return end.map { endItem(before: $0) }
  }

  private mutating func endItem(before end: Int) -> ScannedItem {
    position = end
    let item = ScannedItem(pointer: pointer, line: itemLine, bytes: start..<end)
    nextIndex += 1
    state = .afterItem
    return item
  }

  /// Whether a value that begins with `byte` says itself where it ends.
  private static func isDelimited(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte.isWhiteSpace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}")
  }

  // MARK: - Reporting

  private var pointer: String {
    (isBareArray ? "/" : "/result/") + String(nextIndex)
  }

  private mutating func stop(
    pointer: String = "", expected: DocumentProblem.Expectation, found: DocumentProblem.Finding
  ) {
    problem = DocumentProblem(pointer: pointer, expected: expected, found: found, line: line)
  }
}
