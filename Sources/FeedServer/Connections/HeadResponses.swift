import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Answers HEAD with the head that GET would get (RFC 9110, section 9.3.2). The body is dropped: one that
/// is made while it is sent is never made, and its length is not stated.
///
/// Hummingbird's own HEAD routes state a length of 0 for a body of unknown length, and send the body of a
/// problem document for an unknown path.
struct HeadMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard request.method == .head else { return response }
    let length = response.headers[.contentLength]
    response.body = ResponseBody()
    // Replacing the body has set its own length.
    response.headers[.contentLength] = length
    return response
  }
}

/// Sends nothing after the head of a response to HEAD.
///
/// NIO's encoder does not know the request: it would end a response without a length with an empty chunk,
/// which clients would take for the beginning of the next response.
final class HeadResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Whether the requests whose responses are not complete are HEAD, in their order.
  private var areHead: [Bool] = []

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) { areHead.append(head.method == .head) }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    // Without a request, the server answers a malformed one.
    let isHead = areHead.first ?? false
    if case .end = part, !areHead.isEmpty { areHead.removeFirst() }
    switch part {
    case .body where isHead, .end where isHead:
      // An empty write completes in its place among the others.
      context.write(wrapOutboundOut(.body(ByteBuffer())), promise: promise)
    case .head, .body, .end: context.write(data, promise: promise)
    }
  }
}
