import NIOHTTP1

/// A request that has begun and is not answered, and what its answer has to have.
struct Exchange {
  /// Nothing follows the head of the answer to HEAD.
  ///
  /// NIO's encoder does not know the request: it would end a response without a length with an empty chunk, which
  /// clients would take for the beginning of the next response.
  let isHead: Bool
  private let isOfFormerVersion: Bool
  private let endsConnection: Bool
  /// Whether the body of the answer counts with what waits on this connection.
  private(set) var countsBody = false

  init(_ request: ReceivedHead) {
    isHead = request.isHead
    isOfFormerVersion = request.head.isOfFormerVersion
    endsConnection = request.endsConnection
  }

  /// Brings the head of an answer into the form that the client understands: without chunks for HTTP/1.0 (RFC 9112,
  /// section 6.1), whose body ends with the connection, and with the end of the connection (section 9.6).
  ///
  /// - Parameter isLast: whether the server ends the connection.
  mutating func adapt(_ head: inout HTTPResponseHead, isLast: Bool) {
    countsBody = !MemoryBudgetMiddleware.counts(head)
    if isOfFormerVersion, head.lacksLength {
      head.version = .http1_0
      head.headers.replaceOrAdd(name: "connection", value: "close")
    } else if endsConnection || isLast {
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
