import Testing

@testable import tanada

/// Bytes as lines, however they come.
@Suite struct LineSplitterTests {
  private func lines(
    _ text: String, inPiecesOf count: Int, upTo maximumLength: Int = 8
  ) -> [LineSplitter.Line] {
    var splitter = LineSplitter(maximumLength: maximumLength)
    var rest = Array(text.utf8)[...]
    var lines: [LineSplitter.Line] = []
    while !rest.isEmpty {
      lines += splitter.add(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if let last = splitter.finish() { lines.append(last) }
    return lines
  }

  @Test(arguments: [1, 2, 3, 7, 100]) func linesAreTheSameInPiecesOfAnySize(count: Int) {
    let text = "one\n\n two\r\n \t\r\n12345678\n123456789\nthree\n1234567890123456789012345\nlast"
    let expected: [LineSplitter.Line] = [
      .text(Array("one".utf8)), .text(Array(" two\r".utf8)), .text(Array("12345678".utf8)),
      .tooLong, .text(Array("three".utf8)), .tooLong, .text(Array("last".utf8)),
    ]
    #expect(lines(text, inPiecesOf: count) == expected)
  }

  @Test func aLongLineIsNotKept() {
    var splitter = LineSplitter(maximumLength: 8)
    for _ in 0..<1_000 { #expect(splitter.add(Array(repeating: 0x61, count: 1_000)).isEmpty) }
    #expect(MemoryLayout.size(ofValue: splitter) < 100)
    #expect(splitter.add([0x0A, 0x62, 0x0A]) == [.tooLong, .text([0x62])])
    #expect(splitter.finish() == nil)
  }
}
