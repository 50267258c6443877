import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Why received bytes are not a request.
package enum MalformedRequest: String, Sendable {
  /// The bytes are not HTTP.
  case notHTTP = "not_http"
  /// The line and the headers are too large.
  case headerTooLarge = "header_too_large"
  /// The client disconnected before it had sent the headers.
  case incomplete
  /// The headers did not arrive in time.
  case timeout

  init(_ error: HTTPParserError) {
    self =
      switch error {
      case .headerOverflow: .headerTooLarge
      case .invalidEOFState: .incomplete
      default: .notHTTP
      }
  }
}

/// Replaces the framework's response to a malformed request by a problem document with a request id.
///
/// Hummingbird answers such a request itself, before any middleware. Its response is recognised by the
/// missing request id.
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
    guard case .head(let head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.requestID] == nil
    else { return context.write(data, promise: promise) }

    let response = problem.response(requestID: makeID(), headers: head.headerFields)
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(wrapOutboundOut(.body(response.body)), promise: promise)
  }
}

extension Problem {
  /// The response to a request that no middleware sees, with `headers` in front of its own.
  func response(
    requestID: String, headers: HTTPFields
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    let body = document(requestID: requestID)
    var headers = headers
    headers[.requestID] = requestID
    headers[.contentTypeOptions] = ContentTypeOptions.noSniffing
    describe(in: &headers)
    headers[.contentLength] = "\(body.count)"
    return (HTTPResponse(status: status, headerFields: headers), ByteBuffer(bytes: body))
  }
}
