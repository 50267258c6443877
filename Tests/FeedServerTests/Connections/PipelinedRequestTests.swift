import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import FeedServer

/// Requests of a connection that come before earlier ones are answered.
struct PipelinedRequestTests {
  private let channel = EmbeddedChannel(handler: PipelinedRequestHandler())

  private func receive(_ path: String) throws {
    let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: path)
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
  }

  private func answer() throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
  }

  /// The paths of the requests that were passed on since.
  private func begun() throws -> [String?] {
    var paths: [String?] = []
    while let part = try channel.readInbound(as: HTTPRequestPart.self) {
      if case .head(let head) = part { paths.append(head.path) }
    }
    return paths
  }

  @Test func aRequestBeginsWhenTheOneBeforeIsAnswered() throws {
    for path in ["/1", "/2", "/3"] { try receive(path) }
    #expect(try begun() == ["/1"])
    try answer()
    #expect(try begun() == ["/2"])
    try answer()
    #expect(try begun() == ["/3"])
  }

  /// The connection is closed after the present answer: nobody would learn what became of the request.
  @Test(arguments: [true, false])
  func nothingBeginsThatIsNotAnsweredSinceTheServerStops(isHeldBefore: Bool) throws {
    try receive("/1")
    if isHeldBefore { try receive("/2") }
    channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    try receive("/3")
    #expect(try begun() == ["/1"])
    try answer()
    // One that came before the stop is answered still.
    #expect(try begun() == (isHeldBefore ? ["/2"] : []))
    try answer()
    #expect(try begun() == [])
  }
}
