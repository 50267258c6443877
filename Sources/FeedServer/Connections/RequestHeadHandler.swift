import DequeModule
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Implements the requirements of HTTP on servers that the framework does not: a valid `Host` (RFC 9112,
/// section 3.2), closing connections of HTTP/1.0 (section 9.3), no chunks in answers to it (section 6.1), and
/// an answer to `Expect` (RFC 9110, section 10.1.1).
///
/// It sees requests as the decoder makes them: later, there is one authority and no version.
final class RequestHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: ConnectionHandler
  /// Whether a request was refused: nothing after it is read.
  private var isRefused = false
  /// Whether the requests whose responses have not begun are of HTTP/1.0, in their order.
  private var areOfFormerVersion: Deque<Bool> = []
  /// Whether the end of the connection is that of the response.
  private var endsWithResponse = false

  init(connection: ConnectionHandler) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    guard head.hasValidHost else {
      isRefused = true
      context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
      return
    }
    areOfFormerVersion.append(head.isOfFormerVersion)
    if head.isOfFormerVersion, !head.isKeepAlive {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    if connection.state.unanswered == 0, !head.isOfFormerVersion, head.expectsContinue {
      let interim = HTTPResponseHead(version: .http1_1, status: .continue)
      context.writeAndFlush(wrapOutboundOut(.head(interim)), promise: nil)
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head):
      // Without a request, the server answers a malformed one.
      let isOfFormerVersion = areOfFormerVersion.popFirst() ?? false
      guard isOfFormerVersion, head.lacksLength else {
        return context.write(data, promise: promise)
      }
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "connection", value: "close")
      endsWithResponse = true
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end where endsWithResponse:
      let written = promise ?? context.eventLoop.makePromise()
      written.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
      context.writeAndFlush(data, promise: written)
    case .body, .end:
      context.write(data, promise: promise)
    }
  }
}

/// Puts ``RequestHeadHandler`` behind the decoder, where other handlers cannot be put.
final class RequestHeadHandlerAdder: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias InboundOut = NIOAny

  private let connection: ConnectionHandler

  init(connection: ConnectionHandler) {
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    do {
      let pipeline = context.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(RequestHeadHandler(connection: connection), position: .before(codec))
    } catch {
      context.fireErrorCaught(error)
    }
  }
}

extension HTTPResponseHead {
  /// Whether the body ends with the connection, for clients that know no chunks. Some responses have none (RFC 9112,
  /// section 6.3).
  fileprivate var lacksLength: Bool {
    !headers.contains(name: "content-length") && status != .noContent && status != .notModified
  }
}

extension HTTPRequestHead {
  /// Whether there is one `Host`, or none in HTTP/1.0, with a host and perhaps a port.
  fileprivate var hasValidHost: Bool {
    let hosts = headers[canonicalForm: "host"]
    let count = headers["host"].count
    guard count == 1 else { return count == 0 && isOfFormerVersion }
    guard hosts.count <= 1 else { return false }
    return (hosts.first ?? "").utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: Self.hostBytes.contains(byte)
      }
    }
  }

  /// Whether the request is of HTTP/1.0.
  fileprivate var isOfFormerVersion: Bool { version.major == 1 && version.minor == 0 }

  /// The other characters of a host and a port (RFC 3986, section 3.2.2).
  private static let hostBytes = Set("-._~%!$&'()*+;=:[]".utf8)

  fileprivate var expectsContinue: Bool {
    headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
  }
}
