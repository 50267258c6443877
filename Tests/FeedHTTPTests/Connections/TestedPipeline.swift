import FeedStore
import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import FeedHTTP

/// A connection without a socket. One document is in memory; the requests that it does not answer are kept.
final class TestedPipeline {
  static let target = "/v1/feeds/home"
  /// A request for the document.
  static let screen = "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n"

  let channel = EmbeddedChannel()
  let clock = TestClock(Timestamp(millisecondsSince1970: 0))
  /// The state of the content, which is the document's body as well.
  let state = Counter()
  let finished: FinishedAnswers
  private let application = Application()
  private let held = HeldWrites()

  init(limits: ServerLimits = ServerLimits()) throws {
    var configuration = HTTPConfiguration(host: "", port: 0, clock: clock, makeRequestID: { "id" })
    configuration.limits = limits
    let finished = FinishedAnswers(in: SharedCache())
    self.finished = finished
    let pipeline = RequestPipeline(
      configuration, routes: [], finished: finished,
      identify: { request, context, next in try await next(request, context) },
      describe: { error, _ in Problem.notFound("\(error)") }, metrics: ServerMetrics(),
      budget: MemoryBudget(maximum: 1 << 20), logger: Logger(label: "test"))
    Self.keep(state, in: finished)
    channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 1)
    try Connections(pipeline).addHandlers(to: channel, ConnectionLink(channel))
    try channel.pipeline.syncOperations.addHandler(application)
    channel.pipeline.fireChannelActive()
  }

  deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

  private static func keep(_ state: Counter, in finished: FinishedAnswers) {
    var context = FeedRequestContext.withoutConnection
    context.match = RouteTable([
      Route(.get, target, operations: { _ in [] }) { _, _ in Response(status: .ok) }
    ])
    .match(target)
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: target),
      body: RequestBody(buffer: ByteBuffer()))
    finished.keep(for: request, context, state: { state.value }) {
      let document = PublishedDocument(bytes: Array("state \(state.value)".utf8))
      // An event loop makes no coding itself.
      _ = document.representation(in: .identity)
      return DocumentAnswer(document, freshness: .none)
    }
  }

  /// The requests that the application was given.
  var passedOn: [HTTPRequest] { application.requests }

  /// Sends `text` as one read.
  ///
  /// - Returns: the bytes of the responses.
  @discardableResult
  func send(_ text: String) throws -> String {
    try channel.writeInbound(ByteBuffer(string: text))
    return try received()
  }

  /// The application answers the first request that it was given.
  func answer() throws -> String {
    let head = HTTPResponse(status: .accepted, headerFields: [.contentLength: "0"])
    channel.pipeline.syncOperations.write(NIOAny(HTTPResponsePart.head(head)), promise: nil)
    channel.pipeline.syncOperations.writeAndFlush(NIOAny(HTTPResponsePart.end(nil)), promise: nil)
    return try received()
  }

  /// From here on, nothing that is written is sent.
  func holdWrites() throws {
    try channel.pipeline.syncOperations.addHandler(held, position: .first)
  }

  /// The bytes that are written and not sent.
  var heldText: String { held.text }

  private func received() throws -> String {
    var text = ""
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
      text += String(buffer: bytes)
    }
    return text
  }
}

extension FeedRequestContext {
  /// That of a request without a connection.
  static var withoutConnection: FeedRequestContext {
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    return FeedRequestContext(of: ReceivedHead(head), on: nil, from: nil) { "id" }
  }
}

/// A number that a test counts up.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.wrappingAdd(1, ordering: .relaxed) }
}

/// Keeps the requests that it is given.
private final class Application: ChannelInboundHandler {
  typealias InboundIn = HTTPRequestPart

  private(set) var requests: [HTTPRequest] = []

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let request) = unwrapInboundIn(data) { requests.append(request) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

/// Keeps what is written.
private final class HeldWrites: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  private(set) var text = ""
  private var promises: [EventLoopPromise<Void>] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    text += String(buffer: unwrapOutboundIn(data))
    if let promise { promises.append(promise) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    for promise in promises { promise.fail(ChannelError.ioOnClosedChannel) }
    promises = []
  }
}
