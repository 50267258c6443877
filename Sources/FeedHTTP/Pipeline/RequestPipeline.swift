import Bounds
import FeedModel
import FeedStore
import Foundation
import HTTPTypes
package import HummingbirdCore
package import Logging
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
  let date = CurrentDate()
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
    response.headers[.date] = date.text(at: clock.now)
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
    if context.head.expectations?.canBeMet == false { context.refusal = .expectationFailed }
    if context.head.expectations?.wantInterim == true {
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
    peer.map { configuration.trustedProxies.client(from: $0, forwarded: head.forwarded) }
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
    return try await route.handler(request.keeping(route.parameters), context)
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
    let subject =
      context.countedToken.map(Client.token)
      ?? context.clientAddress.map(Client.init)
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

// MARK: - Paths

extension Request {
  fileprivate func withPath(_ path: String) -> Request {
    var head = head
    head.path = path + (head.path.map { $0[$0.endOfPath...] } ?? "")
    return Request(head: head, body: body)
  }

  /// The request with the parameters that its route is given.
  fileprivate func keeping(_ parameters: Route.Parameters) -> Request {
    switch parameters {
    case .checked: keepingParameters { !TrackingParameter.isOne($0) }
    case .only(let names):
      keepingParameters { names.contains($0.removingPercentEncoding ?? String($0)) }
    case .all: self
    }
  }

  /// The request with those of its parameters, as they were sent, whose names `isKept` accepts.
  package func keepingParameters(where isKept: (Substring) -> Bool) -> Request {
    guard let target = head.path, target.endOfPath < target.endIndex else { return self }
    let query = target[target.utf8.index(after: target.endOfPath)...]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = parameters.filter { isKept($0.prefix { $0 != "=" }) }
    guard kept.count < parameters.count else { return self }
    var head = head
    head.path =
      target[..<target.endOfPath] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    return Request(head: head, body: body)
  }
}

extension String {
  /// The place of the question mark of a target, at which its path ends.
  fileprivate var endOfPath: Index { utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex }

  /// The path with only those characters encoded that are not unreserved (RFC 3986, section 6.2.2.2), so that `%2F` never
  /// divides a segment; `nil` if an encoded character is incomplete or not UTF-8.
  fileprivate var withNormalizedPercents: String? {
    guard removingPercentEncoding != nil else { return nil }
    let parts = split(separator: "%", omittingEmptySubsequences: false)
    // Every part but the first begins with two hexadecimal digits.
    return parts.dropFirst().reduce(into: String(parts[0])) { normalized, part in
      let digits = part.prefix(2)
      if let byte = UInt8(digits, radix: 16), byte < 0x80 {
        normalized += String(UnicodeScalar(byte)).percentEncoded
      } else {
        normalized += "%" + digits.uppercased()
      }
      normalized += part.dropFirst(2)
    }
  }
}

extension StringProtocol {
  var hasPercent: Bool { utf8.contains(UInt8(ascii: "%")) }
}

extension Substring {
  /// The text without percent-encoding; as it is, if it is not valid.
  var percentDecoded: Substring {
    hasPercent ? removingPercentEncoding.map { Substring($0) } ?? self : self
  }
}

extension Problem {
  /// A path with an incomplete percent-encoding, or one of something else than text.
  fileprivate static let malformedPath = Problem(
    status: .badRequest, code: "malformed_path",
    detail: "path: expected %XX with two hexadecimal digits for each byte of UTF-8")
}
