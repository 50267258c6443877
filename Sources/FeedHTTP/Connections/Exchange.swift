import FeedModel
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// A request that was passed on and is not answered, and the form of its answer.
struct Exchange {
  /// Nothing follows the head of the answer to HEAD.
  ///
  /// NIO's encoder does not know the request: it would end a response without a length with an empty chunk, which
  /// clients would take for the beginning of the next response.
  let isHead: Bool
  private let isOfFormerVersion: Bool
  private let endsConnection: Bool
  /// Whether the client waits to be asked for the body.
  private(set) var awaitsInterim: Bool
  /// Whether the body of the answer counts with what waits on this connection.
  private(set) var countsBody = false

  /// - Parameter hasBegunBody: whether the client has sent something of the body, so that it does not wait.
  init(_ request: ReceivedHead, hasBegunBody: Bool) {
    isHead = request.isHead
    isOfFormerVersion = request.head.isOfFormerVersion
    endsConnection = request.endsConnection
    awaitsInterim = request.asksToContinue && !hasBegunBody
  }

  /// The client is asked for the body, or does not wait for it any more.
  ///
  /// - Returns: whether it has waited.
  mutating func endWaiting() -> Bool {
    defer { awaitsInterim = false }
    return awaitsInterim
  }

  /// Brings the head of an answer into the form that the client understands: without chunks for HTTP/1.0 (RFC 9112,
  /// section 6.1), whose body ends with the connection, and with the end of the connection (section 9.6).
  ///
  /// - Parameter isLast: whether the server ends the connection.
  mutating func adapt(_ head: inout HTTPResponseHead, isLast: Bool) {
    countsBody = !MemoryBudget.counts(head)
    if isOfFormerVersion, head.lacksLength {
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "connection", value: "close")
    } else if endsConnection || isLast || awaitsInterim {
      // A client that was not asked for the body may send it, or another request, in its place (RFC 9110, section 10.1.1).
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
  }
}

extension HTTPResponseHead {
  /// Whether the connection ends with the response.
  var closesConnection: Bool { headers.first(name: "connection") == "close" }

  /// Whether the body ends with the connection, for clients that know no chunks. Some responses have none (RFC 9112,
  /// section 6.3).
  fileprivate var lacksLength: Bool {
    !headers.contains(name: "content-length") && status != .noContent && status != .notModified
  }
}

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

extension RequestBody {
  /// The body of a request whose client may wait to be asked for it. It is asked when the body is first read: by then the
  /// path, the rights, the media type and the announced length of the request are accepted.
  func asking(_ link: ConnectionLink?) -> RequestBody {
    let beginning = AsyncStream<Void> { beginning in
      beginning.yield()
      beginning.finish()
    }
    return RequestBody(
      asyncSequence: beginning.flatMap {
        // A closed connection has no handlers.
        _ = try? await link?.channel.eventLoop.submit {
          try link?.channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            .askForBody()
        }.get()
        return self
      })
  }
}
