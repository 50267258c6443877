import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import FeedHTTP

/// Requests that are answered from memory, and bytes that only look like them.
@Suite struct MemoryAnswerTests {
  private static let screen = TestedPipeline.screen

  @Test func aHeadIsAnsweredWithWhatIsInService() throws {
    let pipeline = try TestedPipeline()
    let first = try pipeline.send(Self.screen)
    #expect(first.hasPrefix("HTTP/1.1 200 OK\r\n") && first.hasSuffix("\r\n\r\nstate 0"))
    #expect(try pipeline.send(Self.screen) == first)
    #expect(pipeline.finished.reuseCount == 1)
    pipeline.state.increment()
    #expect(try pipeline.send(Self.screen).hasSuffix("\r\n\r\nstate 1"))
    #expect(pipeline.passedOn.isEmpty)
  }

  /// Whatever else the head has, the response is made once.
  @Test func anyHeadGetsTheResponseThatWasMade() throws {
    let pipeline = try TestedPipeline()
    for number in 0..<10 {
      let head = "GET \(TestedPipeline.target) HTTP/1.1\r\nHost: a\r\nX-A: \(number)\r\n\r\n"
      #expect(try pipeline.send(head).hasSuffix("\r\n\r\nstate 0"))
    }
    #expect(pipeline.finished.reuseCount == 9)
  }

  @Test func aHeadBeyondItsRateGoesToTheApplication() throws {
    var limits = ServerLimits()
    limits.readsPerSecond = 2
    let pipeline = try TestedPipeline(limits: limits)
    for _ in 0..<2 { #expect(try pipeline.send(Self.screen).hasSuffix("state 0")) }
    #expect(try pipeline.send(Self.screen) == "")
    #expect(pipeline.passedOn.map(\.path) == [TestedPipeline.target])
    // It was tried once.
    #expect(pipeline.finished.reuseCount == 2)
    pipeline.clock.advance(by: .seconds(1))
    let answers = try pipeline.answer() + pipeline.send(Self.screen)
    #expect(answers.hasPrefix("HTTP/1.1 202 Accepted\r\n") && answers.hasSuffix("state 0"))
  }

  // MARK: - Bytes that only look like a request

  /// Reads before that of the bytes of a request, after which these are none.
  @Test(arguments: [
    // The body of a request.
    "POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: \(screen.utf8.count)\r\n\r\n",
    // A body that is longer, in parts that end with an empty line.
    "POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n\r\n\r\n",
    // The size of a chunk.
    "POST /nope HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    // The rest of a line, of a field, of a method, and more than a head that is not finished.
    "GET ", "GET /nope HTTP/1.1\r\nX-A: ", screen + "GET", "GET /nope HTTP/1.1\r\nX-A: b\r\n",
    // Bytes after the last request.
    "GET \(TestedPipeline.target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "GET \(TestedPipeline.target) HTTP/1.0\r\n\r\n",
    // Bytes after some that are not a request.
    "nope\r\n\r\n", "GET /nope HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    // A request before, which is not answered.
    "GET /nope HTTP/1.1\r\nHost: a\r\n\r\n",
  ])
  func bytesOfARequestWhereNoneBeginsAreNotAnswered(before: String) throws {
    let pipeline = try TestedPipeline()
    try pipeline.send(before)
    let answers = try pipeline.send(Self.screen)
    #expect(!answers.contains("200 OK"), "\(before) \(answers)")
  }

  /// A request may be answered before its body has arrived.
  @Test func bytesOfARequestAreTheBodyOfOneThatIsAnsweredAlready() throws {
    let pipeline = try TestedPipeline()
    try pipeline.send("POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n")
    #expect(try pipeline.answer().hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    #expect(try pipeline.send(Self.screen) == "")
  }

  @Test func aHeadBehindAnotherRequestWaitsForItsAnswer() throws {
    let pipeline = try TestedPipeline()
    #expect(try pipeline.send("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n") == "")
    #expect(try pipeline.send(Self.screen) == "")
    let answers = try pipeline.answer()
    #expect(answers.hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    #expect(answers.contains("HTTP/1.1 200 OK\r\n"))
  }

  /// Bytes behind a request that are not one, while its answer is being sent.
  @Test(arguments: [
    "nope\r\n\r\n", "GET /x#f HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
  ])
  func malformedBytesBehindARequestEndTheConnection(rest: String) throws {
    let pipeline = try TestedPipeline()
    try pipeline.holdWrites()
    try pipeline.send(Self.screen + rest)
    #expect(pipeline.heldText.contains("200 OK") && pipeline.heldText.contains("400 Bad Request"))
    let sent = pipeline.heldText
    try pipeline.send(Self.screen)
    #expect(pipeline.heldText == sent)
  }

  /// A request that arrives after the server was told to stop is not answered any more.
  @Test func nothingBeginsAfterAStop() throws {
    let pipeline = try TestedPipeline()
    #expect(try pipeline.send("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n") == "")
    pipeline.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(try pipeline.send(Self.screen) == "")
    #expect(try pipeline.answer().hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    #expect(try pipeline.send(Self.screen) == "")
    #expect(pipeline.passedOn.count == 1)
  }
}
