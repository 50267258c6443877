import Bounds
import CCurl
import FeedModel
import Foundation
import Synchronization

/// The connections to a service, which are kept open between requests. Each request takes one of them, and a thread.
final class ServiceConnections: Sendable {
  /// The limits of a request in time.
  struct Limits: Hashable, Sendable {
    /// How long resolving the name and connecting may take.
    var connectTimeout = Duration.seconds(3)
    /// How long the service may be silent: until the answer to a request without a body begins.
    var answerTimeout = Duration.seconds(5)
    /// How long the whole request may take.
    var timeout = Duration.seconds(120)
    /// How long fewer than 1,000 bytes a second may come or go; in whole seconds, rounded up.
    var stallTimeout = Duration.seconds(15)
  }

  /// The most requests at a time, each with a thread; others wait for their turn.
  static let requestLimit = 32
  /// The most requests that wait; further ones are refused.
  private static let waitingLimit = 256
  /// The most connections that are kept while nobody needs them.
  private static let idleLimit = 8

  private let limits: Limits
  private let clock: any TimeSource
  private let turns = TurnQueue<Never?>(running: requestLimit, waiting: waitingLimit)
  private let idle = Mutex<[Connection]>([])

  /// - Parameter clock: measures how long a service is silent. All other limits are libcurl's, by the clock of the system.
  init(limits: Limits, clock: any TimeSource) {
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
  /// - Returns: the outcome, and the head of the response, as far as there is one.
  /// - Throws: `CancellationError` when the task is cancelled.
  func send(
    _ request: SentRequest,
    receive: @escaping @Sendable (ResponseHead, UnsafeRawBufferPointer) -> Bool
  ) async throws -> (outcome: tanada_fetch_outcome, reason: String, head: ResponseHead) {
    // A line more would be a field more, or the beginning of another request.
    guard request.fields.allSatisfy(\.isOneLine) else {
      return (tanada_fetch_failed, "a header field is not one line of text", ResponseHead())
    }
    guard let connection = idle.withLock({ $0.popLast() }) ?? Connection() else {
      return (tanada_fetch_failed, "there is no memory for a connection", ResponseHead())
    }
    let exchange = Exchange(request, limits: limits, clock: clock, receive: receive)
    let result = await withTaskCancellationHandler {
      do throws(OwnThreadError) {
        return try await OwnThread.run { exchange.run(on: connection) }
      } catch {
        return (tanada_fetch_failed, error.description)
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
    return (result.outcome, result.reason, exchange.head)
  }
}

/// A request as it is sent.
struct SentRequest: Sendable {
  let url: String
  let method: String
  /// Lines such as `Range: bytes=0-9`.
  let fields: [String]
  /// The path and the size of the file that is the body; `nil` for none.
  let body: (path: String, byteCount: Int)?
  let allowsHTTP: Bool
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
  private let request: SentRequest
  private let limits: ServiceConnections.Limits
  private let clock: any TimeSource
  /// When the service is given up unless it has begun to answer; `nil` for a request whose body takes its time.
  private let deadline: Uptime?
  private let receive: @Sendable (ResponseHead, UnsafeRawBufferPointer) -> Bool
  private let isCancelled = Atomic(false)
  private let noted = Mutex(ResponseHead())

  init(
    _ request: SentRequest, limits: ServiceConnections.Limits, clock: any TimeSource,
    receive: @escaping @Sendable (ResponseHead, UnsafeRawBufferPointer) -> Bool
  ) {
    self.request = request
    self.limits = limits
    self.clock = clock
    deadline = request.body == nil ? clock.uptime + limits.answerTimeout : nil
    self.receive = receive
  }

  var head: ResponseHead { noted.withLock { $0 } }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Whether the service has been silent for too long.
  private var isLate: Bool {
    guard let deadline, clock.uptime >= deadline else { return false }
    return head.status == 0
  }

  /// Sends the request, and blocks the thread until it has ended.
  func run(on connection: Connection) -> (outcome: tanada_fetch_outcome, reason: String) {
    var body: Int32 = -1
    if let path = request.body?.path {
      body = open(path, O_RDONLY | O_CLOEXEC)
      guard body >= 0 else { return (tanada_fetch_stopped, String(cString: strerror(errno))) }
    }
    defer { if body >= 0 { close(body) } }
    var result = tanada_fetch_result()
    result.outcome = tanada_fetch_failed
    withFields { fields in
      request.url.withCString { url in
        request.method.withCString { method in
          var sent = tanada_request(
            url: url, method: method, fields: fields, field_count: request.fields.count,
            body: body, body_count: Int64(request.body?.byteCount ?? 0),
            allows_http: request.allowsHTTP, limits: sentLimits,
            context: Unmanaged.passUnretained(self).toOpaque(),
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
    guard result.outcome == tanada_fetch_cancelled, !isCancelled.load(ordering: .relaxed) else {
      return (result.outcome, result.detailText)
    }
    return (
      tanada_fetch_timed_out, "no answer within \(limits.answerTimeout.components.seconds) seconds"
    )
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

  private var sentLimits: tanada_fetch_limits {
    tanada_fetch_limits(
      maximum_bytes: 0, connect_timeout: limits.connectTimeout.wholeMilliseconds,
      timeout: limits.timeout.wholeMilliseconds,
      stall_timeout: limits.stallTimeout.wholeMilliseconds, redirects: 0)
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> Exchange {
    Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }
}
