import HTTPTypes
import HummingbirdCore
import NIOCore

/// What a client expects of the server before it sends the rest of its request (RFC 9110, section 10.1.1).
struct Expectations {
  /// The only expectation that there is.
  private static let interim = "100-continue"

  /// In lower case.
  private let names: [String]

  /// - Parameters:
  ///   - field: a value of `Expect`.
  ///   - others: what the fields before expect; `nil` if it is the first one.
  init(_ field: String, besides others: Expectations?) {
    let own = field.split(separator: ",").map { $0.trimmed.lowercased() }.filter { !$0.isEmpty }
    names = (others?.names ?? []) + own
  }

  /// Whether the client waits for an interim answer before it sends the body.
  var wantInterim: Bool { names.contains(Self.interim) }

  /// Whether the server can do what is expected.
  var canBeMet: Bool { names.allSatisfy { $0 == Self.interim } }
}

/// The body of a request whose client may wait to be asked for it. It is asked when the body is first read: by then the
/// path, the rights, the media type and the announced length of the request are accepted.
struct AwaitedBody: AsyncSequence, Sendable {
  let body: RequestBody
  let context: FeedRequestContext

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var iterator: RequestBody.AsyncIterator
    /// The request, until its client was asked.
    fileprivate var context: FeedRequestContext?

    @concurrent mutating func next() async throws -> ByteBuffer? {
      if let context = context.take() { await context.askForBody() }
      return try await iterator.next()
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(iterator: body.makeAsyncIterator(), context: context)
  }
}

extension FeedRequestContext {
  /// Asks the client of the request for the body, if it waits for that.
  fileprivate func askForBody() async {
    // A closed connection has no handlers.
    _ = try? await link?.channel.eventLoop.submit { [link] in
      try link?.channel.pipeline.syncOperations.handler(type: ConnectionHandler.self).askForBody()
    }.get()
  }
}

extension Problem {
  /// The connection is closed, because the client may wait with the body, or send it.
  static let expectationFailed = Problem(
    status: .expectationFailed, code: "expectation_failed", title: "Expectation failed",
    detail: "Expect: expected 100-continue, found something else",
    headers: [.connection: "close"])
}
