import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Looks again whether a client is still let in, while its request or the answer takes long: as the body arrives, before
/// an answer to GET, and between the pieces of a large or endless answer, which is cut off.
///
/// Writes do not depend on it: their transactions look themselves, see `Author`. What is written stays, so the answer to
/// a write is sent even if its author's token has ended by then, unless it is large.
struct AuthorityWatch: Sendable {
  /// How long it holds that a client is let in.
  static let interval = Duration.seconds(1)
  /// How many bytes of an answer are sent before it is looked again.
  static let pieceSize = 256 << 10

  private let identity: Identity
  private let store: any FeedStore
  private let clock: any TimeSource
  /// When the client was let in.
  private var lookedAt: Uptime
  /// The bytes that were sent since.
  private var sentCount = 0

  init(of identity: Identity, at time: Uptime, in store: any FeedStore, by clock: any TimeSource) {
    (self.identity, self.store, self.clock, lookedAt) = (identity, store, clock, time)
  }

  /// Passes the request on, with its body and its answer watched.
  func handle(
    _ request: Request, _ context: FeedRequestContext,
    _ next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let isRead = [.get, .head].contains(request.method)
    var request = request
    if !isRead {
      request.body = RequestBody(
        asyncSequence: WatchedBody(body: request.body, watch: self, outcome: context.outcome))
    }
    var response = try await next(request, context)
    var watch = self
    if isRead { try await watch.look(for: context.outcome) }
    let (body, watchOfBody) = (response.body, watch)
    if body.contentLength ?? .max > Self.pieceSize {
      response.body = ResponseBody(contentLength: body.contentLength) { writer in
        try await body.write(
          WatchedWriter(writer: writer, watch: watchOfBody, outcome: context.outcome))
      }
    }
    return response
  }

  /// Looks whether the client has the role that the request needs, unless it was just looked.
  ///
  /// - Parameter count: The bytes that are about to be sent.
  /// - Throws: `AuthorityError`, or `StoreError`.
  fileprivate mutating func look(for outcome: RequestOutcome, sending count: Int = 0) async throws {
    let now = clock.uptime
    guard now - lookedAt > Self.interval || sentCount + count > Self.pieceSize else {
      sentCount += count
      return
    }
    let (identity, moment) = (identity, clock.now)
    let present = try await store.read { try identity.confirmed(by: $0, at: moment) }
    if let role = outcome.neededRole { try present.require(role) }
    (lookedAt, sentCount) = (now, count)
  }
}

/// The body of a request, which ends with an error when its sender is not let in any more.
private struct WatchedBody: AsyncSequence, Sendable {
  let body: RequestBody
  let watch: AuthorityWatch
  let outcome: RequestOutcome

  struct AsyncIterator: AsyncIteratorProtocol {
    var body: RequestBody.AsyncIterator
    var watch: AuthorityWatch
    let outcome: RequestOutcome

    @concurrent mutating func next() async throws -> ByteBuffer? {
      // The end may be late as well.
      let piece = try await body.next()
      do {
        try await watch.look(for: outcome)
      } catch let error as AuthorityError {
        var problem = Problem(error)
        // The rest of the body is not read.
        problem.headers[.connection] = "close"
        throw problem
      }
      return piece
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(body: body.makeAsyncIterator(), watch: watch, outcome: outcome)
  }
}

/// Writes the body of an answer in pieces, until its client is not let in any more.
private struct WatchedWriter: ResponseBodyWriter {
  var writer: any ResponseBodyWriter
  var watch: AuthorityWatch
  let outcome: RequestOutcome

  @concurrent mutating func write(_ buffer: ByteBuffer) async throws {
    var rest = buffer
    while let piece = rest.readSlice(length: min(rest.readableBytes, AuthorityWatch.pieceSize)),
      piece.readableBytes > 0
    {
      try await watch.look(for: outcome, sending: piece.readableBytes)
      try await writer.write(piece)
    }
  }

  @concurrent consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await writer.finish(trailingHeaders)
  }
}
