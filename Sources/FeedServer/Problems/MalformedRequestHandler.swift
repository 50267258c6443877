import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Gives the response to something that is not HTTP the body and the request id that all others have.
///
/// The framework answers such a request itself, before there is one that middleware could see. Its
/// response is recognised by having no request id.
final class MalformedRequestHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let makeID: @Sendable () -> String

  init(makeID: @escaping @Sendable () -> String) {
    self.makeID = makeID
  }

  func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.requestID] == nil
    else { return context.write(data, promise: promise) }

    let id = makeID()
    let body = Problem.malformedRequest.document(requestID: id)
    head.headerFields[.requestID] = id
    head.headerFields[.contentType] = "application/problem+json"
    head.headerFields[.cacheControl] = CachePolicy.none.rawValue
    head.headerFields[.contentLength] = "\(body.count)"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: promise)
  }
}
