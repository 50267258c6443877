import CCurl
package import FeedModel
import FeedStore
import Foundation
import Synchronization

/// Sends requests to a bucket of a service with the interface of Amazon S3: signed, tried again where that may help, and
/// with errors that name the object.
package final class BucketClient: Sendable {
  /// A request to an object or to the bucket.
  struct ObjectRequest: Sendable {
    let method: String
    /// The key without the prefix; `nil` for the bucket.
    let key: String?
    var query: [(name: String, value: String)] = []
    var fields: [(name: String, value: String)] = []
    /// A file as the body, and its hash in hexadecimal digits; `nil` for none.
    var body: (path: String, byteCount: Int, hash: String)?
  }

  /// Takes the next bytes of the body of a response, on another thread.
  typealias Receiver = @Sendable (ResponseHead, UnsafeRawBufferPointer) throws -> Void

  /// How long nothing is sent to a service that could not be reached: waiting for it takes a thread and many seconds.
  package static let outagePause = Duration.seconds(5)
  /// How long a service may be silent until it begins to answer a request without a body.
  package static let answerTimeout = Duration.seconds(5)
  /// The most requests at a time.
  package static let requestLimit = HTTPConnections.requestLimit

  /// The most bytes of a response that are kept in memory: a list of 1,000 objects has some 500,000.
  private static let bodyLimit = 8 << 20

  package let address: BucketAddress
  private let signer: RequestSigner
  let clock: any TimeSource
  private let retries: RetryPolicy
  private let connections: HTTPConnections
  private let sentCount = Atomic(0)
  /// Why the service could not be reached lately, and until when nobody asks it; `nil` if it could be.
  private let outage = Mutex<(error: BucketError, end: Uptime)?>(nil)

  /// - Parameters:
  ///   - region: the name of the region that requests are signed for.
  ///   - clock: tells the time of requests, and measures waits between attempts.
  ///   - stallTimeout: how long a transfer may stand still, by the clock of the library; in whole seconds.
  package init(
    _ address: BucketAddress, region: String, credentials: BucketCredentials,
    retries: RetryPolicy, clock: any TimeSource, stallTimeout: Duration = .seconds(15)
  ) {
    self.address = address
    self.retries = retries
    self.clock = clock
    signer = RequestSigner(credentials: credentials, region: region)
    connections = HTTPConnections(
      limits: HTTPConnections.Limits(
        answerTimeout: Self.answerTimeout, stallTimeout: stallTimeout), clock: clock)
  }

  /// How many requests were sent, each attempt counted.
  package var requestCount: Int { sentCount.load(ordering: .relaxed) }

  /// Sends a request until it is answered with a status from 200 to 299, or cannot be.
  ///
  /// - Parameter prepare: called before each attempt; returns the fields that it adds.
  /// - Returns: the body of the response, unless `receive` took it.
  /// - Throws: ``BucketError``, what `receive` throws, or `CancellationError`.
  @discardableResult
  func send(
    _ request: ObjectRequest, receive: Receiver? = nil,
    beforeAttempt prepare: () -> [(name: String, value: String)] = { [] }
  ) async throws -> [UInt8] {
    // Nobody waits for their turn while the service is not asked.
    try requireReachable()
    do {
      return try await connections.inTurn {
        try admit()
        return try await sendRepeatedly(request, receive, beforeAttempt: prepare)
      }
    } catch is TurnQueue<Never?>.Full {
      throw failure(of: request.key, .tooManyRequests, method: request.method)
    }
  }

  /// Sends a request, which keeps its turn: whoever is next finds noted whether the service was reached.
  private func sendRepeatedly(
    _ request: ObjectRequest, _ receive: Receiver?,
    beforeAttempt prepare: () -> [(name: String, value: String)]
  ) async throws -> [UInt8] {
    var attempt = 1
    while true {
      do {
        let body = try await sendOnce(request, adding: prepare(), attempt, receive)
        outage.withLock { $0 = nil }
        return body
      } catch let error as BucketError {
        guard error.isTriedAgain, attempt < retries.attemptLimit else {
          let end = clock.uptime + Self.outagePause
          outage.withLock { $0 = error.isOutage ? (error, end) : nil }
          throw error
        }
        try await clock.sleep(for: retries.delay(after: attempt))
        attempt += 1
      }
    }
  }

  /// Refuses to go on while the service is not asked.
  ///
  /// - Throws: ``BucketError``, which is why it is not asked.
  func requireReachable() throws {
    try outage.withLock { outage in
      if let (error, end) = outage, clock.uptime < end { throw error }
    }
  }

  /// Refuses a request while the service is not asked. The first one afterwards finds out whether it is back, and others are
  /// refused meanwhile.
  private func admit() throws {
    try outage.withLock { outage in
      guard let (error, end) = outage else { return }
      guard clock.uptime >= end else { throw error }
      outage?.end = clock.uptime + Self.outagePause
    }
  }

  private func sendOnce(
    _ request: ObjectRequest, adding fields: [(name: String, value: String)], _ attempt: Int,
    _ receive: Receiver?
  ) async throws -> [UInt8] {
    let moment = clock.now
    let collected = Mutex<(body: [UInt8], error: (any Error)?)>(([], nil))
    sentCount.add(1, ordering: .relaxed)
    let result = try await connections.send(
      signed(request, adding: fields, at: moment)
    ) { head, bytes in
      collected.withLock { collected in
        guard let receive, head.status / 100 == 2 else {
          collected.body += bytes
          return collected.body.count <= Self.bodyLimit
        }
        do { try receive(head, bytes) } catch {
          collected.error = error
          return false
        }
        return true
      }
    }
    let (body, error) = collected.withLock { $0 }
    if let error { throw error }
    let (head, reason) = (result.head, result.reason)
    func failure(_ reason: BucketError.Reason) -> BucketError {
      self.failure(of: request.key, reason, method: request.method, after: attempt)
    }
    switch result.outcome {
    case tanada_outcome_done: return body
    case tanada_outcome_status: throw failure(Self.reason(of: head, body, at: moment))
    case tanada_outcome_no_library: throw failure(.noLibrary(reason))
    case tanada_outcome_stopped where head.status == 0: throw failure(.unreadableFile(reason))
    case tanada_outcome_stopped, tanada_outcome_too_large:
      throw failure(.notUnderstood("the response has more than \(Self.bodyLimit) bytes"))
    // Of a transfer that stalls, the rest is asked for.
    case tanada_outcome_timed_out where head.status == 0:
      throw failure(.noAnswer("no answer within \(Self.answerTimeout.components.seconds) seconds"))
    default: throw failure(.noConnection(reason))
    }
  }

  /// The failure of a request to the object `key`, or to the bucket.
  func failure(
    of key: String?, _ reason: BucketError.Reason, method: String = "GET",
    after attemptCount: Int = 1
  ) -> BucketError {
    BucketError(
      name: address.name(of: key), endpoint: address.endpoint, method: method, reason: reason,
      attemptCount: attemptCount)
  }

  /// The request with the fields of its signature.
  private func signed(
    _ request: ObjectRequest, adding added: [(name: String, value: String)], at moment: Timestamp
  ) -> HTTPConnections.Request {
    let hash = request.body?.hash ?? SignedParts.emptyContentHash
    var fields = [
      ("host", address.host), ("x-amz-content-sha256", hash), ("x-amz-date", moment.compactText),
    ]
    if let token = signer.credentials.sessionToken {
      fields.append(("x-amz-security-token", token))
    }
    fields += (request.fields + added).map { ($0.name, $0.value) }
    let parts = SignedParts(
      method: request.method, path: address.path(of: request.key), query: request.query,
      fields: fields.map { (name: $0.0, value: $0.1) }, contentHash: hash)
    fields.append(("authorization", signer.authorization(for: parts, at: moment)))
    let scheme = address.endpoint.isSecure ? "https" : "http"
    let query = parts.encodedQuery
    return HTTPConnections.Request(
      url: "\(scheme)://\(address.host)\(parts.encodedPath)" + (query.isEmpty ? "" : "?\(query)"),
      method: request.method, fields: fields.map { "\($0.0): \($0.1)" },
      body: request.body.map { ($0.path, $0.byteCount) }, allowsHTTP: !address.endpoint.isSecure)
  }

  /// The longest message of a service that is repeated, in characters.
  private static let messageLimit = 300

  /// The reason that a response gives.
  private static func reason(
    of head: ResponseHead, _ body: [UInt8], at moment: Timestamp
  ) -> BucketError.Reason {
    let error = XMLElement(parsing: body)
    let code = error?["Code"] ?? ""
    if code == "RequestTimeTooSkewed" {
      return .clock(
        service: error?["ServerTime"] ?? head.fields["date"] ?? "another time",
        here: moment.rfc3339)
    }
    let message = (error?["Message"] ?? "").map { $0.isNewline || $0 == "\t" ? " " : $0 }
    return .status(
      head.status, code: String(code.prefix(64)), message: String(message.prefix(messageLimit)))
  }
}

/// When a request to a service that is busy or away is tried again.
package struct RetryPolicy: Sendable {
  /// How often a request is tried in all.
  package var attemptLimit = 4
  /// The longest wait before the second attempt; it doubles for each further one.
  package var firstDelay = Duration.milliseconds(100)
  /// The longest wait of all.
  package var longestDelay = Duration.seconds(2)
  /// A random number from 0 to 1, so that clients that have failed at once do not try again at once.
  package var random: @Sendable () -> Double

  package init(random: @escaping @Sendable () -> Double) {
    self.random = random
  }

  /// The wait behind the attempt of this number, the first of which is 1: between half of the longest wait for it and
  /// that.
  package func delay(after attempt: Int) -> Duration {
    let longest = min(longestDelay, firstDelay * (1 << min(attempt - 1, 20)))
    return longest * (0.5 + random() / 2)
  }
}
