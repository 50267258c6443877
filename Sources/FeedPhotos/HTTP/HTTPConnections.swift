import FeedStore
import CCurl
import FeedModel
import Foundation
import Synchronization

/// Connections to other servers by libcurl, which are kept open between requests. Each request takes one of them, and a
/// thread.
final class HTTPConnections: Sendable {
  /// The limits of a request in time.
  struct Limits: Hashable, Sendable {
    /// How long resolving the name and connecting may take.
    var connectTimeout = Duration.seconds(3)
    /// How long the service may be silent: until the answer to a request without a body begins. `nil`: as long as the
    /// whole request may take.
    var answerTimeout: Duration? = .seconds(5)
    /// How long the whole request may take.
    var timeout = Duration.seconds(120)
    /// How long fewer than 1,000 bytes a second may come or go; in whole seconds, rounded up.
    var stallTimeout = Duration.seconds(15)
    /// The largest body of an answer, in bytes; 0 for any.
    var byteCount = 0
  }

  /// A request as it is sent.
  struct Request: Sendable {
    let url: String
    let method: String
    /// Lines such as `Range: bytes=0-9`.
    var fields: [String] = []
    /// The path and the size of the file that is the body; `nil` for none.
    var body: (path: String, byteCount: Int)?
    var allowsHTTP = true
    /// Most redirects that are followed.
    var redirects = 0
    /// Skips the body of an answer with a status other than 200 to 299.
    var failsOnStatus = false
    /// Allows or refuses a connection to an address of 4 or 16 bytes in network order.
    var allows: @Sendable ([UInt8]) -> Bool = { _ in true }
  }

  /// How a request ended.
  struct Result: Sendable {
    var outcome = tanada_outcome_failed
    /// The reason, in the words of libcurl; an address that was refused.
    var reason = ""
    /// The URL of the last request, after redirects.
    var url = ""
    /// The head of the response, as far as there is one.
    var head = ResponseHead()
  }

  /// The most requests at a time, each with a thread; others wait for their turn.
  static let requestLimit = 32
  /// The most requests that wait; further ones are refused.
  private static let waitingLimit = 256
  /// The most connections that are kept while nobody needs them.
  private static let idleLimit = 8

  private let limits: Limits
  private let clock: (any TimeSource)?
  private let turns = TurnQueue<Never?>(running: requestLimit, waiting: waitingLimit)
  private let idle = Mutex<[Connection]>([])

  /// - Parameter clock: measures `answerTimeout`. All other limits are libcurl's, by the clock of the system.
  init(limits: Limits, clock: (any TimeSource)? = nil) {
    self.limits = limits
    self.clock = clock
  }

  deinit {
    for connection in idle.withLock({ $0 }) { connection.close() }
  }

  /// Runs `body`, which sends requests one after the other, when it is its turn.
  ///
  /// - Throws: what `body` throws, `TurnQueue.Full`, or `CancellationError`.
  func inTurn<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await turns.run(for: nil, body)
  }

  /// Sends a request and waits for the response. It is called in a turn.
  ///
  /// - Parameter receive: called on another thread with the head of the response and the next bytes of its body; returns
  ///   whether the request goes on.
  /// - Throws: `CancellationError` when the task is cancelled.
  func send(
    _ request: Request,
    receive: @escaping @Sendable (ResponseHead, UnsafeRawBufferPointer) -> Bool
  ) async throws -> Result {
    // A line more would be a field more, or the beginning of another request.
    guard request.fields.allSatisfy(\.isOneLine) else {
      return Result(reason: "a header field is not one line of text")
    }
    guard let connection = idle.withLock({ $0.popLast() }) ?? Connection() else {
      return Result(reason: "there is no memory for a connection")
    }
    let exchange = Exchange(request, limits: limits, clock: clock, receive: receive)
    let result = await withTaskCancellationHandler {
      do throws(OwnThreadError) {
        return try await OwnThread.run { exchange.run(on: connection) }
      } catch {
        return Result(reason: error.description)
      }
    } onCancel: {
      exchange.cancel()
    }
    let isKept = idle.withLock { idle in
      guard idle.count < Self.idleLimit else { return false }
      idle.append(connection)
      return true
    }
    if !isKept { connection.close() }
    try Task.checkCancellation()
    return result
  }
}

/// The status and the header fields of a response.
struct ResponseHead: Hashable, Sendable {
  /// 0 if there was no response.
  var status = 0
  /// Values by names in lower case.
  var fields: [String: String] = [:]

  /// Notes a line of a header. A status line begins the head of another response.
  mutating func note(_ line: String) {
    let line = line.filter { !$0.isNewline }
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ")
      self = ResponseHead(status: words.count > 1 ? Int(words[1]) ?? 0 : 0)
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields[line[..<colon].lowercased()] = String(value)
    }
  }
}

extension String {
  /// Whether it has no control characters.
  fileprivate var isOneLine: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}

/// A connection of libcurl, which one thread uses at a time.
private struct Connection: Sendable {
  /// A number and not a pointer, since it goes from thread to thread: who has taken it is alone with it.
  private let address: UInt

