import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Gives the response to something that is not HTTP the body and the request id that all others have.
///
/// The framework answers such a request itself, before there is one that middleware could see. Its
/// response is recognised by having no request id.
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let makeID: @Sendable () -> String
  private var problem = Problem.malformedRequest

  init(makeID: @escaping @Sendable () -> String) {
    self.makeID = makeID
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case HTTPParserError.headerOverflow = error { problem = .headerTooLarge }
    context.fireErrorCaught(error)
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.requestID] == nil
    else { return context.write(data, promise: promise) }

    let id = makeID()
    let body = problem.document(requestID: id)
    head.status = problem.status
    head.headerFields[.requestID] = id
    head.headerFields[.contentType] = "application/problem+json"
    head.headerFields[.cacheControl] = CachePolicy.none.rawValue
    head.headerFields[.contentLength] = "\(body.count)"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: promise)
  }
}
