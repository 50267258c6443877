import FeedStore
import FeedModel
import FeedPublisher
import Foundation
import HTTPTypes
package import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import Synchronization

/// The way of every request: the same rules in the same order, whether the answer is in memory and sent at once, or comes
/// from its route later.
///
/// 1. The head: its id, its place in a trace, and the address of the client (``ReceivedHead``).
/// 2. From memory, if the finished answer is there: ``answerFromMemory(_:on:)``. It passes steps 5 and 10.
/// 3. One spelling of the path, and its routes.
/// 4. OPTIONS is answered.
/// 5. The rate by address, or by a token that is known, before anything is read for the request.
/// 6. The identity.
/// 7. The rate of a token that step 5 did not know.
/// 8. A malformed path, or a token that is not accepted, is refused.
/// 9. The route's handler. Large bodies and answers are counted in the memory budget.
/// 10. The fields that every response has, the metrics and the access log.
///
/// Errors of steps 5 to 9 become problem documents.
package final class RequestPipeline: Sendable {
  /// Calls the rest of the way with the identity of who sends a request. It fails, or sets a refusal.
  package typealias Identification =
    @Sendable (
      Request, FeedRequestContext,
      _ next: @concurrent @Sendable (Request, FeedRequestContext) async throws -> Response
    ) async throws -> Response

  let configuration: HTTPConfiguration
  let clock: any TimeSource
  let metrics: ServerMetrics
  let budget: MemoryBudget
  let rates: RateLimits
  let finished: FinishedAnswers
  /// The time as HTTP writes it, which is the same for a second.
  private let lastDate = Mutex((second: Int.min, text: ""))
  /// When a warning about refusals was last logged, by their code, and how many there were since.
  let warnings = Mutex<[String: (moment: Uptime, refusedSince: Int)]>([:])
  /// The connections of each address. Trusted proxies, whose connections are those of many clients, have no limit.
  let connectionsPerAddress: HeldBudget<IPAddress>
  let logger: Logger
  /// The problem that describes an error to the client of a request.
  let describe: @Sendable (any Error, Request) -> Problem
  private let routes: RouteTable
  private let identify: Identification

  /// - Parameters:
  ///   - finished: Where routes say which documents are in memory.
  ///   - describe: The problem that describes an error to the client of a request.
  package init(
    _ configuration: HTTPConfiguration, routes: [Route], finished: FinishedAnswers,
    identify: @escaping Identification,
    describe: @escaping @Sendable (any Error, Request) -> Problem,
    metrics: ServerMetrics, budget: MemoryBudget, logger: Logger
  ) {
    self.configuration = configuration
    self.metrics = metrics
    self.budget = budget
    self.finished = finished
    self.describe = describe
    self.identify = identify
    self.logger = logger
    self.routes = RouteTable(routes)
    clock = configuration.clock
    rates = RateLimits(configuration.limits)
    connectionsPerAddress = HeldBudget(
      .max, ofOneClient: configuration.limits.connectionsPerAddress)
    // Its threads begin while the content is read.
    _ = MultiThreadedEventLoopGroup.singleton
  }

  func respond(to request: Request, _ context: FeedRequestContext) async -> Response {
    let start = clock.uptime
    var (request, context) = (request, context)
    find(&request, &context)
    var response = await answer(request, context)
    complete(&response.headers, for: context.head.origin)
    response.headers[.date] = date(at: clock.now)
    response.headers[.requestID] = context.requestID
    return observed(response, to: request, context, since: start)
  }

  /// Finds the client, and the routes of the path, which is brought into one form first: routing, rate limits, CORS,
  /// metrics and the access log agree on every spelling.
  private func find(_ request: inout Request, _ context: inout FeedRequestContext) {
    if request.uri.path.hasPercent {
      if let normalized = request.uri.path.withNormalizedPercents {
        request = request.withPath(normalized)
      } else {
        context.refusal = .malformedPath
      }
    }
    if context.head.expectsMore { context.refusal = .expectationFailed }
    if context.head.expectsInterim {
      request.body = request.body.asking(context.link)
    }
    context.match = routes.match(request.uri.path)
    context.clientAddress = client(of: context.head, from: context.peerAddress)
    context.isEncrypted =
      context.head.isOfHTTPS
      && context.peerAddress.map(configuration.trustedProxies.contains) ?? false
  }

  /// The address of the client whose request arrived from `peer`; `nil` without a connection.
  func client(of head: ReceivedHead, from peer: IPAddress?) -> IPAddress? {
    guard let peer, !head.forwarded.isEmpty else { return peer }
    return configuration.trustedProxies.client(from: peer, forwarded: head.forwarded)
  }

  private func answer(_ request: Request, _ context: FeedRequestContext) async -> Response {
    // `*` is the server as a whole (RFC 9110, section 9.3.7).
    if request.method == .options, context.refusal == nil,
      let methods = request.uri.path == "*"
        ? "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
        : context.match?.methods.joined(separator: ", ")
    {
      return configuration.origins.options(
        methods, isPreflight: request.headers[.accessControlRequestMethod] != nil)
    }
    var context = context
    var quota: RateLimits.Quota?
    var response: Response
    do {
      quota = try takeRate(for: request, &context)
      response = try await identify(request, context) { request, context in
        let quota = try self.takeTokenRate(for: request, context)
        if let refusal = context.refusal { throw refusal }
        var response = try await self.countingBodies(of: request, context, self.handle)
        if let quota { response.headers.state(quota) }
        return response
      }
    } catch {
      response = problem(error, of: request, context)
    }
    // That of the token, if it was not known before, says more.
    if let quota, response.headers[.rateLimit] == nil { response.headers.state(quota) }
    return response
  }

  @Sendable private func handle(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard let match = context.match else {
      throw Problem.notFound("there is nothing at \(AccessLog.path(request.uri.path))")
    }
    guard let route = match.route(for: request.method) else {
      throw Problem.methodNotAllowed(request.method.rawValue, allowed: match.methods)
    }
    return try await route.respond(to: request, context)
  }

  /// Records the end of a response.
  ///
  /// - Parameters:
  ///   - sent: How many bytes of the body were sent.
  ///   - isWhole: Whether all of it was sent.
  ///   - durations: The durations of responses of its route; `nil` for a stream without an end.
  func end(_ answer: ObservedAnswer, sent: Int, isWhole: Bool, in durations: HistogramSeries?) {
    let duration = clock.uptime - answer.start
    durations?.record(duration)
    configuration.accessLog?.note(
      answer, sent: sent, isAborted: !isWhole && durations != nil, duration: duration)
  }

  private func date(at now: Timestamp) -> String {
    let second = now.millisecondsSince1970 / 1_000
    return lastDate.withLock { last in
      if last.second != second { last = (second, now.httpDate) }
      return last.text
    }
  }

  /// Adds the fields that every response has, the same for all requests of pages of `origin`.
  func complete(_ fields: inout HTTPFields, for origin: String?) {
    configuration.origins.allow(origin, in: &fields)
    fields.complete()
  }
}

