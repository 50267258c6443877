/// Finds the lines of a document. Blank lines are no items.
struct LineScanner {
  /// Why scanning stopped.
  private(set) var problem: DocumentProblem?
  /// The bytes not scanned yet, and the last line found.
  private(set) var buffer: [UInt8] = []

  /// Where in the buffer the line begins that is being scanned.
  private var start = 0
  /// How much of the buffer has been scanned.
  private var position = 0
  private var lineNumber = 1
  private var nextIndex = 0

  /// Adds the next piece of the document.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    buffer.removeSubrange(..<start)
    position -= start
    start = 0
    buffer.append(contentsOf: bytes)
  }

  /// The next line that has ended; `nil` if that takes more bytes, or scanning stopped.
  mutating func next() -> ScannedItem? {
    while problem == nil {
      let limit = min(buffer.count, start + ItemSize.maximum + 1)
      guard let end = buffer[position..<limit].firstIndex(of: UInt8(ascii: "\n")) else {
        position = limit
        if limit - start > ItemSize.maximum {
          problem = DocumentProblem(
            pointer: "/\(nextIndex)", expected: .itemWithin(bytes: ItemSize.maximum),
            found: .moreBytes, line: lineNumber)
        }
        return nil
      }
      let item = item(before: end)
      start = end + 1
      position = start
      lineNumber += 1
      if let item { return item }
    }
    return nil
  }

  /// Ends the document, and with it its last line.
  mutating func finish() -> ScannedItem? {
    problem == nil ? item(before: buffer.count) : nil
  }

  /// The line that ends before `end`, unless it is blank.
  private mutating func item(before end: Int) -> ScannedItem? {
    var bytes = start..<end
    // A byte-order mark is ignored in UTF-8.
    if lineNumber == 1, buffer[bytes].starts(with: TextEncoding.mark) {
      bytes = start + TextEncoding.mark.count..<end
    }
    guard !buffer[bytes].allSatisfy(\.isWhiteSpace) else { return nil }
    defer { nextIndex += 1 }
    return ScannedItem(pointer: "/\(nextIndex)", line: lineNumber, bytes: bytes)
  }
}
