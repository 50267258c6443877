import Logging
import Synchronization
import Testing

@testable import tanada

/// What others have written does not control the terminal of those who read it.
struct TerminalTests {
  @Test func dataIsEscapedForATerminalOnly() {
    let data = Array("{\"a\":\"\u{9B}2J\u{202E}駅\u{1B}[31m\"}\n1,\u{7}\r\nb\tc\rd\n".utf8)
    #expect(Console.shown(data, isTerminal: false) == data)
    #expect(
      String(decoding: Console.shown(data, isTerminal: true), as: UTF8.self)
        == #"{"a":"\u{9B}2J\u{202E}駅\u{1B}[31m"}"# + "\n1,\\u{7}\r\nb\tc\\u{D}d\n")
    // Bytes that are no text do no harm either.
    #expect(Console.shown([0xFF, 0x1B, 0x9B], isTerminal: true).allSatisfy { $0 != 0x1B })
  }

  @Test func anEntryOfTheLogIsOneLine() {
    let written = Written()
    let stream = LogStream { bytes in written.add(bytes) }
    let logger = Logger(label: "tanada") { StreamLogHandler(label: $0, stream: stream) }
    logger.error(
      "release\r\npublished", metadata: ["release": "1 a\nb\u{202E}c\u{1B}[2J", "n": ["\n"]])
    let text = written.text
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(text.hasSuffix("\n") && text.contains(#"a\u{A}b\u{202E}c\u{1B}[2J"#))
    #expect(text.contains(#"release\u{D}\u{A}published"#))
  }

  /// What has been written to a stream.
  private final class Written: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    func add(_ added: [UInt8]) { bytes.withLock { $0 += added } }
  }
}