extension HTTPFields {
  /// Adds the name of the server, and that browsers do not guess the media type (Fetch Standard, section 3.6).
  mutating func complete() {
    self[.server] = HTTPConfiguration.serverName
    self[.contentTypeOptions] = "nosniff"
  }
}

// MARK: - Answers from memory

extension RequestPipeline {
  /// Answers the request of `head` from memory, with bytes that need no encoder. They are sent by the next flush of
  /// `socket`.
  ///
  /// - Returns: `false`, with nothing written, if its route has to answer it: nothing is in memory, the rate limit of the
  ///   client is exceeded, or there is no memory for it.
  func answerFromMemory(_ head: ReceivedHead, on socket: SocketHandler) -> Bool {
    guard let response = finished.response(to: head, completedBy: self) else { return false }
    let client = client(of: head, from: socket.peer)
    let subject = client.map(Client.init)
    // 1. The use of a body that takes longer to send.
    var loan: MemoryBudget.Reservation?
    if let shared = response.shared, response.isSentSlowly {
      loan = shared.lend(to: subject, in: budget)
      if loan == nil { return false }
    }
    // 2. The rate.
    let start = clock.uptime
    let quota = subject.flatMap { rates.decide(.read, of: $0, at: start) }
    if let quota, !quota.decision.isAllowed { return false }
    // 3. The bytes.
    let id = head.acceptableID ?? configuration.makeRequestID()
    let now = clock.now
    let (bytes, body) = response.bytes(
      at: now, date: date(at: now), requestID: id, rate: quota)
    socket.note(bytes.readableBytes + (body == nil ? 0 : response.ownByteCount))
    socket.write(bytes)
    // 4. Its end.
    response.total.increment(by: 1)
    metrics.direct.increment(by: 1)
    let answer = ObservedAnswer(
      head: head, target: head.target, requestID: id, client: client, status: response.status,
      start: start)
    let size = response.body.readableBytes
    if response.isSentSlowly, let body {
      socket.write(body) { [self] isWhole in
        end(answer, sent: isWhole ? size : 0, isWhole: isWhole, in: response.durations)
        withExtendedLifetime(loan) {}
      }
    } else {
      // It fits in the connection's buffer.
      if let body { socket.write(body) }
      end(answer, sent: size, isWhole: true, in: response.durations)
    }
    return true
  }
}

// MARK: - Rates

extension RequestPipeline {
  /// Counts a request before its client is identified: reads by address; writes by the token that their credentials were
  /// found to be of, and otherwise by address.
  ///
  /// - Returns: what is left; `nil` without a limit.
  /// - Throws: ``Problem`` for a request beyond the rate.
  private func takeRate(
    for request: Request, _ context: inout FeedRequestContext
  ) throws(Problem) -> RateLimits.Quota? {
    guard !configuration.unlimitedPaths.contains(request.uri.path) else { return nil }
    let effect = context.effect(of: request.method)
    context.countedToken =
      effect == .write
      ? RateLimits.credentials(of: request, context).flatMap(rates.token(of:)) : nil
    let subject = context.countedToken.map(Client.token) ?? context.clientAddress.map(Client.init)
    return try subject.flatMap { subject throws(Problem) in
      try rates.take(effect, of: subject, at: clock.uptime)
    }
  }

  /// Counts the write of a token that ``takeRate(for:_:)`` did not know yet: each way to present one counts for it.
  private func takeTokenRate(
    for request: Request, _ context: FeedRequestContext
  ) throws(Problem) -> RateLimits.Quota? {
    guard context.effect(of: request.method) == .write,
      !configuration.unlimitedPaths.contains(request.uri.path),
      let credentials = RateLimits.credentials(of: request, context)
    else { return nil }
    let token = context.identity?.tokenID
    rates.note(token, of: credentials)
    guard let token, token != context.countedToken else { return nil }
    return try rates.take(.write, of: .token(token), at: clock.uptime)
  }
}
