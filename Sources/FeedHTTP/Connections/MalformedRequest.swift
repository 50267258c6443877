import FeedModel
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

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

  var problem: Problem {
    switch self {
    case .headerTooLarge: .headerTooLarge
    case .timeout: .requestTimeout
    case .notHTTP, .incomplete: .malformedRequest
    }
  }
}

extension Problem {
  /// The response to what is no request.
  func response(requestID: String, at now: Timestamp) -> (head: HTTPResponseHead, body: ByteBuffer)
  {
    let body = document(requestID: requestID)
    var fields = headers
    fields[.requestID] = requestID
    fields[.date] = now.httpDate
    fields.complete()
    describe(in: &fields)
    fields[.contentLength] = "\(body.count)"
    let head = HTTPResponseHead(
      version: .http1_1,
      status: HTTPResponseStatus(
        statusCode: status.code, reasonPhrase: status.reasonPhrase),
      headers: HTTPHeaders(fields))
    return (head, ByteBuffer(bytes: body))
  }
}
