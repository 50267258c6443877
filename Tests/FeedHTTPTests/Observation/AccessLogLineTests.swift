import FeedModel
import HTTPTypes
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import FeedHTTP

/// A line of the access log, which people read in terminals.
struct AccessLogLineTests {
  @Test func noTargetControlsATerminal() throws {
    let lines = Mutex<[[UInt8]]>([])
    let log = AccessLog(clock: TestClock(Timestamp(millisecondsSince1970: 0))) { line in
      lines.withLock { $0.append(line) }
    }
    log.note(
      ObservedAnswer(
        head: ReceivedHead(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")),
        target: "/a\u{9B}2J\u{202E}b駅?limit=\u{2028}", requestID: "r", client: nil,
        status: .notFound, start: Uptime(nanoseconds: 0)),
      sent: 0, isAborted: false, duration: .zero)
    let line = try #require(lines.withLock { $0.first })
    #expect(
      try JSONValue.parse(line)["path"].text == #"/a\u{9B}2J\u{202E}b駅?limit=\u{2028}"#)
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    #expect(scalars.filter { [0x9B, 0x202E, 0x2028].contains($0.value) }.isEmpty)
  }
}