  init?() {
    guard let pointer = tanada_connection_make() else { return nil }
    address = UInt(bitPattern: pointer)
  }

  var pointer: OpaquePointer {
    guard let pointer = OpaquePointer(bitPattern: address) else {
      preconditionFailure("it was made of a pointer")
    }
    return pointer
  }

  func close() { tanada_connection_free(pointer) }
}

/// One request on its way, which can be cancelled from any thread.
private final class Exchange: Sendable {
  private let request: HTTPConnections.Request
  private let limits: HTTPConnections.Limits
  private let clock: (any TimeSource)?
  /// When the service is given up unless it has begun to answer; `nil` for a request whose body takes its time.
  private let deadline: Uptime?
  private let receive: @Sendable (ResponseHead, UnsafeRawBufferPointer) -> Bool
  private let isCancelled = Atomic(false)
  private let noted = Mutex(ResponseHead())

  init(
    _ request: HTTPConnections.Request, limits: HTTPConnections.Limits, clock: (any TimeSource)?,
    receive: @escaping @Sendable (ResponseHead, UnsafeRawBufferPointer) -> Bool
  ) {
    self.request = request
    self.limits = limits
    self.clock = clock
    deadline =
      if let clock, let timeout = limits.answerTimeout, request.body == nil {
        clock.uptime + timeout
      } else {
        nil
      }
    self.receive = receive
  }

  var head: ResponseHead { noted.withLock { $0 } }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Whether the service has been silent for too long.
  private var isLate: Bool {
    guard let deadline, let clock, clock.uptime >= deadline else { return false }
    return head.status == 0
  }

  /// Sends the request, and blocks the thread until it has ended.
  func run(on connection: Connection) -> HTTPConnections.Result {
    var body: Int32 = -1
    if let path = request.body?.path {
      body = open(path, O_RDONLY | O_CLOEXEC)
      guard body >= 0 else {
        return HTTPConnections.Result(
          outcome: tanada_outcome_stopped, reason: String(cString: strerror(errno)))
      }
    }
    defer { if body >= 0 { close(body) } }
    var result = tanada_result()
    result.outcome = tanada_outcome_failed
    withFields { fields in
      request.url.withCString { url in
        request.method.withCString { method in
          var sent = tanada_request(
            url: url, method: method, fields: fields, field_count: request.fields.count,
            body: body, body_count: Int64(request.body?.byteCount ?? 0),
            allows_http: request.allowsHTTP, fails_on_status: request.failsOnStatus,
            limits: sentLimits,
            context: Unmanaged.passUnretained(self).toOpaque(),
            allows: { context, address, count in
              Exchange.of(context).request.allows(
                Array(UnsafeBufferPointer(start: address, count: count)))
            },
            note_line: { context, bytes, count in
              let line = UnsafeRawBufferPointer(start: bytes, count: count)
              Exchange.of(context).noted.withLock { $0.note(String(decoding: line, as: UTF8.self)) }
            },
            receive: { context, bytes, count in
              let exchange = Exchange.of(context)
              return exchange.receive(
                exchange.head, UnsafeRawBufferPointer(start: bytes, count: count))
            },
            is_cancelled: {
              let exchange = Exchange.of($0)
              return exchange.isCancelled.load(ordering: .relaxed) || exchange.isLate
            })
          tanada_send(connection.pointer, &sent, &result)
        }
      }
    }
    if result.outcome == tanada_outcome_cancelled, !isCancelled.load(ordering: .relaxed) {
      result.outcome = tanada_outcome_timed_out
    }
    return HTTPConnections.Result(
      outcome: result.outcome,
      // The words of the system begin with a capital.
      reason: result.outcome == tanada_outcome_unreachable
        ? result.detailText.lowercased() : result.detailText,
      url: result.urlText, head: head)
  }

  /// The fields as C strings, while `body` runs.
  private func withFields(_ body: (UnsafePointer<UnsafePointer<CChar>>) -> Void) {
    let copies = request.fields.compactMap { strdup($0) }
    defer { for copy in copies { free(copy) } }
    // A pointer to at least one, also for none.
    let pointers = copies.map { UnsafePointer($0) }
    guard pointers.count == request.fields.count else { return }
    pointers.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { body(start) }
    }
  }

  private var sentLimits: tanada_request_limits {
    tanada_request_limits(
      maximum_bytes: Int64(limits.byteCount),
      connect_timeout: limits.connectTimeout.wholeMilliseconds,
      timeout: limits.timeout.wholeMilliseconds,
      stall_timeout: limits.stallTimeout.wholeMilliseconds, redirects: Int32(request.redirects))
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> Exchange {
    Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }
}

extension tanada_result {
  fileprivate var detailText: String {
    withUnsafeBytes(of: detail) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  fileprivate var urlText: String {
    withUnsafeBytes(of: url) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension Duration {
  /// The duration in milliseconds, at least 1, because 0 stands for no limit in libcurl.
  fileprivate var wholeMilliseconds: Int64 { max(1, Int64(self / .milliseconds(1))) }
}
