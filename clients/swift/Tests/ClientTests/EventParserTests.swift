import Foundation
import TanadaClient
import Testing

@Suite("Server-sent events")
struct EventParserTests {
  private static let stream =
    "\u{FEFF}: hello\nretry: 250\n\nid: 1\ndata: ä😆\n\nid: 2\nevent: reset\ndata: a\ndata: b\n\n"
    + "data\n\n: beat\n\nid: 3\n\ndata:  two spaces\nid\n\ndata: without an end"

  @Test("lines end in LF, CR or CRLF, in chunks of any size", arguments: ["\n", "\r", "\r\n"])
  func readsAllEndings(_ ending: String) {
    let bytes = Array(Self.stream.replacingOccurrences(of: "\n", with: ending).utf8)
    for size in 1...bytes.count {
      var parser = EventParser()
      var events: [EventParser.Event] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += parser.read(bytes[start..<min(start + size, bytes.count)])
      }
      #expect(
        events == [
          .init(type: "message", data: "ä😆", id: "1"), .init(type: "reset", data: "a\nb", id: "2"),
          .init(type: "message", data: "", id: "2"),
          .init(type: "message", data: " two spaces", id: ""),
        ])
      #expect(parser.retry == .milliseconds(250))
    }
  }

  @Test("an id counts from the end of its event on, also without data")
  func knowsLastID() {
    var parser = EventParser(lastEventID: "0")
    _ = parser.read("id: 5\ndata: x".utf8)
    #expect(parser.lastEventID == "0")
    _ = parser.read("\n\n".utf8)
    #expect(parser.lastEventID == "5")
    _ = parser.read("id: 6\n\nid: a\0b\n\n".utf8)
    #expect(parser.lastEventID == "6")
  }

  @Test("a mark inside of the stream is text, and a wrong retry is none")
  func ignoresWrongFields() {
    var parser = EventParser()
    let events = parser.read("data: \u{FEFF}x\nretry: 1.5\nfield: y\n\n".utf8)
    #expect(events == [.init(type: "message", data: "\u{FEFF}x", id: "")])
    #expect(parser.retry == nil)
  }
}
