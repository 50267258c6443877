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
