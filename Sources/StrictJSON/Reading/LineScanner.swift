package import Foundation

/// Finds the lines of a document, without reading what they say. Blank lines are no items.
package struct LineScanner {
  /// Why scanning stopped.
  package private(set) var problem: ContentProblem?

  private var line: [UInt8] = []
  private var lineNumber = 1
  private var nextIndex = 0

  package init() {}

  /// The lines that end in `bytes`, the next piece of the document.
  package mutating func scan(_ bytes: Data) -> [ItemScanner.Item] {
    var items: [ItemScanner.Item] = []
    bytes.withUnsafeBytes { bytes in
      for byte in bytes where problem == nil {
        guard byte == UInt8(ascii: "\n") else {
          append(byte)
          continue
        }
        items += finish()
        lineNumber += 1
      }
    }
    return items
  }

  /// Ends the line.
  package mutating func finish() -> [ItemScanner.Item] {
    defer { line.removeAll(keepingCapacity: true) }
    // A byte-order mark says nothing in UTF-8.
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard problem == nil, !line.allSatisfy(\.isWhiteSpace) else { return [] }
    let item = ItemScanner.Item(pointer: "/\(nextIndex)", line: lineNumber, bytes: line)
    nextIndex += 1
    return [item]
  }

  private mutating func append(_ byte: UInt8) {
    line.append(byte)
    guard line.count > ItemScanner.maximumItemSize else { return }
    problem = ContentProblem(
      pointer: "/\(nextIndex)", expected: .itemWithin(bytes: ItemScanner.maximumItemSize),
      found: .moreBytes, line: lineNumber)
  }
}
