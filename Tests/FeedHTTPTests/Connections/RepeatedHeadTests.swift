import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import TestSupport
import Testing

@testable import FeedHTTP

/// Requests that are known by their bytes, and bytes that only look like them.
@Suite struct RepeatedHeadTests {
  private static let screen = TestedPipeline.screen

  private static func bytes(_ text: String) -> ByteBuffer { ByteBuffer(string: text) }

  /// A connection on which the screen is known by its bytes.
  private static func pipeline(limits: ServerLimits = ServerLimits()) throws -> TestedPipeline {
    let pipeline = try TestedPipeline(limits: limits)
    for _ in 0..<2 { #expect(try pipeline.send(screen).hasPrefix("HTTP/1.1 200 OK\r\n")) }
    try #require(pipeline.known(bytes(screen)) != nil)
    return pipeline
  }

  @Test func aHeadIsKnownWhenItWasSentTwice() throws {
    let pipeline = try TestedPipeline()
    let first = try pipeline.send(Self.screen)
    #expect(pipeline.known(Self.bytes(Self.screen)) == nil)
    let second = try pipeline.send(Self.screen)
    let request = try #require(pipeline.known(Self.bytes(Self.screen)))
    #expect(request.target == TestedPipeline.target && !request.isHead)
    let third = try pipeline.send(Self.screen)
    #expect(first.hasSuffix("\r\n\r\nstate 0"))
    #expect(second == first && third == first)
    #expect(pipeline.passedOn.isEmpty)
  }

  /// Bytes that are known are not decoded: they are what is noted for them.
  @Test func aKnownHeadIsNotDecoded() throws {
    let pipeline = try Self.pipeline()
    let head = HTTPRequestHead(
      version: .http1_1, method: .HEAD, uri: TestedPipeline.target, headers: ["Host": "a"])
    let bytes = Self.bytes(Self.screen)
    pipeline.heads.note(bytes, hash: bytes.hashValue, ReceivedHead(head))
    let answer = try pipeline.send(Self.screen)
    #expect(answer.contains("\r\nContent-Length: 7\r\n") && answer.hasSuffix("\r\n\r\n"))
  }

  @Test func aKnownHeadGetsWhatIsInService() throws {
    let pipeline = try Self.pipeline()
    pipeline.state.increment()
    #expect(try pipeline.send(Self.screen).hasSuffix("\r\n\r\nstate 1"))
    #expect(try pipeline.send(Self.screen).hasSuffix("\r\n\r\nstate 1"))
  }

  @Test func aKnownHeadBeyondItsRateGoesToTheApplication() throws {
    var limits = ServerLimits()
    limits.readsPerSecond = 2
    let pipeline = try Self.pipeline(limits: limits)
    #expect(try pipeline.send(Self.screen) == "")
    #expect(pipeline.passedOn.map(\.path) == [TestedPipeline.target])
    // It was tried once.
    #expect(pipeline.reuses.value == 2)
    pipeline.clock.advance(by: .seconds(1))
    let answers = try pipeline.answer() + pipeline.send(Self.screen)
    #expect(answers.hasPrefix("HTTP/1.1 202 Accepted\r\n") && answers.hasSuffix("state 0"))
  }

  // MARK: - Bytes that only look like a request

  /// Reads before that of the known bytes, after which these are no request of their own.
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
  func knownBytesWhereNoRequestBeginsAreDecoded(before: String) throws {
    let pipeline = try Self.pipeline()
    try pipeline.send(before)
    let answers = try pipeline.send(Self.screen)
    #expect(!answers.contains("200 OK"), "\(before) \(answers)")
  }

  /// A request may be answered before its body has arrived.
  @Test func knownBytesAreTheBodyOfARequestThatIsAnsweredAlready() throws {
    let pipeline = try Self.pipeline()
    try pipeline.send("POST /nope HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n")
    #expect(try pipeline.answer().hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    #expect(try pipeline.send(Self.screen) == "")
  }

  @Test func aKnownHeadBehindAnotherRequestWaitsForItsAnswer() throws {
    let pipeline = try Self.pipeline()
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
  func malformedBytesBehindARequestAreNotKeptAndEndTheConnection(rest: String) throws {
    let pipeline = try Self.pipeline()
    let bytes = Self.bytes(Self.screen + rest)
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: TestedPipeline.target)
    // It was seen before.
    pipeline.heads.note(bytes, hash: bytes.hashValue, ReceivedHead(head))
    try pipeline.holdWrites()
    try pipeline.send(Self.screen + rest)
    #expect(pipeline.known(bytes) == nil)
    #expect(pipeline.heldText.contains("200 OK") && pipeline.heldText.contains("400 Bad Request"))
    let sent = pipeline.heldText
    try pipeline.send(Self.screen)
    #expect(pipeline.heldText == sent)
  }

  /// A request that arrives after the server was told to stop is not answered any more.
  @Test func nothingBeginsAfterAStop() throws {
    let pipeline = try Self.pipeline()
    #expect(try pipeline.send("GET /nope HTTP/1.1\r\nHost: a\r\n\r\n") == "")
    pipeline.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    #expect(try pipeline.send(Self.screen) == "")
    #expect(try pipeline.answer().hasPrefix("HTTP/1.1 202 Accepted\r\n"))
    #expect(try pipeline.send(Self.screen) == "")
    #expect(pipeline.passedOn.count == 1)
  }

  // MARK: - Heads that are not kept

  @Test(arguments: [
    // Two requests in one read.
    [screen + screen],
    // A request in two reads.
    ["GET \(TestedPipeline.target) HTTP/1.1\r\n", "Host: a\r\n\r\n"],
    // The beginning of the next one.
    [screen + "G", "ET \(TestedPipeline.target) HTTP/1.1\r\nHost: a\r\n\r\n"],
    // Others than those answered from memory.
    ["GET \(TestedPipeline.target) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n"],
    ["GET /nope HTTP/1.1\r\nHost: a\r\n\r\n"],
  ])
  func otherReadsAreNotKept(reads: [String]) throws {
    let pipeline = try TestedPipeline()
    for _ in 0..<4 {
      for read in reads { try pipeline.send(read) }
      if !pipeline.passedOn.isEmpty { _ = try pipeline.answer() }
      for read in reads { #expect(pipeline.known(Self.bytes(read)) == nil) }
    }
  }

  @Test(arguments: [0, 1])
  func aLargeHeadIsNotKept(excess: Int) throws {
    let start = "GET \(TestedPipeline.target) HTTP/1.1\r\nHost: a\r\nX-A: "
    let size = RepeatedHeads.maximumHeadSize + excess - start.utf8.count - 4
    let head = start + String(repeating: "a", count: size) + "\r\n\r\n"
    let pipeline = try TestedPipeline()
    for _ in 0..<2 { #expect(try pipeline.send(head).hasSuffix("state 0")) }
    #expect((pipeline.known(Self.bytes(head)) == nil) == (excess > 0))
  }

  @Test func headsWithOneHashAreToldApart() {
    var heads = RepeatedHeads()
    let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    for _ in 0..<2 {
      heads.note(Self.bytes("a"), hash: 7, ReceivedHead(request))
    }
    #expect(heads.request(Self.bytes("a"), hash: 7) != nil)
    #expect(heads.request(Self.bytes("b"), hash: 7) == nil)
  }

  /// Heads that are sent once do not replace those that come again, and these replace each other.
  @Test func theMemoryIsBounded() {
    var heads = RepeatedHeads()
    let request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    func note(_ number: Int) {
      heads.note(
        Self.bytes("\(number)"), hash: number, ReceivedHead(request))
    }
    func isKnown(_ number: Int) -> Bool {
      heads.request(Self.bytes("\(number)"), hash: number) != nil
    }
    for number in [7, 7] { note(number) }
    for number in 8..<10_000 { note(number) }
    #expect(isKnown(7) && !isKnown(7 + RepeatedHeads.maximumCount))
    for number in [7, 7].map({ $0 + RepeatedHeads.maximumCount }) { note(number) }
    #expect(!isKnown(7) && isKnown(7 + RepeatedHeads.maximumCount))
  }
}
